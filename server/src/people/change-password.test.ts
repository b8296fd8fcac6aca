import { expect, test } from 'vitest'
import { inAnotherTransaction, queriesWaiting } from '../testing/locks.ts'
import { makeUser } from '../testing/make-user.ts'
import { noon, useAccounts } from '../testing/use-accounts.ts'
import { useEach } from '../testing/use-each.ts'
import { findAccount, openSession } from './sessions/sessions.ts'

const { shop, api } = useAccounts({ limits: { loginFailuresPerEmailAndIp: 3 }, emptied: ['login_failures'] })

const ani = useEach(() => makeUser(shop.db, { now: noon }))

const change = (current_password: string, new_password: string) =>
  api.inject({
    method: 'PUT',
    url: '/users/me/password',
    headers: ani.headers,
    payload: { current_password, new_password },
  })

const logIn = async (password: string) =>
  (await api.inject({ method: 'POST', url: '/auth/login', payload: { email: ani.email, password } })).statusCode

const isValid = async (token: string) => (await findAccount(shop.db, token, noon)) !== undefined

test('the new password replaces the old one, and the other sessions have ended', async () => {
  const phone = await openSession(shop.db, ani, noon)
  const stranger = await makeUser(shop.db, { now: noon })
  const answer = await change(ani.password, 'kata-sandi-baru')
  expect(answer.json()).toEqual({ message: 'Kata sandi berhasil diubah.' })
  expect(await Promise.all([ani.token, phone, stranger.token].map(isValid))).toEqual([true, false, true])
  expect([await logIn(ani.password), await logIn('kata-sandi-baru')]).toEqual([401, 200])
})

test('a wrong current password changes nothing and is reported in its field', async () => {
  const phone = await openSession(shop.db, ani, noon)
  const answer = await change('bukan-ini', 'kata-sandi-baru')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { current_password: 'Kata sandi saat ini salah.' },
  })
  expect(await isValid(phone)).toBe(true)
  expect(await logIn(ani.password)).toBe(200)
})

test('a new password has 8 to 100 characters', async () => {
  const answers = [await change(ani.password, 'pendek'), await change(ani.password, 'x'.repeat(101))]
  expect(answers.map((answer) => answer.json().fields.new_password)).toEqual([
    'Kata sandi minimal 8 karakter.',
    'Kata sandi paling panjang 100 karakter.',
  ])
})

test('only one of two simultaneous changes succeeds, and its password is valid', async () => {
  const answers = await Promise.all([change(ani.password, 'kata-sandi-satu'), change(ani.password, 'kata-sandi-dua')])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
  const newPassword = answers[0]?.statusCode === 200 ? 'kata-sandi-satu' : 'kata-sandi-dua'
  expect(await logIn(newPassword)).toBe(200)
})

test('a login with the old password opens no session while the password is being changed', async () => {
  await inAnotherTransaction(shop.pool, async (changing) => {
    await changing.query('update users set password_hash = $1 where id = $2', ['of another password', ani.id])
    const login = logIn(ani.password)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await changing.query('commit')
    expect(await login).toBe(401)
  })
})

test('a change after too many failures is refused before it computes a hash', async () => {
  for (let i = 0; i < 3; i += 1) await change(`tebakan-${i}`, 'kata-sandi-baru')
  const answers = await Promise.all(Array.from({ length: 150 }, () => change(ani.password, 'kata-sandi-baru')))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([429]))
})

test('a common new password is refused; the present password may be common', async () => {
  const refused = await change(ani.password, 'Football1')
  expect(refused.json()).toMatchObject({
    code: 'VALIDATION',
    fields: { new_password: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.' },
  })
  const budi = await makeUser(shop.db, { password: 'password', now: noon })
  const payload = { current_password: 'password', new_password: 'kata-sandi-budi' }
  const changed = await api.inject({ method: 'PUT', url: '/users/me/password', headers: budi.headers, payload })
  expect(changed.statusCode).toBe(200)
})
