/** Secrets appear neither in pages nor in answers of the API nor in the output of a process, also after failures. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFolder } from './platform/pages/web-build.ts'
import { formOf } from './testing/forms.ts'
import { startMailServer } from './testing/mail-server.ts'
import { makeProduct } from './testing/make-product.ts'
import { openSandbox, type Sandbox } from './testing/sandbox.ts'
import { askAt, orderForm } from './testing/shop-client.ts'
import { startShopProcess, urlOf } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const shop = useTestDb()
const keys = { serverKey: 'SB-Mid-server-rahasia1', clientKey: 'SB-Mid-client-uji' }
const seller = { email: 'penjual@contoh.id', password: 'rahasia-penjual' }
const databasePassword = 'rahasia-basis-data'
const mailLogin = { user: 'toko', password: 'rahasia-surat' }
const basicOf = (text: string) => Buffer.from(text).toString('base64')
/** The secrets of the process, and the forms in which it sends them. */
const given = [
  keys.serverKey,
  basicOf(`${keys.serverKey}:`),
  seller.password,
  databasePassword,
  mailLogin.password,
  basicOf(`\0${mailLogin.user}\0${mailLogin.password}`),
  basicOf(mailLogin.password),
]
let gateway: Sandbox

beforeAll(async () => {
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
})
afterAll(() => gateway?.close())

/** The database of the test asks for no password, so any password is right. */
function urlWithPassword(): string {
  const url = urlOf(shop.connection)
  return url.replace(/^(postgres(?:ql)?:\/\/[^:@/]+)(:[^@]*)?@/, `$1:${databasePassword}@`)
}

async function textsBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html|json|txt|map)$/.test(entry.name))
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8')))).join(
    '\n',
  )
}

test('no log, answer or page contains a secret after logins, resets, payments and failures, and no log a token', {
  timeout: 120_000,
}, async () => {
  const mail = await startMailServer({ login: { ...mailLogin, password: 'another' } }) // so that each delivery fails
  expect(urlWithPassword()).toContain(`:${databasePassword}@`)
  const process = await startShopProcess(shop.connection, {
    DATABASE_URL: urlWithPassword(),
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    SMTP_URL: mail.url.replace('//', `//${mailLogin.user}:${mailLogin.password}@`),
    ADMIN_EMAIL: seller.email,
    ADMIN_PASSWORD: seller.password,
    PAYMENT_RECONCILE_SECONDS: '0.2',
  })
  const call = askAt(process.origin)
  const answers: string[] = []
  /** @returns the data of the answer. It is examined unless the route hands out a token. */
  async function ask<Data>(method: string, path: string, body?: unknown, token?: string): Promise<Data> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await call<Data>(method, path, { headers, ...(body !== undefined && { body }) })
    if (path !== '/auth/login' && path !== '/auth/undo-email-change') answers.push(JSON.stringify(reply.body))
    return reply.body.data
  }
  const mailed = (link: string) =>
    expect.poll(async () => (await mailTokens(link)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const mailTokens = async (link: string) => {
    const rows = await shop.db.selectFrom('mail_outbox').select('text').execute()
    return rows.flatMap(({ text }) => new RegExp(`${link}\\?token=(\\S+)`).exec(text ?? '')?.[1] ?? [])
  }

  try {
    const tokens: string[] = []
    const logIn = async (body: object) => {
      const { token } = await ask<{ token: string }>('POST', '/auth/login', body)
      tokens.push(token)
      return token
    }
    const buyer = { email: 'pembeli@contoh.id', password: 'rahasia-pembeli' }
    await ask('POST', '/auth/register', { ...buyer, name: 'Ani', phone: '081234567890' })
    await ask('POST', '/auth/register', { ...buyer, name: 'Ani', phone: '081234567890' })
    await ask('POST', '/auth/login', { ...buyer, password: 'rahasia-yang-salah' })
    const token = await logIn(buyer)
    const admin = await logIn(seller)
    await ask(
      'PUT',
      '/users/me/password',
      { current_password: 'rahasia-yang-salah', new_password: buyer.password },
      token,
    )
    await ask('PUT', '/users/me/password', { current_password: buyer.password, new_password: buyer.password }, token)

    // A payment during which the gateway fails, and forged notifications.
    const product = await makeProduct(shop.db, { price: 40_000 })
    await ask('POST', '/carts', { product_id: product.id, quantity: 1 }, token)
    await gateway.setFaults({ create: 'error', status: 'bad-json' })
    await ask('POST', '/orders', orderForm(), token)
    const [{ id: order = '' } = {}] = await ask<{ id: string }[]>('GET', '/orders/me', undefined, token)
    await ask('POST', `/orders/${order}/refresh`, undefined, token)
    await gateway.reset()
    await ask('POST', `/orders/${order}/payment`, undefined, token)
    await ask('POST', '/payments/notification', {
      order_id: order,
      status_code: '200',
      gross_amount: '46000.00',
      signature_key: 'a'.repeat(128),
      transaction_status: 'settlement',
    })
    await gateway.pay(order)
    await ask('POST', `/orders/${order}/refresh`, undefined, token)
    for (const path of ['/users/me', '/orders/me', `/orders/${order}`, '/carts', '/notifications']) {
      await ask('GET', path, undefined, token)
    }
    for (const path of ['/admin/users', '/admin/orders', '/admin/products', '/admin/dashboard', '/admin/refunds']) {
      await ask('GET', path, undefined, admin)
    }

    // Links in mails, which can't be delivered.
    await ask('POST', '/auth/forgot-password', { email: buyer.email })
    await mailed('reset-password')
    const body = formOf({ email: 'pindah@contoh.id' })
    const headers = { authorization: `Bearer ${token}` }
    answers.push(await (await fetch(`${process.origin}/api/users/me`, { method: 'PUT', headers, body })).text())
    await mailed('undo-email')
    tokens.push(...(await mailTokens('reset-password')), ...(await mailTokens('undo-email')))
    await ask('POST', '/auth/reset-password', { token: tokens[2], password: 'pendek' })
    await ask('POST', '/auth/reset-password', { token: tokens[2], password: 'rahasia-yang-baru' })
    await ask('POST', '/auth/reset-password', { token: tokens[2], password: 'rahasia-yang-baru' })
    await expect.poll(() => process.output(), { timeout: 20_000 }).toContain('535')

    // Unexpected failures in a route with a token and in one with a password.
    await shop.pool.query('alter table sessions rename to hidden')
    await ask('GET', '/users/me', undefined, token)
    await ask('POST', '/auth/login', { email: 'pindah@contoh.id', password: 'rahasia-yang-baru' })
    await shop.pool.query('alter table hidden rename to sessions')
    await shop.pool.query('alter table users rename column password_hash to hidden')
    await ask('POST', '/auth/register', { ...buyer, name: 'Budi', email: 'budi@contoh.id', phone: '081234567890' })
    await shop.pool.query('alter table users rename column hidden to password_hash')

    const hashes = await shop.db.selectFrom('users').select('password_hash').execute()
    const pages = await Promise.all(
      [
        '/',
        '/products',
        `/products/${product.id}`,
        '/auth/login',
        '/admin/dashboard',
        '/tidak-ada',
        '/snap/snap.js',
      ].map(async (page) => (await fetch(process.origin + page)).text()),
    )
    const open = await textsBelow(clientFolder)
    const passwords = [buyer.password, 'rahasia-yang-salah', 'rahasia-yang-baru']
    const secrets = [...given, ...passwords, ...tokens, ...hashes.map(({ password_hash }) => password_hash), '$argon2']
    const log = process.output()
    const found = (text: string) => secrets.filter((secret) => text.includes(secret))
    expect(tokens.length).toBeGreaterThanOrEqual(4)
    expect(answers.length).toBeGreaterThan(25)
    expect(log.match(/unexpected error/g)?.length).toBe(3)
    expect({
      log: found(log),
      answers: found(answers.join()),
      pages: found(pages.join()),
      bundle: found(open),
    }).toEqual({
      log: [],
      answers: [],
      pages: [],
      bundle: [],
    })
    expect(open).not.toMatch(/Mid-server-(?!local)\w|MIDTRANS_SERVER_KEY|DATABASE_URL|SMTP_URL/)
  } finally {
    await process.stop()
  }
})

test('a server that can’t start prints no secret', { tags: 'thorough' }, async () => {
  const start = (environment: Record<string, string>) =>
    startShopProcess(shop.connection, environment).then(
      () => 'started',
      (error: Error) => error.message,
    )
  const outputs = await Promise.all([
    start({ DATABASE_URL: `postgres://toko:${databasePassword}@127.0.0.1:1/toko` }),
    start({ DATABASE_URL: `postgres://toko:${databasePassword}@[rusak/toko` }),
    start({ SMTP_URL: `http://toko:${mailLogin.password}@contoh.id` }),
    start({ MIDTRANS_SERVER_KEY: keys.serverKey, MIDTRANS_CLIENT_KEY: keys.serverKey }),
    start({ ADMIN_EMAIL: 'bukan email', ADMIN_PASSWORD: seller.password }),
  ])
  for (const output of outputs) {
    expect(output).toContain('The server ended')
    expect(given.filter((secret) => output.includes(secret))).toEqual([])
  }
})
