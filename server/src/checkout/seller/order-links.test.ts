import { jakartaDay } from '@camilan/contract/jakarta'
import type { Payment } from '@camilan/contract/payments'
import type { EnteredOrder, LinkedOrder, OrderLink } from '@camilan/contract/seller-orders'
import { beforeEach, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { times } from '../../testing/many-at-once.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
let sari: Customer

beforeEach(async () => {
  sari = await shop.onlyAdmin()
  await resetSettings(shop)
})

const nastar = useEach(() => shop.product({ price: 40_000, stock: 100 }))

const tokenOf = (link: string) => link.split('#')[1] ?? ''

async function enter(overrides: object = {}) {
  const items = [{ product_id: nastar.id, quantity: 1 }]
  const body = { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Rahasia 9', items, ...overrides }
  const { data } = (await sari.ask<EnteredOrder>('POST', '/admin/orders', { body })).body
  return { id: data.order_id, token: tokenOf(data.link) }
}
const open = (token: string) => shop.ask<LinkedOrder>('POST', '/order-links/order', { body: { token } })
const pay = (token: string) => shop.ask<Payment>('POST', '/order-links/payment', { body: { token } })
const refresh = (token: string) => shop.ask<LinkedOrder>('POST', '/order-links/refresh', { body: { token } })

test('the link shows items, total, status, payment and days of delivery, and neither address nor phone', async () => {
  const { id, token } = await enter({ city: 'Depok' })
  const { status, body, headers } = await open(token)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toContain('no-store')
  const delivery = { delivery_way: 'delivery', delivery_days: '2-3 hari' }
  expect(body.data).toMatchObject({ id, status: 'DIPROSES', total_price: 46_000, is_payable: true, ...delivery })
  expect(JSON.stringify(body)).not.toMatch(/Rahasia|Depok|08123|Rina/)
  const stored = await shop.db
    .selectFrom('order_links')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a buyer without an account pays by the link, and the payment ends only the pay button', async () => {
  const { id, token } = await enter({ discount: 6_000, discount_reason: 'Pelanggan lama' })
  const { status, body } = await pay(token)
  expect([status, body.data.order_id]).toEqual([200, id])
  expect((await pay(token)).body.data.snap_token).toBe(body.data.snap_token)
  const created = shop.sandbox.calls.findLast(({ path }) => path === '/snap/v1/transactions')?.body
  expect(created).toMatchObject({
    transaction_details: { gross_amount: 40_000 },
    customer_details: { first_name: 'Bu Rina' },
    callbacks: { finish: `${shop.origin}/pesanan` },
  })
  expect(JSON.stringify(created)).not.toContain(token)
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  expect((await refresh(token)).body.data).toMatchObject({ status: 'DIBAYAR', is_payable: false })
  expect((await open(token)).status).toBe(200)
  expect(await pay(token)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
})

test('the buyer of a link pays by another method, or by any; the former payment is closed', async () => {
  await setSettings(sari, { payment_methods: ['bca_va', 'bni_va'] })
  const { id, token } = await enter()
  const first = (await pay(token)).body.data
  await shop.sandbox.charge(id)
  const change = (body: object) =>
    shop.ask<Payment>('POST', '/order-links/payment/change', { body: { token, ...body } })
  const second = await change({ payment_method: 'bni_va' })
  expect(second).toMatchObject({ status: 200, body: { data: { order_id: id } } })
  expect(second.body.data.snap_token).not.toBe(first.snap_token)
  expect((await open(token)).body.data.transaction.chosen_method).toBe('bni_va')
  expect(shop.sandbox.calls.map(({ path }) => path)).toContain(`/v2/${id}/cancel`)
  expect((await change({})).status).toBe(200)
  expect(await change({ payment_method: 'gopay' })).toMatchObject({ body: { code: 'NO_PAYMENT_METHOD' } })
  expect(await change({ payment_method: 'tunai' })).toMatchObject({ status: 400 })
})

test('a link is refused when it is unknown or replaced; of two made at once one is left', async () => {
  const { id, token } = await enter()
  for (const unknown of ['', 'x', `${token.slice(0, -1)}_`]) expect((await open(unknown)).status).toBe(404)
  const made = await times(4, () => sari.ask<OrderLink>('POST', `/admin/orders/${id}/link`))
  const statuses = await Promise.all(
    [token, ...made.map(({ body }) => tokenOf(body.data.link))].flatMap((one) => [open(one), pay(one), refresh(one)]),
  )
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(12).fill(404)])
  expect(statuses.slice(0, 3).map(({ status }) => status)).toEqual([404, 404, 404])
})

test('only orders that the seller entered have links', async () => {
  const ani = await shop.customer()
  const own = await shop.unpaidOrder(ani)
  expect((await sari.ask('POST', `/admin/orders/${own}/link`)).status).toBe(404)
  const { id } = await enter()
  expect((await ani.ask('GET', `/orders/${id}`)).status).toBe(404)
})

test('a link lasts until 30 days after the order and its refund have ended', async () => {
  const { id, token } = await enter()
  await sari.ask('POST', `/admin/orders/${id}/hand-payment`, {
    body: { way: 'cash', amount: 46_000, day: '2026-11-20' },
  })
  await shop.advanceClock(days(5))
  await sari.ask('POST', `/admin/orders/${id}/cancel`, { body: { reason: 'Hangus' } })
  await shop.advanceClock(days(31))
  expect((await open(token)).body.data.refunds).toMatchObject([{ state: 'due', amount: 46_000 }])
  sari = await shop.admin()
  expect(await sari.ask('POST', `/admin/refunds/${id}-2/done`, { body: { note: 'Tunai' } })).toMatchObject({
    status: 200,
  })
  await shop.advanceClock(days(30) - 1)
  expect((await open(token)).status).toBe(200)
  await shop.advanceClock(1)
  expect((await open(token)).status).toBe(404)
})

test('the shop’s minimum does not stop a payment by link, that of the gateway does, and the link says so', async () => {
  await setSettings(sari, { minimum_order: 50_000 })
  const large = await enter({ discount: 36_000, discount_reason: 'Pelanggan lama' })
  expect((await open(large.token)).body.data.is_payable).toBe(true)
  expect((await pay(large.token)).status).toBe(200)
  const { token } = await enter({ discount: 36_001, discount_reason: 'Pelanggan lama' })
  expect((await open(token)).body.data.is_payable).toBe(false)
  expect(await pay(token)).toMatchObject({ status: 400, body: { code: 'BELOW_MINIMUM' } })
})

test('the buyer of a link confirms a shipped order, once, and from then on the link has an end', async () => {
  const { id, token } = await enter({ address: undefined })
  const confirm = () => shop.ask<LinkedOrder>('POST', '/order-links/confirm', { body: { token } })
  await sari.ask('POST', `/admin/orders/${id}/hand-payment`, {
    body: { way: 'cash', amount: 42_000, day: jakartaDay(shop.clock()) },
  })
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  await sari.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  expect((await open(token)).body.data).toMatchObject({ delivery_way: 'pickup', completes_at: null })
  await shop.advanceClock(days(200))
  for (let times = 0; times < 2; times += 1) {
    expect(await confirm()).toMatchObject({ status: 200, body: { data: { status: 'SELESAI' } } })
  }
  const { history } = (await open(token)).body.data
  expect(history.map(({ status, actor, by_link }) => [status, actor, by_link]).slice(2)).toEqual([
    ['DIKIRIM', 'admin', undefined],
    ['SELESAI', 'customer', true],
  ])
  await shop.advanceClock(days(30))
  expect([(await open(token)).status, (await confirm()).status]).toEqual([404, 404])
})
