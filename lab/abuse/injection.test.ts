/** Texts that a program would run as SQL or as a script if it did not keep them apart from its own. */
import type { OrderDetail } from '@camilan/contract/orders'
import { cleanFormat } from '@camilan/contract/texts'
import { expect, test } from 'vitest'
import { signedNotification } from '../../server/src/testing/gateway-notification.ts'
import { productForm } from '../../server/src/testing/make-product.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'
import { sqlPayloads, xssPayloads } from '../../server/src/testing/payloads.ts'
import type { Customer, RequestOptions } from '../../server/src/testing/shop-client.ts'

const log: string[] = []
const environment = { REGISTRATIONS_PER_ADDRESS: '1000000', LOGIN_FAILURES_PER_ADDRESS: '1000000' }
const shop = useShop({ environment, logger: { level: 'warn', stream: { write: (line: string) => log.push(line) } } })
const parallel = 6
let sent = 0
let accounts = 0
let slowestMs = 0

const countRows = async () => {
  const { rows } = await shop.pool.query(
    `select (select count(*) from information_schema.tables where table_schema = 'public') as tables,
            (select count(*) from users where is_admin) as admins, (select count(*) from products) as products,
            (select count(*) from orders) as orders`,
  )
  return rows[0]
}

test.each([
  ['500 SQL strings', sqlPayloads],
  ['300 XSS strings', xssPayloads],
])(
  '%s are stored as they are, and do nothing',
  async (name, payloads) => {
    const texts = payloads.slice(0, Number(process.env.INJECTIONS ?? payloads.length))
    const [admin, before] = [await shop.admin(), await countRows()]
    const waiting = [...texts]
    const lookUps = await readLookUps()
    const work = async () => {
      const buyer = await shop.customer()
      const refund = await shop.orderPaidTooLate(buyer)
      const shipped = await shop.paidOrder(buyer)
      await admin.ask('PUT', `/admin/orders/${shipped}/status`, { body: { status: 'DIKIRIM' } })
      for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
        await sendWhereRefused(text, { admin, buyer, shipped, lookUps })
        await sendWhereStored(text, { admin, buyer, shipped, refund })
      }
    }
    await Promise.all(Array.from({ length: parallel }, work))
    const after = await countRows()
    console.log(`${name}: ${sent} requests so far, the slowest ${slowestMs.toFixed()} ms`)
    expect(log.filter((line) => !line.includes('notification'))).toEqual([])
    expect(slowestMs).toBeLessThan(15_000) // no query slept for 20 s
    expect([after.tables, after.admins]).toEqual([before.tables, before.admins])
    for (const kind of ['products', 'orders']) expect(after[kind] - before[kind]).toBeGreaterThanOrEqual(texts.length)
  },
  1_800_000,
)

interface People {
  admin: Customer
  buyer: Customer
  /** The id of a shipped order. */
  shipped: string
}

/** @param call  `GET /products` @param expected  the status, or some of them @returns the data of the answer */
async function send<Data>(
  { ask }: Pick<Customer, 'ask'>,
  call: string,
  expected: number | number[],
  options: RequestOptions = {},
): Promise<Data> {
  const [method = '', path = ''] = call.split(' ')
  const began = performance.now()
  const { status, body } = await ask<Data>(method, path, options)
  sent += 1
  slowestMs = Math.max(slowestMs, performance.now() - began)
  expect([expected].flat(), `${call} ${JSON.stringify(options)}: ${status} ${body.errors}`).toContain(status)
  return body.data
}

/** Where a text is invalid, or finds nothing. Some are invalid only because of the limit of passwords. */
async function sendWhereRefused(text: string, { admin, buyer, shipped, lookUps }: People & { lookUps: LookUp[] }) {
  const encoded = encodeURIComponent(text)
  const account = { name: text, email: 'suntik@contoh.id', phone: '081234567890', password: 'kata-sandi-uji' }
  const post = (path: string, expected: number | number[], body: object) =>
    send(shop, `POST ${path}`, expected, { body })
  await post('/auth/register', 400, { ...account, email: text })
  await post('/auth/register', 400, { ...account, phone: text })
  await post('/auth/login', [400, 401], { email: text, password: text })
  await post('/auth/forgot-password', 400, { email: text })
  await post('/auth/reset-password', 400, { token: text, password: 'kata-sandi-baru' })
  await post('/auth/undo-email-change', 400, { token: text })
  const notification = signedNotification(shop.serverKey, { order_id: text })
  await post('/payments/notification', 200, notification)
  await post('/payments/notification', 403, { ...notification, signature_key: text })

  const passwords = { current_password: text, new_password: 'pendek' }
  await send(buyer, 'PUT /users/me/password', 400, { body: passwords })
  await send(buyer, 'PUT /users/me', 400, { form: { gender: text } })
  await send(buyer, 'POST /carts', 404, { body: { product_id: text, quantity: 1 } })
  await send(buyer, 'POST /orders', 400, { body: { address: 'Jl. A', city: text, other_costs: 6_000 } })
  await send(buyer, `PUT /orders/${shipped}/status`, 400, { body: { status: text } })
  await send(admin, 'POST /admin/orders/ship', 400, { body: { ids: [text] } })
  await send(buyer, `DELETE /carts/${encoded}`, 404)
  await send(buyer, `PUT /notifications/${encoded}/read`, 404)
  for (const { path, names } of lookUps) {
    const query = names.map((name) => `${name}=${encoded}`).join('&')
    const call = `GET ${path.replace(/\{\w+\}/, encoded)}?${query}`
    await send(path.startsWith('/admin/') ? admin : buyer, call, path.includes('{') ? [200, 404] : 200)
  }
}

interface LookUp {
  path: string
  names: string[]
}

interface Description {
  paths: Record<string, { get?: { parameters?: { name: string }[]; responses: { 200: { content?: object } } } }>
}

/** The routes that read JSON by parameters, and ignore those of a query that are not valid. */
async function readLookUps(): Promise<LookUp[]> {
  const { paths } = (await (await fetch(`${shop.origin}/api/openapi.json`)).json()) as Description
  return Object.entries(paths)
    .filter(([, { get }]) => 'application/json' in (get?.responses[200].content ?? {}))
    .map(([path, { get }]) => ({
      path: path.slice('/api'.length),
      names: get?.parameters?.map(({ name }) => name) ?? [],
    }))
    .filter(({ names }) => names.length > 0)
}

/** In accounts, products, orders and the notes of the seller a text is found again as it was sent. */
async function sendWhereStored(text: string, { admin, buyer, shipped, refund }: People & { refund: string }) {
  const account = {
    name: text,
    email: `suntik${++accounts}@contoh.id`,
    phone: '081234567890',
    password: text.padEnd(8, '.'),
  }
  const user = await send<{ name: string }>(shop, 'POST /auth/register', 201, { body: account })
  expect(user.name).toBe(text)
  await send(shop, 'POST /auth/login', 200, { body: { email: account.email, password: account.password } })
  expect(await send(buyer, 'PUT /users/me', 200, { form: { name: text, address: text } })).toMatchObject({
    ...{ name: text, address: text },
  })

  const form = { ...productForm, name: text, description: text }
  const { id } = await send<{ id: string }>(admin, 'POST /admin/products', 201, { form })
  expect(await send(buyer, `GET /products/${id}`, 200)).toMatchObject({ name: text, description: text })
  for (const name of choicesAndNumbers) await send(admin, `PUT /admin/products/${id}`, 400, { form: { [name]: text } })
  await send(admin, `PUT /admin/products/${id}`, 200, { form: { name: `${text}!` } })
  type Entries = { changes: { before: string }[] }[]
  const [entry] = await send<Entries>(admin, `GET /admin/products/${id}/audit`, 200)
  expect(entry?.changes[0]?.before).toBe(text)
  const search = encodeURIComponent(text)
  const found = await send<{ name: string }[]>(shop, `GET /products?limit=100&query=${search}`, 200)
  expect(found.map(({ name }) => name)).toContain(`${text}!`)

  await send(buyer, 'POST /carts', 201, { body: { product_id: id, quantity: 1 } })
  const order = { address: text, notes: text, other_costs: 6_000 }
  const { order_id } = await send<{ order_id: string }>(buyer, 'POST /orders', 201, { body: order })
  const stored = { address: text, notes: text, user: { name: text } }
  expect(await send(buyer, `GET /orders/${order_id}`, 200)).toMatchObject(stored)
  const short = text.slice(0, 50).trim()
  const shipment = { courier: short, tracking_number: short }
  const changed = await send<OrderDetail>(admin, `PUT /admin/orders/${shipped}/shipment`, 200, { body: shipment })
  expect(changed.shipment).toMatchObject({ courier: short, tracking_number: cleanFormat(short) })
  await send(admin, `POST /admin/refunds/${refund}/done`, 200, { body: { note: text } })
  const noted = shop.db.selectFrom('refunds').select('note').where('attempt_id', '=', refund)
  expect(await noted.executeTakeFirst()).toEqual({ note: text })
  await send(admin, `POST /admin/refunds/${refund}/undo`, 200)
  const { url } = await send<{ url: string }>(admin, `POST /admin/orders/export?query=${search}`, 200)
  expect(await (await fetch(url)).text()).toContain(order_id)
  await send(buyer, `PUT /orders/${order_id}/status`, 200, { body: { status: 'DIBATALKAN' } })
}

const choicesAndNumbers = [
  ...['price', 'stock', 'category', 'packaging', 'weight', 'low_stock_at', 'stock_change'],
  ...['expected_stock', 'expected_price'],
]
