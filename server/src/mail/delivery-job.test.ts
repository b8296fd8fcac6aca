import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { days, later } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { scheduleJob } from '../platform/jobs/schedule-job.ts'
import { useTestDb } from '../testing/test-db.ts'
import { deliveryJob } from './open.ts'
import { deleteOldMail } from './outbox.ts'
import { type Mail, queueMail } from './queue-mail.ts'
import { folderTransport } from './transports/folder-transport.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const clock = () => noon
const log = { warn: vi.fn(), error: vi.fn() }
const from = { name: 'Toko Camilan', address: 'toko@camilan.test' }
const mail = { recipient: 'ani@contoh.id', subject: 'Kue “kering” & Éclair', text: 'Sudah matang.', html: '<p>Ya.</p>' }

let folder: string
let stop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'camilan-mail-'))
  await shop.db.deleteFrom('mail_outbox').execute()
  const broadcast = openBroadcast(shop.connection, log)
  const transport = folderTransport(path.join(folder, 'outbox'), from)
  const job = scheduleJob({ ...deliveryJob({ transport, clock, log }), db: shop.db, log, broadcast })
  stop = async () => {
    await job.stop()
    await broadcast.close()
  }
  await Promise.all([job.runNow(), broadcast.opened])
})

afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

const queue = (queued: Mail) => transact(shop.db, (tx) => queueMail(tx, queued, noon))

async function files(): Promise<string[]> {
  const names = await readdir(path.join(folder, 'outbox')).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}

test('a mail is sent as soon as its transaction commits, and not before', async () => {
  await transact(shop.db, async (tx) => {
    await queueMail(tx, mail, noon)
    expect(await files()).toEqual([])
  })
  await expect.poll(files).toHaveLength(1)
})

test('a mail of a transaction that was rolled back is never sent', async () => {
  const broken = transact(shop.db, async (tx) => {
    await queueMail(tx, mail, noon)
    throw new Error('it did not happen')
  })
  await expect(broken).rejects.toThrow('it did not happen')
  await queue({ ...mail, recipient: 'budi@contoh.id' })
  await expect.poll(files).toHaveLength(1)
  const [name = ''] = await files()
  expect(await readFile(path.join(folder, 'outbox', name), 'utf8')).toContain('To: budi@contoh.id')
})

test('a shop without an SMTP server writes each mail to an .eml file that only its system user can read', async () => {
  await queue(mail)
  await expect.poll(files).toHaveLength(1)
  const [name = ''] = await files()
  expect(name).toMatch(/^20261120T050000Z-[\da-f-]{36}\.eml$/)
  const file = path.join(folder, 'outbox', name)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const message = await readFile(file, 'utf8')
  expect(message).toContain('From: Toko Camilan <toko@camilan.test>')
  expect(message).toContain('Subject: =?UTF-8?')
  expect(message).toContain('Sudah matang.')
})

test('mail is deleted from the outbox after thirty days', async () => {
  await queue(mail)
  await deleteOldMail(shop.db, later(noon, days(29)))
  expect(await shop.db.selectFrom('mail_outbox').select('recipient').execute()).toHaveLength(1)
  await deleteOldMail(shop.db, later(noon, days(30)))
  expect(await shop.db.selectFrom('mail_outbox').select('recipient').execute()).toEqual([])
})
