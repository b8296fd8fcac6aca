/** A shop that was restored from a backup stays quiet until it goes live, tried on the whole server. */

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createQuietMark, endQuiet } from './office/backup/quiet.ts'
import { hours, later } from './platform/clock.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeAdmin, makeUser } from './testing/make-user.ts'
import { openSandbox, type Sandbox } from './testing/sandbox.ts'
import { askAt, clientOf } from './testing/shop-client.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'
import { insertOrders } from './testing/write-order.ts'

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
const madeAt = new Date('2026-11-20T03:00:00Z')
let gateway: Sandbox
let dataDir: string

beforeAll(async () => {
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
  dataDir = await mkdtemp(path.join(tmpdir(), 'quiet-'))
}, 300_000)
afterAll(async () => {
  await gateway?.close()
  await rm(dataDir, { recursive: true })
})

test('a quiet shop takes no orders and no notifications, runs no jobs and calls nobody, until it goes live while it runs', async () => {
  const { db, pool } = database
  const product = await makeProduct(db, { price: 40_000, stock: 10 })
  const ani = await makeUser(db)
  const lapsed = '261120-ABC123'
  const times = { order_time: madeAt, expires_at: madeAt }
  const delivery = { buyer_name: 'Ani', buyer_phone: '0812', address: 'Jl. Melati 1' }
  await insertOrders(db, [{ id: lapsed, user_id: ani.id, total_price: 46_000, ...times, ...delivery }])
  await db
    .insertInto('payment_attempts')
    .values({
      id: lapsed,
      order_id: lapsed,
      number: 1,
      amount: 46_000,
      created_at: madeAt,
      expires_at: madeAt,
      token_lease_number: 1,
    })
    .execute()
  const now = new Date()
  const mail = { recipient: ani.email, subject: 'Halo', text: 'a', html: 'a', created_at: now, next_attempt_at: now }
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, expires_at: later(now, hours(1)) })
    .execute()
  await createQuietMark((text, values) => pool.query(text, values), { madeAt }, now)

  const process = await startShopProcess(database.connection, {
    DATA_DIR: dataDir,
    DEMO_DATA: 'true',
    ADMIN_EMAIL: 'penjual@contoh.id',
    ADMIN_PASSWORD: 'rahasia-penjual',
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    BACKUP_EVERY_HOURS: '0.0001',
  })
  onTestFinished(async () => void (await process.kill()))
  await expect.poll(process.output).toContain('restored from a backup of 2026-11-20T03:00:00.000Z and is quiet')
  const buyer = clientOf(ani, process.origin)
  const admin = clientOf(await makeAdmin(db), process.origin)
  const mailed = () => readdir(path.join(dataDir, 'outbox')).catch(() => [])
  const madeAtOf = async ({ ask }: typeof admin) =>
    (await ask<{ restored_backup_made_at?: string }>('GET', '/users/me')).body.data.restored_backup_made_at

  await buyer.addToCart(product, 1)
  const refused = await buyer.placeOrder()
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'UNAVAILABLE',
      errors: expect.stringMatching(/dipulihkan dari cadangan/),
      message: refused.body.errors,
    },
  })
  expect(refused.headers.get('retry-after')).toBe('300')
  const webhook = await askAt(process.origin)('POST', '/payments/notification', { body: { order_id: lapsed } })
  expect(webhook).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await buyer.setStatus(lapsed, 'DIBATALKAN')).body.code).toBe('PAYMENT_UNAVAILABLE')
  expect(await madeAtOf(admin)).toBe(madeAt.toISOString())
  expect(await madeAtOf(buyer)).toBeUndefined()
  // A job first takes its lease, and the start tries each job.
  expect(await db.selectFrom('leases').select('name').execute()).toEqual([])
  expect(gateway.calls).toEqual([])
  expect(await mailed()).toEqual([])
  expect(await readdir(dataDir)).not.toContain('backups')
  expect(await db.selectFrom('users').select('email').where('email', '=', 'penjual@contoh.id').execute()).toEqual([])

  expect(await endQuiet(db, new Date())).toBe(true)
  await expect.poll(async () => (await buyer.placeOrder()).status).toBe(201)
  await expect.poll(async () => (await mailed()).length).toBe(1)
  await expect.poll(async () => (await buyer.order(lapsed)).status).toBe('DIBATALKAN')
  await expect.poll(() => readdir(path.join(dataDir, 'backups')).catch(() => [])).not.toEqual([])
  expect(await madeAtOf(admin)).toBeUndefined()
  expect(await endQuiet(db, new Date())).toBe(false)
})
