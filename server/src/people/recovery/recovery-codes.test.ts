import { recoveryCodeCount } from '@camilan/contract/accounts'
import { beforeEach, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const password = 'kata-sandi-baru-1'

beforeEach(() => shop.db.deleteFrom('login_failures').execute())
const ani = useEach(() => shop.admin())

const make = () =>
  ani.ask<{ codes: string[] }>('POST', '/admin/recovery-codes', { body: { current_password: ani.password } })
const codesOf = async () => (await make()).body.data.codes
const left = async () => (await ani.ask<{ left: number }>('GET', '/admin/recovery-codes')).body.data.left
const recover = (code: string, { email = ani.email } = {}) =>
  shop.ask('POST', '/auth/recover', { body: { email, code, password } })
const logIn = (password: string) => shop.ask('POST', '/auth/login', { body: { email: ani.email, password } })

test('a code sets a new password once, ends all sessions, and the other codes stay', async () => {
  const [code = '', other = ''] = await codesOf()
  expect(await left()).toBe(recoveryCodeCount)
  expect((await recover(` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
  expect((await ani.ask('GET', '/users/me')).status).toBe(401)
  expect([(await logIn(ani.password)).status, (await logIn(password)).status]).toEqual([401, 200])
  expect(await recover(code)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect((await recover(other)).status).toBe(200)
})

test('every administrator is told of new codes, and of a password that one has set', async () => {
  const owner = await shop.admin()
  const [code = ''] = await codesOf()
  await recover(code)
  const { data } = (await owner.ask<{ kind: string; message: string }[]>('GET', '/notifications')).body
  const told = data.filter(({ kind }) => kind === 'access-changed').map(({ message }) => message)
  const then = 'ganti kata sandi Anda dan buat kode pemulihan baru.'
  expect(told.sort()).toEqual([
    expect.stringMatching(new RegExp(`^Kata sandi ${ani.name} diganti dengan kode pemulihan\\. .*${then}$`)),
    expect.stringMatching(new RegExp(`^${ani.name} membuat kode pemulihan baru untuk akunnya\\. .*${then}$`)),
  ])
})

test('of simultaneous requests with one code only one has an effect', async () => {
  const [code = ''] = await codesOf()
  const answers = await Promise.all([recover(code), recover(code), recover(code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('new codes end the former ones', async () => {
  const [former = ''] = await codesOf()
  await make()
  expect((await recover(former)).status).toBe(400)
  expect(await left()).toBe(recoveryCodeCount)
})

test('wrong codes are counted with wrong passwords: after them the right code is refused, too', async () => {
  const [code = ''] = await codesOf()
  const unknown = await recover(code, { email: 'tidak-ada@contoh.id' })
  expect(await recover('AAAA-AAAA-AAAA-AAAA')).toMatchObject({ status: unknown.status, body: unknown.body })
  for (let times = 1; times < shop.config.limits.loginFailuresPerEmailAndIp - 1; times += 1) await logIn('salah-sekali')
  await recover('AAAA-AAAA-AAAA-AAAA')
  expect(await recover(code)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect((await logIn(ani.password)).status).toBe(429)
  await shop.advanceClock(minutes(15))
  expect((await recover(code)).status).toBe(200)
})

test('the codes of another account do not work', async () => {
  const [code = ''] = await codesOf()
  expect((await recover(code, { email: (await shop.admin()).email })).status).toBe(400)
})
