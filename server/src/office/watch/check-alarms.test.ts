/** The notifications for a seller without Prometheus: once a day while a trouble lasts, and when it is over. */
import { sentenceOf } from '@camilan/contract/notifications'
import { beforeEach, expect, test } from 'vitest'
import { days, earlier, hours, later, minutes } from '../../platform/clock.ts'
import { createClockWatch } from '../../platform/clock-watch.ts'
import { forgeNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { recordBackup } from '../backup/last-backup.ts'
import { checkAlarms } from './check-alarms.ts'

const shop = useShop()
let admin: Customer & { email: string }

beforeEach(async () => {
  await shop.db.deleteFrom('alarms').execute()
  await shop.db.deleteFrom('payment_signals').execute()
  await shop.db.deleteFrom('mail_outbox').execute()
  await shop.db.deleteFrom('last_backup').execute()
  await shop.db.updateTable('users').set({ is_admin: false }).execute()
  admin = (await shop.admin()) as typeof admin
  await madeBackup(shop.clock())
})

async function madeBackup(at: Date) {
  const backup = { file: '/cadangan/toko.tar', bytes: 1, manifest: { made_at: at.toISOString() } }
  await recordBackup(shop.db, backup as Parameters<typeof recordBackup>[1])
}

/** The disk of the machine that runs the tests does not matter. Mails to the administrators are delivered meanwhile. */
const disks = async () => []
async function check(overrides: Partial<typeof shop.watch> = {}) {
  const sent = { sent_at: shop.clock(), text: null, html: null }
  await shop.db.updateTable('mail_outbox').set(sent).where('recipient', '=', admin.email).execute()
  await checkAlarms({ ...shop.watch, disks, ...overrides })
}

const read = new Set<string>()
/** The administrator's notifications since the last call. */
async function told(): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('notifications')
    .select(['id', 'message'])
    .where('user_id', '=', admin.id)
    .where('order_id', 'is', null)
    .orderBy('message')
    .execute()
  const fresh = rows.filter(({ id }) => !read.has(id))
  for (const { id } of fresh) read.add(id)
  return fresh.map(({ message }) => message)
}
const mails = async () =>
  (
    await shop.db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).orderBy('created_at').execute()
  ).filter(({ recipient }) => recipient === admin.email)

async function waitingMail(createdAt: Date): Promise<void> {
  const times = { created_at: createdAt, next_attempt_at: createdAt, expires_at: later(createdAt, days(3)) }
  await shop.db
    .insertInto('mail_outbox')
    .values({ recipient: 'ani@contoh.id', subject: 'Tautan', text: 'x', html: 'x', ...times })
    .execute()
}

test('a shop without trouble sends no notification', async () => {
  await check()
  await check()
  expect(await told()).toEqual([])
  expect(await mails()).toEqual([])
})

test('a mail that waits for more than 30 minutes is reported at once, daily while it lasts, and when it is over, but not by mail', async () => {
  const since = shop.clock()
  await waitingMail(since)
  await shop.advanceClock(minutes(29))
  await check()
  expect(await told()).toEqual([])
  await shop.advanceClock(minutes(2))
  await check()
  const sentence = sentenceOf({ kind: 'mail-stuck', to: 'admins', count: 1, waitingSince: since })
  expect(await told()).toEqual([sentence])
  for (let i = 0; i < 5; i += 1) {
    await shop.advanceClock(hours(4))
    await madeBackup(shop.clock())
    await check()
  }
  expect(await told()).toEqual([])
  await shop.advanceClock(hours(4))
  await check()
  expect(await told()).toEqual([sentence])
  expect(await mails()).toEqual([])

  await shop.db.updateTable('mail_outbox').set({ sent_at: shop.clock(), text: null, html: null }).execute()
  await check()
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'mail-queue-clear', to: 'admins' })])
  expect(await mails()).toMatchObject([{ subject: `${shop.config.settings.defaults.shop_name}: masalah teratasi` }])
})

test('other trouble is mailed too, but not while mails wait', async () => {
  const old = earlier(shop.clock(), days(3))
  await madeBackup(old)
  await check()
  const sentence = sentenceOf({ kind: 'backup-too-old', to: 'admins', madeAt: old })
  expect(await told()).toEqual([sentence])
  const sent = await mails()
  expect(sent).toMatchObject([{ subject: `${shop.config.settings.defaults.shop_name} perlu perhatian` }])
  expect(sent[0]?.text).toContain(sentence)
  expect(sent[0]?.text).toContain(`${shop.origin}/notifications`)

  await waitingMail(earlier(shop.clock(), hours(1)))
  await check()
  await shop.advanceClock(days(1))
  await check()
  expect((await told()).map((message) => message.slice(0, 8))).toEqual(['1 email ', '1 email ', 'Cadangan'])
  expect(await mails()).toHaveLength(1)
})

test('a backup that is twice as old as it should be is reported, and one that was never made', async () => {
  const last = shop.clock()
  await shop.advanceClock(hours(47))
  await check()
  expect(await told()).toEqual([])
  await shop.advanceClock(hours(2))
  await check({ backup: { ...shop.watch.backup, everyHours: 0 } })
  expect(await told()).toEqual([])
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'backup-too-old', to: 'admins', madeAt: last })])
  const madeAt = shop.clock()
  await madeBackup(madeAt)
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'backup-made', to: 'admins', madeAt })])

  await shop.db.deleteFrom('last_backup').execute()
  await shop.db.deleteFrom('alarms').execute()
  await shop.pool.query('update schema_migrations set applied_at = $1', [earlier(shop.clock(), days(3))])
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'backup-too-old', to: 'admins', madeAt: null })])
})

test('twenty forged webhooks within an hour are reported, and none of them changes an order', async () => {
  for (let i = 0; i < 19; i += 1) expect((await forgeNotification(shop)).status).toBe(403)
  await check()
  expect(await told()).toEqual([])
  await forgeNotification(shop)
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'webhooks-forged', to: 'admins', count: 20 })])
  for (let i = 0; i < 30; i += 1) await forgeNotification(shop)
  await check()
  expect(await told()).toEqual([])
  await shop.advanceClock(minutes(80))
  await check()
  expect(await told()).toEqual([sentenceOf({ kind: 'webhooks-forged-over', to: 'admins' })])
})

test('payments that only the reconciliation finds are reported', async () => {
  const ani = await shop.customer()
  const notificationUrl = `${shop.origin}/api/payments/notification`
  await shop.sandbox.setFaults({ webhook: 'drop' })
  const payUnnoticed = async () => {
    const id = await shop.unpaidOrder(ani)
    await shop.sandbox.pay(id)
    await shop.advanceClock(minutes(2))
    await shop.reconcile()
    expect((await ani.order(id)).status).toBe('DIBAYAR')
  }
  await payUnnoticed()
  await payUnnoticed()
  await check()
  const ours = async () => (await told()).filter((message) => message.startsWith('Pemberitahuan'))
  expect(await ours()).toEqual([])
  await payUnnoticed()
  await check()
  await check()
  expect(await ours()).toEqual([sentenceOf({ kind: 'webhooks-missing', to: 'admins', count: 3, notificationUrl })])
  await shop.sandbox.setFaults({ webhook: 'deliver' })
  for (let i = 0; i < 3; i += 1) await shop.paidOrder(ani)
  await check()
  expect(await ours()).toEqual([sentenceOf({ kind: 'webhooks-missing-over', to: 'admins' })])
})

test('a disk that is nearly full is reported', async () => {
  const withFree = (freeBytes: number) => check({ disks: async () => [{ disk: 'data', freeBytes, sizeBytes: 20e9 }] })
  await withFree(2.1e9)
  expect(await told()).toEqual([])
  await withFree(1.9e9)
  const facts = { disk: 'data', freeBytes: 1.9e9, sizeBytes: 20e9 } as const
  expect(await told()).toEqual([sentenceOf({ kind: 'disk-nearly-full', to: 'admins', ...facts })])
  await withFree(2.1e9) // a small change is not reported again
  await withFree(1.9e9)
  expect(await told()).toEqual([])
  await withFree(2.5e9)
  expect(await told()).toEqual([sentenceOf({ kind: 'disk-has-room', to: 'admins', disk: 'data', freeBytes: 2.5e9 })])
})

test('a wrong clock is reported daily, and when it is right again', async () => {
  let aheadMs = days(3)
  const clockWatch = createClockWatch({
    clock: shop.clock,
    outside: [{ name: 'Midtrans', read: async () => earlier(shop.clock(), aheadMs) }],
    onChange() {},
    recheckMs: 0,
  })
  const wrong = sentenceOf({ kind: 'clock-differs', to: 'admins', clockName: 'Midtrans', aheadMs })
  await check({ clockWatch })
  await check({ clockWatch })
  expect(await told()).toEqual([wrong])
  await shop.advanceClock(days(1))
  await madeBackup(shop.clock())
  await check({ clockWatch })
  expect(await told()).toEqual([wrong])
  aheadMs = 0
  await check({ clockWatch })
  await check({ clockWatch })
  expect(await told()).toEqual([sentenceOf({ kind: 'clock-right', to: 'admins' })])
})

test('two processes that notice the same trouble report it once', async () => {
  await waitingMail(earlier(shop.clock(), hours(1)))
  await Promise.all([check(), check(), check()])
  expect(await told()).toHaveLength(1)
})

test('a failing check does not stop the others', async () => {
  await madeBackup(earlier(shop.clock(), hours(3)))
  const disks = () => Promise.reject(new Error('no such disk'))
  await expect(check({ disks, backup: { ...shop.watch.backup, everyHours: 1 } })).rejects.toThrow('no such disk')
  expect(await told()).toHaveLength(1)
})
