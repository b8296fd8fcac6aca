import { beforeEach, expect, test, vi } from 'vitest'
import { days, later, minutes } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { type MailServer, SmtpRefusal, startMailServer } from '../testing/mail-server.ts'
import { useTestDb } from '../testing/test-db.ts'
import { deliverMail } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'
import { renderMail } from './render-mail.ts'
import { smtpTransport } from './transports/smtp-transport.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const from = { name: 'Toko Camilan', address: 'toko@camilan.test' }
const log = { warn: vi.fn(), error: vi.fn() }

let now = noon

beforeEach(async () => {
  now = noon
  log.warn.mockClear()
  log.error.mockClear()
  await shop.db.deleteFrom('mail_outbox').execute()
})

const queue = (recipient: string, more: { expiresAt?: Date } = {}) =>
  transact(shop.db, (tx) =>
    queueMail(
      tx,
      { recipient, subject: 'Nastar sudah matang', text: 'Masih hangat.', html: '<p>Masih hangat.</p>', ...more },
      now,
    ),
  )

const deliver = (url: string) =>
  deliverMail(
    { db: shop.db, transport: smtpTransport({ url }, from), clock: () => now, log },
    new AbortController().signal,
  )

const outbox = () => shop.db.selectFrom('mail_outbox').selectAll().orderBy('recipient').execute()
const recipients = (server: MailServer) => server.received.map(({ recipient }) => recipient).sort()

test('a mail is delivered once, with its sender, its subject and both bodies', async () => {
  const server = await startMailServer()
  await queue('ani@contoh.id')
  await deliver(server.url)
  await deliver(server.url)
  const { message = '', recipient } = server.received[0] ?? {}
  expect([server.received.length, recipient]).toEqual([1, 'ani@contoh.id'])
  for (const line of [
    'From: Toko Camilan <toko@camilan.test>',
    'To: ani@contoh.id',
    'Subject: Nastar sudah matang',
    'Date: Fri, 20 Nov 2026 05:00:00 +0000',
    'Auto-Submitted: auto-generated',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Type: text/html; charset=utf-8',
    'Masih hangat.',
    '<p>Masih hangat.</p>',
  ]) {
    expect(message).toContain(`${line}\r\n`)
  }
})

test('both bodies of a rendered mail arrive as they are, the text before the HTML', async () => {
  const server = await startMailServer()
  const content = renderMail(
    { shopName: 'Camilan', publicUrl: 'https://toko.example' },
    {
      subject: 'Lunas',
      paragraphs: ['.Titik di awal, “kutip”, =20 dan ×.'],
      action: { label: 'Lihat', url: `https://toko.example/?token=${'a1='.repeat(60)}` },
    },
  )
  await transact(shop.db, (tx) => queueMail(tx, { recipient: 'ani@contoh.id', ...content }, now))
  await deliver(server.url)
  const { message = '' } = server.received[0] ?? {}
  expect(message).toContain('Content-Type: multipart/alternative;')
  const bodies = [...message.matchAll(/Content-Transfer-Encoding: (\S+)\r\n\r\n(.*?)\r\n--/gs)]
  expect(bodies.map(([, encoding = '', body = '']) => decoded(encoding, body))).toEqual([content.text, content.html])
})

/** RFC 2045 §6.7 and §6.8. */
function decoded(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body.replaceAll('=\r\n', '').replaceAll(/=([\dA-F]{2})/g, (_, code: string) => `%${code}`)
  return decodeURIComponent(bytes.replaceAll(/%(?![\dA-F]{2})/g, '%25')).replaceAll('\r\n', '\n')
}

test('the outbox keeps the row of a sent mail, but deletes its content', async () => {
  const server = await startMailServer()
  await queue('ani@contoh.id')
  await deliver(server.url)
  expect(await outbox()).toMatchObject([
    { recipient: 'ani@contoh.id', text: null, html: null, sent_at: noon, attempts: 1 },
  ])
})

test('a mail is tried again after a temporary refusal, with growing pauses', async () => {
  let refuses = true
  const server = await startMailServer({
    onRecipient() {
      if (refuses) throw new SmtpRefusal(451, '4.7.1 try again later')
    },
  })
  await queue('ani@contoh.id')
  const tries: number[] = []
  for (let minute = 0; minute < 16; minute += 1) {
    now = later(noon, minutes(minute))
    const before = server.attempts
    await deliver(server.url)
    if (server.attempts > before) tries.push(minute)
  }
  expect(tries).toEqual([0, 1, 3, 7, 15])
  expect((await outbox())[0]?.last_error).toContain('try again later')

  refuses = false
  now = later(noon, minutes(31))
  await deliver(server.url)
  expect(recipients(server)).toEqual(['ani@contoh.id'])
  const [mail] = await outbox()
  expect(mail).toMatchObject({ sent_at: now, attempts: 6, last_error: null })
  expect(server.received[0]?.message).toContain(`Message-ID: <${mail?.id}@camilan.test>`)
})

test('the mail waits in the outbox while no mail server answers', async () => {
  const gone = await startMailServer()
  await gone.close()
  await queue('ani@contoh.id')
  await deliver(gone.url)
  expect((await outbox())[0]).toMatchObject({ sent_at: null, attempts: 1, text: 'Masih hangat.' })

  const back = await startMailServer({ port: gone.port })
  now = later(noon, minutes(1))
  await deliver(back.url)
  expect(recipients(back)).toEqual(['ani@contoh.id'])
})

test('a mailbox that does not exist is not tried again, and does not delay other mail', async () => {
  const server = await startMailServer({
    onRecipient(address) {
      if (address === 'salah@contoh.id') throw new SmtpRefusal(550, '5.1.1 no such user')
    },
  })
  await queue('salah@contoh.id')
  await queue('ani@contoh.id')
  await deliver(server.url)
  expect(recipients(server)).toEqual(['ani@contoh.id'])
  const [, wrong] = await outbox()
  expect(wrong).toMatchObject({ given_up_at: noon, text: null, last_error: expect.stringContaining('no such user') })
  now = later(noon, days(1))
  await deliver(server.url)
  expect(server.attempts).toBe(2)
})

test('a mail stays queued if the operator can correct the cause: a wrong login, a refused relay', async () => {
  const login = { user: 'toko', password: 'rahasia' }
  const server = await startMailServer({
    login,
    onRecipient() {
      throw new SmtpRefusal(550, '5.7.1 relay access denied')
    },
  })
  await queue('ani@contoh.id')
  await deliver(`smtp://toko:salah@127.0.0.1:${server.port}`)
  expect((await outbox())[0]).toMatchObject({ attempts: 1, given_up_at: null })
  now = later(noon, minutes(1))
  await deliver(`smtp://toko:rahasia@127.0.0.1:${server.port}`)
  expect(server.attempts).toBe(1)
  expect((await outbox())[0]).toMatchObject({ attempts: 2, given_up_at: null, text: 'Masih hangat.' })
})

test('an expired mail is not sent any more, and its content is deleted', async () => {
  const server = await startMailServer({
    onRecipient() {
      throw new SmtpRefusal(451, '4.7.1 try again later')
    },
  })
  await queue('ani@contoh.id', { expiresAt: later(noon, minutes(2)) })
  await queue('budi@contoh.id', { expiresAt: noon })
  await deliver(server.url)
  now = later(noon, minutes(1))
  await deliver(server.url)
  expect(server.attempts).toBe(2)
  expect(await outbox()).toMatchObject([
    { given_up_at: now, text: null, html: null },
    { given_up_at: noon, text: null, html: null },
  ])
  expect(log.error).toHaveBeenCalledTimes(2)
  expect(JSON.stringify([log.warn.mock.calls, log.error.mock.calls])).not.toMatch(/@|hangat/)
})

test('no transaction is open while the mail server is processing a mail', async () => {
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const server = await startMailServer({
    onMessage() {
      arrived.resolve()
      return gate.promise
    },
  })
  await queue('ani@contoh.id')
  const delivery = deliver(server.url)
  await arrived.promise
  const { rows } = await shop.pool.query(
    `select count(*) from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  gate.resolve()
  await delivery
  expect(rows).toEqual([{ count: 0 }])
})

/** A process that has claimed a mail and stops while it sends. `resume` lets it continue as sent. */
async function startStalledDelivery() {
  const gate = Promise.withResolvers<void>()
  const transport = { send: () => gate.promise }
  const delivery = deliverMail({ db: shop.db, transport, clock: () => now, log }, new AbortController().signal)
  await vi.waitUntil(async () => (await outbox())[0]?.attempts === 1)
  return {
    async resume() {
      gate.resolve()
      await delivery
    },
  }
}

test('a process that continues after another has taken over its mail changes nothing', async () => {
  const server = await startMailServer({
    onRecipient() {
      throw new SmtpRefusal(451, 'later')
    },
  })
  await queue('ani@contoh.id')
  const stalled = await startStalledDelivery()
  now = later(noon, minutes(1))
  await deliver(server.url)
  const taken = await outbox()
  expect(taken).toMatchObject([{ attempts: 2, sent_at: null }])
  await stalled.resume()
  expect(await outbox()).toEqual(taken)
})

test('a process that stops aborts a send to a silent mail server, and the mail is due at once', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = await startMailServer({
    onMessage() {
      arrived.resolve()
      return new Promise(() => {})
    },
  })
  await queue('ani@contoh.id')
  const stopping = new AbortController()
  const transport = smtpTransport({ url: server.url }, from)
  const delivery = deliverMail({ db: shop.db, transport, clock: () => now, log }, stopping.signal)
  await arrived.promise
  stopping.abort()
  await delivery
  expect((await outbox())[0]).toMatchObject({ sent_at: null, text: 'Masih hangat.', next_attempt_at: noon })
})
