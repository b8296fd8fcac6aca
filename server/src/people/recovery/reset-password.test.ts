import { beforeEach, expect, test } from 'vitest'
import { later, minutes } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { makeAdmin, makeUser, type TestUser } from '../../testing/make-user.ts'
import { mailedTokens } from '../../testing/reset-mail.ts'
import { noon, sender, useAccounts } from '../../testing/use-accounts.ts'
import { findAccount, openSession } from '../sessions/sessions.ts'
import { updateUser } from '../users/write-users.ts'
import { forgotPassword } from './forgot-password.ts'
import { sendResetLinks } from './send-reset-links.ts'

const { shop, api, time, clock } = useAccounts({
  limits: { loginFailuresPerEmailAndIp: 3, loginFailuresPerEmail: 5 },
  emptied: ['mail_outbox', 'login_failures', 'users'],
})
const home = '10.0.0.1'
const cafe = '10.0.0.2'

let ani: TestUser
let token: string

beforeEach(async () => {
  ani = await makeUser(shop.db, { name: 'Ani', email: 'ani@contoh.id', now: time.now })
  token = await linkFor(ani)
})

async function linkFor({ email }: TestUser): Promise<string> {
  const former = await mailedTokens(shop.db, email)
  await forgotPassword(shop.db, email, time.now)
  await sendResetLinks({ db: shop.db, sender, clock }, new AbortController().signal)
  // Mails of the same moment have no fixed order.
  const [token = ''] = (await mailedTokens(shop.db, email)).filter((mailed) => !former.includes(mailed))
  return token
}

const reset = (password: string, withToken = token) =>
  api.inject({ method: 'POST', url: '/auth/reset-password', payload: { token: withToken, password } })

const logIn = async (password: string, { email } = ani, remoteAddress = home) =>
  (await api.inject({ method: 'POST', url: '/auth/login', payload: { email, password }, remoteAddress })).statusCode

const isValid = async (session: string) => (await findAccount(shop.db, session, time.now)) !== undefined

const invalidLink = {
  errors: 'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.',
  message: 'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.',
  code: 'VALIDATION',
  fields: { token: 'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.' },
}

test('the new password replaces the old one', async () => {
  const answer = await reset('kata-sandi-baru')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: 'Kata sandi berhasil diubah. Silakan login dengan kata sandi baru Anda.' },
  ])
  expect([await logIn(ani.password), await logIn('kata-sandi-baru')]).toEqual([401, 200])
})

test('all sessions of the account end, and no others', async () => {
  const phone = await openSession(shop.db, ani, time.now)
  const budi = await makeUser(shop.db, { now: time.now })
  await reset('kata-sandi-baru')
  expect(await Promise.all([ani.token, phone, budi.token].map(isValid))).toEqual([false, false, true])
})

test('a link changes only its account: the password, sessions and link of another stay', async () => {
  const admin = await makeAdmin(shop.db, { now: time.now })
  const adminToken = await linkFor(admin)
  await reset('kata-sandi-baru')
  expect([await logIn(admin.password, admin), await logIn('kata-sandi-baru', admin)]).toEqual([200, 401])
  expect(await isValid(admin.token)).toBe(true)
  expect((await reset('kata-sandi-admin', adminToken)).statusCode).toBe(200)
})

test('a link works once', async () => {
  await reset('kata-sandi-satu')
  const again = await reset('kata-sandi-dua')
  expect([again.statusCode, again.json()]).toEqual([400, invalidLink])
  expect([await logIn('kata-sandi-satu'), await logIn('kata-sandi-dua')]).toEqual([200, 401])
})

test('only one of two simultaneous requests with one link succeeds, and its password is valid', async () => {
  const passwords = ['kata-sandi-satu', 'kata-sandi-dua']
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from users where id = $1 for update', [ani.id])
    const resets = passwords.map((password) => reset(password))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    const statuses = (await Promise.all(resets)).map((answer) => answer.statusCode)
    expect(statuses.toSorted()).toEqual([200, 400])
    expect(await logIn(passwords[statuses.indexOf(200)] ?? '')).toBe(200)
  })
})

test('a link is valid for thirty minutes', async () => {
  time.now = later(noon, minutes(30))
  expect((await reset('kata-sandi-baru')).json()).toEqual(invalidLink)
  time.now = later(noon, minutes(29))
  expect((await reset('kata-sandi-baru')).statusCode).toBe(200)
})

test('an unknown or malformed token is refused', async () => {
  for (const wrong of ['', 'x', token.slice(1), `${token}A`, 'A'.repeat(43), 'A'.repeat(10_000), 'nol\0']) {
    const answer = await reset('kata-sandi-baru', wrong)
    expect([answer.statusCode, answer.json()], wrong.slice(0, 50)).toEqual([400, invalidLink])
  }
  const missing = await api.inject({
    method: 'POST',
    url: '/auth/reset-password',
    payload: { password: 'panjang-sekali' },
  })
  expect(missing.json()).toEqual(invalidLink)
  expect(await logIn(ani.password)).toBe(200)
})

test('a link that was sent to a former e-mail of the account is refused', async () => {
  await updateUser(shop.db, ani.id, { email: 'ani.baru@contoh.id' })
  expect((await reset('kata-sandi-baru')).json()).toEqual(invalidLink)
})

test('changing the password ends the link', async () => {
  const changed = await api.inject({
    method: 'PUT',
    url: '/users/me/password',
    headers: ani.headers,
    payload: { current_password: ani.password, new_password: 'kata-sandi-baru' },
  })
  expect(changed.statusCode).toBe(200)
  expect((await reset('kata-sandi-lain')).json()).toEqual(invalidLink)
})

test('earlier failures no longer prevent a login from any IP address after a reset', async () => {
  for (const ip of [home, cafe]) {
    for (let i = 0; i < 3; i += 1) await logIn(`salah-${i}`, ani, ip)
    expect(await logIn(ani.password, ani, ip)).toBe(429)
  }
  await reset('kata-sandi-baru')
  expect([await logIn('kata-sandi-baru', ani, home), await logIn('kata-sandi-baru', ani, cafe)]).toEqual([200, 200])
})

test('the owner is informed by mail of a reset and of a change', async () => {
  await reset('kata-sandi-baru')
  const session = await openSession(shop.db, ani, time.now)
  await api.inject({
    method: 'PUT',
    url: '/users/me/password',
    headers: { authorization: `Bearer ${session}` },
    payload: { current_password: 'kata-sandi-baru', new_password: 'kata-sandi-lain' },
  })
  const mails = await shop.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'text'])
    .where('subject', '=', 'Kata sandi Camilan Anda telah diubah')
    .execute()
  expect(mails).toHaveLength(2)
  for (const { recipient, text } of mails) {
    expect(recipient).toBe(ani.email)
    expect(text).toContain('diubah pada 20-11-2026 12:00 WIB')
    expect(text).toContain('https://toko.example/auth/forgot-password')
    expect(text).not.toContain('kata-sandi')
  }
})

test('a refused reset sends no mail', async () => {
  await reset('kata-sandi-baru', 'A'.repeat(43))
  expect(await shop.db.selectFrom('mail_outbox').select('subject').execute()).toEqual([
    { subject: 'Atur ulang kata sandi Camilan' },
  ])
})

test('a common password is refused and does not use up the link', async () => {
  expect((await reset('Football1')).json().fields).toEqual({
    password: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.',
  })
  expect((await reset('kata-sandi-baru')).statusCode).toBe(200)
})

test('a link can be checked beforehand, and the check does not use it up', async () => {
  const check = async (withToken: unknown = token) => {
    const { statusCode, body } = await api.inject({
      method: 'POST',
      url: '/auth/check-reset-link',
      payload: { token: withToken },
    })
    return [statusCode, JSON.parse(body).data ?? JSON.parse(body).code]
  }
  expect(await check()).toEqual([200, { valid: true }])
  expect(await check()).toEqual([200, { valid: true }])
  for (const wrong of ['', 'x', `${token}A`, 'A'.repeat(43), 'nol\0'])
    expect(await check(wrong)).toEqual([200, { valid: false }])
  for (const wrong of [null, 5, 'A'.repeat(10_000)]) expect(await check(wrong)).toEqual([400, 'VALIDATION'])
  const former = token
  token = await linkFor(ani)
  expect([await check(former), await check()]).toEqual([
    [200, { valid: false }],
    [200, { valid: true }],
  ])
  time.now = later(noon, minutes(30))
  expect(await check()).toEqual([200, { valid: false }])
  time.now = noon
  await reset('kata-sandi-baru')
  expect(await check()).toEqual([200, { valid: false }])
})
