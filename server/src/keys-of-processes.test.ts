/** Two processes on one database follow a change of the keys. Their output and the backups contain no key. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openMediaStore } from './media/files/media-store.ts'
import { makeBackup } from './office/backup/make-backup.ts'
import { openGatewayAccounts } from './testing/gateway-accounts.ts'
import { startMailServer } from './testing/mail-server.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeAdmin, makeUser } from './testing/make-user.ts'
import { contentOf } from './testing/read-archive.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'
import { useOpened } from './testing/use-opened.ts'

const database = useTestDb()
const settingsKey = 'kunci-rahasia-untuk-menyimpan-rahasia-lain'
const mailPassword = 'rahasia-surat-baru'

const gateway = useOpened(() => openGatewayAccounts(['pertama1', 'kedua222'], { clock: () => new Date() }))
afterAll(() => gateway?.close())

const start = (environment: Record<string, string> = {}) =>
  startShopProcess(database.connection, {
    NODE_ENV: 'production',
    ALLOW_IN_PRODUCTION: 'http',
    SETTINGS_KEY: settingsKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    PAYMENT_RECONCILE_SECONDS: '0.5',
    ...environment,
  })

const pageOf = async ({ origin }: ShopProcess, url = '/') => {
  const response = await fetch(origin + url)
  return { text: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

test('within a second the pages and policies of both have the change; orders of either are paid; no log, page or backup has a secret', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
  const processes = await Promise.all([start(), start()])
  const [a, b] = processes as [ShopProcess, ShopProcess]
  onTestFinished(async () => {
    await Promise.all(processes.map((process) => process.kill()))
    await rm(folder, { recursive: true })
  })
  await expect.poll(a.output).toContain('The shop can’t be paid yet')
  const admin = clientOf(await makeAdmin(database.db, { password: 'rahasia-sari-77' }), a.origin)
  const ani = await makeUser(database.db)
  const buyers = [clientOf(ani, a.origin), clientOf(ani, b.origin)] as const
  const product = await makeProduct(database.db, { price: 40_000, stock: 50 })
  const answers: unknown[] = []
  const setKeys = async (name: string, password = admin.password) => {
    const { serverKey: server_key, clientKey: client_key } = gateway.account(name)
    const body = { environment: 'sandbox', server_key, client_key, current_password: password }
    const reply = await admin.ask('PUT', '/admin/settings/payment-keys', { body })
    answers.push(reply.body)
    return reply.status
  }
  await buyers[1].addToCart(product, 1)
  expect((await buyers[1].placeOrder()).body.code).toBe('PAYMENT_UNAVAILABLE')

  for (const name of ['pertama1', 'kedua222']) {
    // Pages that are rendered and kept with the former keys.
    await Promise.all(processes.flatMap((process) => [pageOf(process), pageOf(process, '/cart')]))
    expect(await setKeys(name)).toBe(200)
    const changedAt = performance.now()
    for (const process of processes) {
      for (const url of ['/', '/cart']) {
        await expect
          .poll(async () => (await pageOf(process, url)).text.includes(gateway.account(name).clientKey), {
            interval: 20,
          })
          .toBe(true)
        expect((await pageOf(process, url)).policy).toContain(gateway.origin)
      }
    }
    expect(performance.now() - changedAt).toBeLessThan(1_000)
  }

  const ids = [await buyers[0].buy(product), await buyers[1].buy(product)]
  expect(await setKeys('pertama1', 'salah-sekali')).toBe(400)
  expect(await setKeys('pertama1')).toBe(200)
  for (const id of ids) {
    await gateway.account('kedua222').sandbox.pay(id)
    await expect.poll(async () => (await buyers[0].order(id)).status, { timeout: 10_000 }).toBe('DIBAYAR')
  }

  const mail = await startMailServer({ login: { user: 'toko', password: mailPassword } })
  const server = { host: '127.0.0.1', port: mail.port, security: 'starttls', username: 'toko', password: mailPassword }
  const sender = { sender_name: null, sender_email: null, current_password: admin.password }
  for (const body of [
    { ...server, password: 'rahasia-salah', ...sender },
    { ...server, ...sender },
  ]) {
    answers.push((await admin.ask('PUT', '/admin/settings/mail-server', { body })).body)
  }
  answers.push((await admin.ask('POST', '/admin/settings/mail-server/test')).body)
  expect(mail.received).toHaveLength(1)
  for (const url of ['payment-keys', 'mail-server', 'audit', '']) {
    answers.push((await admin.ask('GET', `/admin/settings/${url}`.replace(/\/$/, ''))).body)
  }
  // An unexpected failure in the middle of a change.
  await database.pool.query('alter table payment_key_sets rename to hidden')
  expect(await setKeys('kedua222')).toBe(500)
  await database.pool.query('alter table hidden rename to payment_key_sets')

  const file = path.join(folder, 'cadangan.tar')
  const store = await openMediaStore(path.join(folder, 'media'))
  await makeBackup({ connection: database.connection, store }, { file }, new Date())
  const backup = [...(await contentOf(file)).values()].map((content) => content.toString('latin1')).join()
  expect(backup).toContain(gateway.account('pertama1').clientKey)
  const pages = await Promise.all(['/', '/cart', '/admin/settings'].map(async (url) => (await pageOf(b, url)).text))
  const serverKeys = ['pertama1', 'kedua222'].map((name) => gateway.account(name).serverKey)
  const secrets = [...serverKeys, ...serverKeys.map((key) => Buffer.from(`${key}:`).toString('base64'))]
  secrets.push(mailPassword, 'rahasia-salah', Buffer.from(`\0toko\0${mailPassword}`).toString('base64'), settingsKey)
  secrets.push(admin.password)
  const found = (text: string) => secrets.filter((secret) => text.includes(secret))
  expect(a.output()).toContain('the keys of the gateway were changed')
  expect(a.output()).toContain('unexpected error')
  expect(answers.length).toBeGreaterThan(8)
  expect({
    log: found(a.output() + b.output()),
    answers: found(JSON.stringify(answers)),
    pages: found(pages.join()),
    backup: found(backup),
  }).toEqual({ log: [], answers: [], pages: [], backup: [] })
})
