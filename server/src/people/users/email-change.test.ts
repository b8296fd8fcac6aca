import { expect, test, vi } from 'vitest'
import { days, hours, later } from '../../platform/clock.ts'
import { formOf } from '../../testing/forms.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { makeUser, type TestUser } from '../../testing/make-user.ts'
import { mailedTokens } from '../../testing/reset-mail.ts'
import { noon, sender, useAccounts } from '../../testing/use-accounts.ts'
import { useEach } from '../../testing/use-each.ts'
import { sendResetLinks } from '../recovery/send-reset-links.ts'
import { deleteOldLoginData } from '../sessions/delete-old-login-data.ts'
import { findAccount } from '../sessions/sessions.ts'

const { shop, api, time, clock } = useAccounts({ emptied: ['mail_outbox', 'users'] })
const noticeSubject = 'Email akun Camilan Anda telah diganti'

const ani = useEach(() => makeUser(shop.db, { name: 'Ani', email: 'ani@contoh.id', now: time.now }))

function changeEmail(email: string, user = ani) {
  return api.inject({ method: 'PUT', url: '/users/me', headers: user.headers, payload: formOf({ email }) })
}

const post = (url: string, payload: object) => api.inject({ method: 'POST', url, payload })
const undo = (token: string) => post('/auth/undo-email-change', { token })
const logIn = async (email: string, password: string) => (await post('/auth/login', { email, password })).statusCode
const register = async (email: string) =>
  (await post('/auth/register', { name: 'Budi', email, password: 'kata-sandi-budi', phone: '081234567890' })).statusCode
const emailOf = async ({ id }: TestUser) =>
  (await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

async function requestLink(email: string): Promise<void> {
  await post('/auth/forgot-password', { email })
  await sendResetLinks({ db: shop.db, sender, clock }, new AbortController().signal)
}

const mails = () =>
  shop.db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).orderBy('created_at').execute()

async function undoTokens(recipient: string): Promise<string[]> {
  const notices = (await mails()).filter((mail) => mail.recipient === recipient && mail.subject === noticeSubject)
  return notices.map(({ text }) => /\/auth\/undo-email\?token=(\S+)/.exec(text ?? '')?.[1] ?? '')
}

const invalidLink = {
  code: 'VALIDATION',
  fields: { token: 'Tautan ini sudah dipakai atau tidak berlaku lagi.' },
}

test('a new e-mail is valid at once, and the former one gets a notice that names nobody', async () => {
  expect((await changeEmail('ani.baru@contoh.id')).json().data.email).toBe('ani.baru@contoh.id')
  expect(await logIn('ani.baru@contoh.id', ani.password)).toBe(200)
  const [notice, ...others] = await mails()
  expect(others).toEqual([])
  expect(notice).toMatchObject({ recipient: 'ani@contoh.id', subject: noticeSubject })
  expect(notice?.text).toContain('diganti pada 20-11-2026 12:00 WIB')
  expect(notice?.text).not.toMatch(/\bAni\b|ani\.baru/)
  expect(await undoTokens('ani@contoh.id')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
})

test('a new e-mail that differs in case only, or not at all, is no change of the address', async () => {
  for (const email of ['ani@contoh.id', 'ANI@contoh.id', 'Ani@Contoh.id', 'ani@contoh.ID']) {
    expect((await changeEmail(email)).statusCode).toBe(200)
  }
  expect(await mails()).toEqual([])
})

test('the e-mail changes at most three times in a day', async () => {
  for (const i of [1, 2, 3]) {
    time.now = later(noon, hours(i))
    expect((await changeEmail(`ani${i}@contoh.id`)).statusCode).toBe(200)
  }
  const refused = await changeEmail('ani4@contoh.id')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
  expect(refused.headers['retry-after']).toBe(String((hours(24) - hours(2)) / 1000))
  expect(refused.json().fields.email).toBe('Email sudah terlalu sering diubah hari ini. Silakan coba lagi besok.')
  expect(await emailOf(ani)).toBe('ani3@contoh.id')
  time.now = later(noon, hours(25))
  expect((await changeEmail('ani4@contoh.id')).statusCode).toBe(200)
})

test('the password of the user is checked where it is sent, and counted like one of a login', async () => {
  const change = (current_password: string, email = 'ani.baru@contoh.id') => {
    const payload = formOf({ email, current_password })
    return api.inject({ method: 'PUT', url: '/users/me', headers: ani.headers, payload })
  }
  for (let times = 0; times < 10; times += 1) {
    expect((await change('salah-sekali')).json()).toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: { current_password: 'Kata sandi saat ini salah.' },
    })
  }
  expect((await change(ani.password)).json().code).toBe('RATE_LIMITED')
  expect((await change('')).json()).toMatchObject({
    code: 'VALIDATION',
    fields: { current_password: expect.any(String) },
  })
  expect([await emailOf(ani), await mails()]).toEqual(['ani@contoh.id', []])
  await shop.db.deleteFrom('login_failures').execute()
  expect((await change(ani.password)).json().data.email).toBe('ani.baru@contoh.id')
  expect((await changeEmail('ani.tanpa@contoh.id')).statusCode).toBe(200)
})

test("simultaneous changes don't exceed the limit", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => changeEmail(`ani${i}@contoh.id`)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, ...Array(5).fill(429)])
})

test('a former e-mail stays reserved for seven days, and so do those in between', async () => {
  const budi = await makeUser(shop.db, { now: time.now })
  await changeEmail('tengah@contoh.id')
  await changeEmail('baru@contoh.id')
  for (const email of ['ANI@contoh.id', 'tengah@contoh.id', 'baru@contoh.id']) {
    expect(await register(email), email).toBe(409)
    expect((await changeEmail(email, budi)).json().code, email).toBe('EMAIL_TAKEN')
  }
  expect((await changeEmail('tengah@contoh.id')).statusCode).toBe(200)
  time.now = later(noon, days(7))
  expect(await register('ani@contoh.id')).toBe(201)
})

test('nobody gets an e-mail at the moment at which another account gives it up', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from users where id = $1 for update', [ani.id])
    const changing = changeEmail('ani.baru@contoh.id')
    await vi.waitUntil(async () => (await queriesWaiting(shop.pool)) === 1, { timeout: 10_000 })
    const budi = await makeUser(shop.db, { now: time.now })
    await other.query("update users set email = 'sementara@contoh.id' where id = $1", [ani.id])
    // Budi's update waits for the row that gives the e-mail up, and finds it committed with its reservation.
    await other.query(
      `insert into email_changes (user_id, former_email, notified_email, undo_token_hash, changed_at)
        values ($1, 'ani@contoh.id', 'ani@contoh.id', 'x', $2)`,
      [ani.id, time.now],
    )
    const taking = changeEmail('ani@contoh.id', budi)
    await vi.waitUntil(async () => (await queriesWaiting(shop.pool)) === 2, { timeout: 10_000 })
    await other.query('commit')
    expect((await taking).json().code).toBe('EMAIL_TAKEN')
    expect((await changing).statusCode).toBe(200)
  })
})

test('for seven days only the e-mail before the first change gets reset links', async () => {
  await changeEmail('pencuri@contoh.id')
  time.now = later(noon, hours(1))
  await changeEmail('pencuri.lain@contoh.id')
  for (const email of ['pencuri@contoh.id', 'pencuri.lain@contoh.id', 'ani@contoh.id']) await requestLink(email)
  expect(await mailedTokens(shop.db, 'pencuri@contoh.id')).toEqual([])
  expect(await mailedTokens(shop.db, 'pencuri.lain@contoh.id')).toEqual([])
  const [token = ''] = await mailedTokens(shop.db, 'ani@contoh.id')
  const reset = await post('/auth/reset-password', { token, password: 'kata-sandi-baru' })
  expect(reset.statusCode).toBe(200)
  expect(await logIn('pencuri.lain@contoh.id', 'kata-sandi-baru')).toBe(200)

  time.now = later(noon, days(7) + hours(2))
  await requestLink('pencuri.lain@contoh.id')
  expect(await mailedTokens(shop.db, 'pencuri.lain@contoh.id')).toHaveLength(1)
})

test('the next change counts when the first is seven days old', async () => {
  await changeEmail('kedua@contoh.id')
  time.now = later(noon, days(6))
  await changeEmail('ketiga@contoh.id')
  expect(await undoTokens('ani@contoh.id')).toHaveLength(2)
  time.now = later(noon, days(7))
  for (const email of ['ani@contoh.id', 'kedua@contoh.id', 'ketiga@contoh.id']) await requestLink(email)
  const received = (await mails()).filter(({ subject }) => subject !== noticeSubject)
  expect(received.map(({ recipient }) => recipient)).toEqual(['kedua@contoh.id'])
})

test('the link restores the e-mail, ends sessions, reset link and password, and leads to a new password', async () => {
  await requestLink(ani.email)
  const [oldReset = ''] = await mailedTokens(shop.db, ani.email)
  await changeEmail('pencuri@contoh.id')
  time.now = later(noon, hours(1))
  await changeEmail('pencuri.lain@contoh.id')
  const [token = ''] = await undoTokens('ani@contoh.id')
  time.now = later(noon, days(7) - 1)

  const answer = await undo(token)
  expect(answer.json()).toEqual({
    message: 'Email akun Anda sudah dikembalikan. Sekarang buat kata sandi baru.',
    data: { reset_token: expect.stringMatching(/^[\w-]{43}$/) },
  })
  expect(await emailOf(ani)).toBe('ani@contoh.id')
  expect(await findAccount(shop.db, ani.token, time.now)).toBeUndefined()
  expect(await logIn('ani@contoh.id', ani.password)).toBe(401)
  expect((await post('/auth/reset-password', { token: oldReset, password: 'kata-sandi-baru' })).statusCode).toBe(400)

  const password = 'kata-sandi-baru'
  expect((await post('/auth/reset-password', { token: answer.json().data.reset_token, password })).statusCode).toBe(200)
  expect(await logIn('ani@contoh.id', password)).toBe(200)
  expect(await register('pencuri.lain@contoh.id')).toBe(201)
})

test('a link works once, and ends the other links to the same e-mail', async () => {
  await changeEmail('pencuri@contoh.id')
  time.now = later(noon, hours(1))
  await changeEmail('pencuri.lain@contoh.id')
  const [first = '', second = ''] = await undoTokens('ani@contoh.id')
  expect((await undo(second)).statusCode).toBe(200)
  for (const token of [first, second]) expect((await undo(token)).json()).toMatchObject(invalidLink)
})

test('only one of two simultaneous requests with one link succeeds', async () => {
  await changeEmail('pencuri@contoh.id')
  const [token = ''] = await undoTokens('ani@contoh.id')
  const answers = await Promise.all([undo(token), undo(token)])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
})

test("a later owner's link does not end an earlier owner's", async () => {
  await changeEmail('pencuri@contoh.id')
  time.now = later(noon, days(6))
  await changeEmail('kedua@contoh.id')
  time.now = later(noon, days(8))
  await changeEmail('ketiga@contoh.id')
  const [, owners = ''] = await undoTokens('ani@contoh.id')
  const [thiefs = ''] = await undoTokens('pencuri@contoh.id')
  expect((await undo(thiefs)).statusCode).toBe(200)
  expect(await emailOf(ani)).toBe('pencuri@contoh.id')
  expect((await undo(owners)).statusCode).toBe(200)
  expect(await emailOf(ani)).toBe('ani@contoh.id')
  expect((await undo(thiefs)).json()).toMatchObject(invalidLink)
})

test('an unknown, malformed or expired link changes nothing', async () => {
  await changeEmail('pencuri@contoh.id')
  const [token = ''] = await undoTokens('ani@contoh.id')
  for (const wrong of ['', 'x', token.slice(1), `${token}A`, 'A'.repeat(10_000), 'nol\0']) {
    expect((await undo(wrong)).json(), wrong.slice(0, 50)).toMatchObject(invalidLink)
  }
  expect((await post('/auth/undo-email-change', {})).json()).toMatchObject(invalidLink)
  time.now = later(noon, days(7))
  expect((await undo(token)).json()).toMatchObject(invalidLink)
  expect(await emailOf(ani)).toBe('pencuri@contoh.id')
})

test('the link acts by POST only', async () => {
  await changeEmail('pencuri@contoh.id')
  const [token = ''] = await undoTokens('ani@contoh.id')
  const answer = await api.inject({ method: 'GET', url: `/auth/undo-email-change?token=${token}` })
  expect(answer.statusCode).toBe(404)
  expect(await emailOf(ani)).toBe('pencuri@contoh.id')
})

test('a recipient gets at most three other mails about an account in a day, but every notice', async () => {
  for (let i = 0; i < 5; i += 1) {
    const payload = { current_password: ani.password, new_password: ani.password }
    const answer = await api.inject({ method: 'PUT', url: '/users/me/password', headers: ani.headers, payload })
    expect(answer.statusCode).toBe(200)
  }
  await requestLink(ani.email)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(Array(3).fill('ani@contoh.id'))
  await changeEmail('baru@contoh.id')
  expect(await undoTokens('ani@contoh.id')).toHaveLength(1)
  time.now = later(noon, days(1))
  await requestLink(ani.email)
  expect(await mailedTokens(shop.db, ani.email)).toHaveLength(1)
})

test('no mail contains the name, which a stranger chose', async () => {
  const thief = await makeUser(shop.db, {
    name: 'Menang hadiah, buka jahat.example',
    email: 'korban@contoh.id',
    now: time.now,
  })
  await requestLink('korban@contoh.id')
  const payload = { current_password: thief.password, new_password: 'kata-sandi-baru' }
  await api.inject({ method: 'PUT', url: '/users/me/password', headers: thief.headers, payload })
  await changeEmail('lain@contoh.id', thief)
  const sent = await shop.db.selectFrom('mail_outbox').selectAll().execute()
  expect(sent).toHaveLength(3)
  expect(JSON.stringify(sent)).not.toContain('jahat.example')
})

test('records of changes are deleted when no rule uses them any more', async () => {
  await changeEmail('baru@contoh.id')
  await deleteOldLoginData(shop.db, later(noon, days(7) - 1))
  expect(await shop.db.selectFrom('email_changes').select('id').execute()).toHaveLength(1)
  await deleteOldLoginData(shop.db, later(noon, days(7)))
  expect(await shop.db.selectFrom('email_changes').select('id').execute()).toEqual([])
})
