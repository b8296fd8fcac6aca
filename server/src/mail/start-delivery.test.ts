import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { days, later } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { useTestDb } from '../testing/test-db.ts'
import { forgetOldMail } from './forget-old-mail.ts'
import { makeMailTransport } from './make-transport.ts'
import { queueMail } from './queue-mail.ts'
import { startMailDelivery } from './start-delivery.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const clock = () => noon
const log = { warn: vi.fn(), error: vi.fn() }
const mailConfig = { smtpUrl: undefined, from: { name: 'Toko Camilan', address: 'toko@camilan.test' } }
const mail = { recipient: 'ani@contoh.id', subject: 'Kue “kering” & Éclair', text: 'Sudah matang.', html: '<p>Ya.</p>' }

let folder: string
let stop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'camilan-mail-'))
  await shop.db.deleteFrom('mail_outbox').execute()
  const broadcast = openBroadcast(shop.connection, log)
  const deps = { db: shop.db, transport: makeMailTransport(mailConfig, folder), clock, log }
  const job = startMailDelivery(deps, shop.pool, broadcast)
  stop = async () => {
    await job.stop()
    await broadcast.close()
  }
  // The first run, and the line on which commits are heard, are there.
  await job.runNow()
  await vi.waitUntil(async () => {
    const listening = `select from pg_stat_activity where datname = current_database() and query like 'listen %'`
    return (await shop.pool.query(listening)).rowCount !== 0
  })
})

afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

async function files(): Promise<string[]> {
  const names = await readdir(path.join(folder, 'outbox')).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}

test('a mail leaves as soon as its reason is committed, and not before', async () => {
  await transact(shop.db, async (tx) => {
    await queueMail(tx, mail, noon)
    expect(await files()).toEqual([])
  })
  await vi.waitUntil(async () => (await files()).length === 1, { timeout: 5_000 })
})

test('a mail whose reason did not happen never leaves', async () => {
  const broken = transact(shop.db, async (tx) => {
    await queueMail(tx, mail, noon)
    throw new Error('it did not happen')
  })
  await expect(broken).rejects.toThrow('it did not happen')
  await queueMail(shop.db, { ...mail, recipient: 'budi@contoh.id' }, noon)
  await vi.waitUntil(async () => (await files()).length === 1, { timeout: 5_000 })
  const [name = ''] = await files()
  expect(await readFile(path.join(folder, 'outbox', name), 'utf8')).toContain('To: budi@contoh.id')
})

test('without an SMTP server each mail is a file that a mail program opens, for the shop’s user alone', async () => {
  await queueMail(shop.db, mail, noon)
  await vi.waitUntil(async () => (await files()).length === 1, { timeout: 5_000 })
  const [name = ''] = await files()
  expect(name).toMatch(/^20261120T050000Z-[\da-f-]{36}\.eml$/)
  const file = path.join(folder, 'outbox', name)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const message = await readFile(file, 'utf8')
  expect(message).toContain('From: Toko Camilan <toko@camilan.test>')
  expect(message).toContain('Subject: =?UTF-8?')
  expect(message).toContain('Sudah matang.')
})

test('after thirty days nobody remembers', async () => {
  await queueMail(shop.db, mail, noon)
  await forgetOldMail(shop.db, later(noon, days(29)))
  expect(await shop.db.selectFrom('mail_outbox').select('recipient').execute()).toHaveLength(1)
  await forgetOldMail(shop.db, later(noon, days(30)))
  expect(await shop.db.selectFrom('mail_outbox').select('recipient').execute()).toEqual([])
})
