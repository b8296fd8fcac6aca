/** The mail server that is set in the browser. */
import type { MailServerState } from '@camilan/contract/mail-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliverMail } from '../../mail/deliver-mail.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { openMailServer } from '../../mail/transports/mail-server.ts'
import { minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { type MailServer, SmtpRefusal, startMailServer } from '../../testing/mail-server.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const path = '/admin/settings/mail-server'
const login = { user: 'toko@contoh.id', password: 'rahasia-surat' }

beforeEach(async () => {
  await shop.db.deleteFrom('mail_server').execute()
  await shop.db.deleteFrom('mail_outbox').execute()
  await shop.mailServer.reload()
})

const admin = useEach(() => shop.onlyAdmin())

const formOf = ({ port }: Pick<MailServer, 'port'>, overrides: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'starttls',
  username: login.user,
  password: login.password,
  sender_name: 'Bu Sari',
  sender_email: 'sari@contoh.id',
  current_password: admin.password,
  ...overrides,
})
const put = (body: object) => admin.ask<MailServerState>('PUT', path, { body })
const state = async () => (await admin.ask<MailServerState>('GET', path)).body.data
const mail = { recipient: 'ani@contoh.id', subject: 'Halo', text: 'Halo', html: '<p>Halo</p>' }
const queue = () => transact(shop.db, (tx) => queueMail(tx, mail, shop.clock()))
const log = { warn() {}, error() {} }
const deliver = () => {
  const { db, clock, mailServer } = shop
  return deliverMail({ db, clock, log, transport: mailServer.transport }, new AbortController().signal)
}
const stored = async () => JSON.stringify((await shop.pool.query('select * from mail_server')).rows)

test('it is tested, stored encrypted, and used for the next mail, with the given sender', async () => {
  const server = await startMailServer({ login })
  expect(await state()).toMatchObject({ source: 'folder', host: null, locked: [], storage_problem: null })
  const saved = await put(formOf(server))
  expect(saved).toMatchObject({ status: 200, body: { message: 'Server email tersimpan' } })
  expect(saved.body.data).toMatchObject({
    source: 'browser',
    host: '127.0.0.1',
    port: server.port,
    username: login.user,
    has_password: true,
    password_missing: false,
    sender_name: 'Bu Sari',
    sender_email: 'sari@contoh.id',
    set_by: admin.name,
    set_at: shop.clock().toISOString(),
  })
  expect(JSON.stringify([saved.body, await state()])).not.toContain(login.password)
  expect(await stored()).not.toContain(login.password)
  await queue()
  await deliver()
  expect(server.received).toMatchObject([{ recipient: 'ani@contoh.id' }])
  expect(server.received[0]?.message).toContain('From: Bu Sari <sari@contoh.id>')
})

test('mail that waited for a failed server is sent at once', async () => {
  const broken = await startMailServer({ login })
  await put(formOf(broken))
  await broken.close()
  await queue()
  await deliver()
  const waiting = () =>
    shop.db.selectFrom('mail_outbox').select(['sent_at', 'next_attempt_at']).executeTakeFirstOrThrow()
  expect((await waiting()).next_attempt_at.getTime()).toBeGreaterThan(shop.clock().getTime())
  const server = await startMailServer({ login })
  await put(formOf(server))
  await deliver()
  expect(server.received).toHaveLength(1)
})

describe('the stored password', () => {
  test('is kept if none is given, also with another sender and encryption', async () => {
    const server = await startMailServer({ login })
    await put(formOf(server))
    const before = await shop.db.selectFrom('mail_server').select('sealed_password').executeTakeFirstOrThrow()
    expect((await put(formOf(server, { password: null, sender_name: '' }))).status).toBe(200)
    expect(
      await shop.db.selectFrom('mail_server').select(['sealed_password', 'sender_name']).executeTakeFirst(),
    ).toEqual({
      ...before,
      sender_name: null,
    })
    await queue()
    await deliver()
    expect(server.received[0]?.message).toContain('From: Camilan <sari@contoh.id>')
  })

  test.each([
    ['host', { host: 'localhost' }],
    ['port', {}],
    ['user', { username: 'lain@contoh.id' }],
  ])('is not sent to another %s and has to be given again', async (what, change) => {
    const server = await startMailServer({ login })
    const asked: string[] = []
    const other = await startMailServer({
      login: { user: 'x', password: 'y' },
      onRecipient: (to) => void asked.push(to),
    })
    await put(formOf(server))
    const to = what === 'port' ? other : server
    const refused = await put(formOf(to, { ...change, password: null }))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { password: expect.stringContaining('Isi lagi kata sandi') } },
    })
    expect(await state()).toMatchObject({
      host: '127.0.0.1',
      port: server.port,
      username: login.user,
      has_password: true,
    })
  })

  test('can’t be decrypted for another server, also if somebody copies it in the table', async () => {
    const server = await startMailServer({ login })
    await put(formOf(server))
    await shop.db.updateTable('mail_server').set({ host: 'mail.penyerang.example' }).execute()
    await shop.mailServer.reload()
    expect(await state()).toMatchObject({ has_password: false, password_missing: true })
  })

  test('counts as not set if it can’t be decrypted; mail waits, and is sent when the password is given again', async () => {
    const server = await startMailServer({ login })
    await put(formOf(server))
    await shop.db
      .updateTable('mail_server')
      .set({ sealed_password: Buffer.from('bukan kunci') })
      .execute()
    await shop.mailServer.reload()
    expect(await state()).toMatchObject({ source: 'browser', password_missing: true })
    await queue()
    await deliver()
    expect(server.received).toEqual([])
    expect(await shop.db.selectFrom('mail_outbox').select(['sent_at', 'given_up_at']).execute()).toEqual([
      { sent_at: null, given_up_at: null },
    ])
    await shop.advanceClock(minutes(1))
    expect((await put(formOf(server))).status).toBe(200)
    await deliver()
    expect(server.received).toHaveLength(1)
  })
})

describe('the stored password is removed', () => {
  const remove = () =>
    admin.ask<MailServerState>('POST', `${path}/remove-password`, { body: { current_password: admin.password } })

  test('and mail waits until a new one is given', async () => {
    const server = await startMailServer({ login })
    await put(formOf(server))
    expect(await state()).toMatchObject({ has_password: true, password_stored: true })
    const removed = await remove()
    expect(removed).toMatchObject({
      status: 200,
      body: {
        message: 'Kata sandi server email dihapus',
        data: { source: 'browser', host: '127.0.0.1', password_stored: false, password_missing: true },
      },
    })
    expect(await shop.db.selectFrom('mail_server').select('sealed_password').execute()).toEqual([
      { sealed_password: null },
    ])
    await queue()
    await deliver()
    expect(server.received).toEqual([])
    await shop.advanceClock(minutes(1))
    expect((await put(formOf(server))).status).toBe(200)
    await deliver()
    expect(server.received).toHaveLength(1)
  })

  test('and the history has one entry', async () => {
    await put(formOf(await startMailServer({ login })))
    const audit = async () =>
      (await admin.ask<{ changes: object[] }[]>('GET', '/admin/settings/audit?limit=50')).body.data
    const before = (await audit()).length
    for (let i = 0; i < 2; i += 1) expect((await remove()).status).toBe(200)
    expect(await audit()).toHaveLength(before + 1)
    expect((await audit())[0]?.changes).toEqual([{ field: 'mail_password', before: '••••', after: null }])
  })
})

describe('a mail server is refused', () => {
  test.each([
    ['with a wrong password', { password: 'salah' }, 'password', 'menolak nama pengguna atau kata sandi (jawaban 535)'],
    ['that does not answer', { port: 1 }, 'host', 'tidak bisa dihubungi'],
    ['that is no name', { host: 'https://mail.contoh.id' }, 'host', 'Tulis nama server saja'],
    ['without a password for its user', { password: '' }, 'password', 'wajib diisi'],
    ['with a wrong sender', { sender_email: 'bukan email' }, 'sender_email', 'tidak valid'],
  ])('%s', async (_which, overrides, field, sentence) => {
    const server = await startMailServer({ login })
    const refused = await put(formOf(server, overrides))
    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringContaining(sentence) } } })
    expect(JSON.stringify(refused.body)).not.toContain(login.password)
    expect((await state()).source).toBe('folder')
  })
})

test('another machine gets no mail in the clear: a server without encryption is refused before the login', async () => {
  let logins = 0
  const server = await startMailServer({
    login: {
      get user() {
        logins += 1
        return login.user
      },
      password: login.password,
    },
  })
  // The same server, under an address that is not one of this machine's own.
  const refused = await put(formOf(server, { host: '0.0.0.0' }))
  expect(refused).toMatchObject({ status: 400, body: { fields: { host: expect.stringContaining('terenkripsi') } } })
  expect(logins).toBe(0)
})

test('the change is in the history, without the password', async () => {
  const server = await startMailServer({ login })
  await put(formOf(server))
  const { body } = await admin.ask<{ changes: { field: string }[] }[]>('GET', '/admin/settings/audit')
  const fields = body.data[0]?.changes.map(({ field }) => field)
  expect(fields).toEqual(
    expect.arrayContaining(['mail_host', 'mail_port', 'mail_username', 'mail_sender_email', 'mail_password']),
  )
  const entries = await shop.pool.query('select * from audit_entries')
  expect(JSON.stringify(entries.rows)).not.toContain(login.password)
})

test("a test mail goes to the administrator at once, at most five in an hour, and the answer has the server's reply", async () => {
  expect(await admin.ask('POST', `${path}/test`)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('Server email belum diatur') },
  })
  const server = await startMailServer({ login })
  await put(formOf(server))
  for (let i = 0; i < 5; i += 1) {
    expect(await admin.ask('POST', `${path}/test`)).toMatchObject({
      status: 200,
      body: { data: { recipient: admin.email } },
    })
  }
  expect(server.received).toHaveLength(5)
  expect(server.received[0]).toMatchObject({
    recipient: admin.email,
    message: expect.stringContaining('Email uji dari Camilan'),
  })
  expect((await admin.ask('POST', `${path}/test`)).status).toBe(429)
  const another = await shop.admin()
  await server.close()
  expect(await another.ask('POST', `${path}/test`)).toMatchObject({
    status: 400,
    body: { errors: expect.stringMatching(/^Email uji tidak terkirim.*tidak bisa dihubungi/) },
  })
})

test('a test mail whose sender the server refuses says that it was the sender', async () => {
  const onSender = () => {
    throw new SmtpRefusal(553, '5.7.1 sender address rejected')
  }
  await put(formOf(await startMailServer({ login, onSender })))
  expect((await admin.ask('POST', `${path}/test`)).body).toMatchObject({
    errors: expect.stringContaining('menolak alamat pengirim (jawaban 553)'),
  })
})

test('another process uses it within a second', async () => {
  const broadcast = openBroadcast(shop.connection, { warn() {} })
  await broadcast.opened
  const { db, sealer, config } = shop
  const deps = { db, sealer, broadcast, config: config.mail, dataDir: '/nonexistent', shopName: () => 'Camilan' }
  const other = await openMailServer(deps)
  const server = await startMailServer({ login })
  await put(formOf(server))
  await expect.poll(() => other.given()?.port, { timeout: 1_000 }).toBe(server.port)
  expect(other.given()?.password).toBe(login.password)
  other.close()
  await broadcast.close()
})
