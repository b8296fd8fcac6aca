import { passwords } from '@camilan/contract/testing/typed-texts'
import { describe, expect, test } from 'vitest'
import { days, hours, later, minutes } from '../../platform/clock.ts'
import { whileReadOnly } from '../../testing/locks.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { noon, useAccounts } from '../../testing/use-accounts.ts'
import { useEach } from '../../testing/use-each.ts'
import { deleteOldLoginData } from '../sessions/delete-old-login-data.ts'

const { shop, api, time } = useAccounts({
  limits: { loginFailuresPerEmail: 14, loginFailuresPerIp: 20 },
  emptied: ['login_failures', 'users'],
})
const home = '10.0.0.1'
const cafe = '10.0.0.2'

const ani = useEach(() => makeUser(shop.db, { email: 'Ani@Contoh.id', now: time.now }))

const logIn = (email: string, password: string, ip = home) =>
  api.inject({ method: 'POST', url: '/auth/login', payload: { email, password }, remoteAddress: ip })

async function fail(times: number, email = ani.email, ip = home): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await logIn(email, `salah-${i}`, ip)).statusCode)
  return statuses
}

type LogOut = ['POST' | 'DELETE', string]
const logOut = (token: string, [method, url]: LogOut = ['POST', '/auth/logout']) =>
  api.inject({ method, url, headers: { authorization: `Bearer ${token}` } })

test('a login returns a token, the account and the role, whatever the case of the e-mail', async () => {
  const customer = await logIn(' ani@CONTOH.id ', ani.password)
  expect(customer.json()).toEqual({
    data: { token: expect.stringMatching(/^[\w-]{43}$/), id: ani.id, is_admin: false, role: 'customer' },
  })
  const admin = await makeAdmin(shop.db)
  expect((await logIn(admin.email, admin.password)).json().data.is_admin).toBe(true)
})

test('the database does not store the token', async () => {
  const { token } = (await logIn(ani.email, ani.password)).json().data
  const rows = await shop.db.selectFrom('sessions').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows.map((row) => row.token_hash.toString('latin1')))).not.toContain(token)
})

test('an unknown e-mail and a wrong password get the same response, and both are counted', async () => {
  const [unknown, wrong] = [await logIn('tidak@ada.id', 'salah-sekali'), await logIn(ani.email, 'salah-sekali')]
  expect(unknown.statusCode).toBe(401)
  expect(unknown.json()).toEqual({
    errors: 'Email atau kata sandi salah.',
    message: 'Email atau kata sandi salah.',
    code: 'INVALID_CREDENTIALS',
  })
  expect(wrong.body).toBe(unknown.body)
  expect(await fail(10, 'tidak@ada.id')).toEqual([...Array(9).fill(401), 429])
})

test('logins are refused after ten failures, until the oldest of them is 15 minutes old', async () => {
  expect(await fail(1)).toEqual([401])
  time.now = later(noon, minutes(5))
  expect(await fail(10)).toEqual([...Array(9).fill(401), 429])
  const refused = await logIn(ani.email, ani.password)
  expect(refused.json().code).toBe('RATE_LIMITED')
  expect(refused.headers['retry-after']).toBe('600')
  time.now = later(noon, minutes(15))
  expect((await logIn(ani.email, ani.password)).statusCode).toBe(200)
})

test('a successful login deletes the failures of that e-mail from that IP address only', async () => {
  await fail(9)
  await fail(3, ani.email, cafe)
  await logIn(ani.email, ani.password)
  expect(await fail(11)).toEqual([...Array(10).fill(401), 429])
  const left = await shop.db.selectFrom('login_failures').select('address').where('address', '=', cafe).execute()
  expect(left).toHaveLength(3)
})

test('fifty simultaneous attempts, wrong or right, get no more answers than the limit allows', async () => {
  await fail(8)
  const guesses = [...Array.from({ length: 49 }, (_, i) => `tebakan-${i}`), ani.password]
  const answers = await Promise.all(guesses.map((guess) => logIn(ani.email, guess)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([401, 401, ...Array(48).fill(429)])
})

test('twenty simultaneous correct logins all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(ani.email, ani.password)))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200))
})

test('a stranger with many IP addresses is refused, and the owner can still log in from a known one', async () => {
  await logIn(ani.email, ani.password, home)
  const budi = await makeUser(shop.db, { now: time.now })
  await logIn(budi.email, budi.password, cafe) // known, but to another account than Ani's
  const strangers = await Promise.all(Array.from({ length: 14 }, (_, i) => logIn(ani.email, 'tebakan', `10.1.0.${i}`)))
  expect(strangers.map((answer) => answer.statusCode)).toEqual(Array(14).fill(401))
  const refused = await logIn(ani.email, ani.password, cafe)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await logIn(ani.email, ani.password, home)).statusCode).toBe(200)
  time.now = later(noon, hours(1))
  expect((await logIn(ani.email, ani.password, cafe)).statusCode).toBe(200)
})

test('an IP address that tries many e-mails is refused for an hour', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 21; i += 1) statuses.push((await logIn(`orang${i}@contoh.id`, 'tebakan', cafe)).statusCode)
  expect(statuses).toEqual([...Array(20).fill(401), 429])
  expect((await logIn(ani.email, ani.password, cafe)).statusCode).toBe(429)
  expect((await logIn(ani.email, ani.password, home)).statusCode).toBe(200)
})

test('two simultaneous failures from an IP address do not exceed its limit', async () => {
  const earlier = Array.from({ length: 19 }, (_, i) => ({
    email_key: `orang${i}@contoh.id`,
    address: cafe,
    failed_at: noon,
  }))
  await shop.db.insertInto('login_failures').values(earlier).execute()
  const guess = (email: string) => () => logIn(email, 'tebakan', cafe)
  const answers = await whileReadOnly(shop.pool, 'login_failures', [guess('a@contoh.id'), guess('b@contoh.id')])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([401, 429])
})

test('a very long e-mail is treated as unknown', async () => {
  expect((await logIn('ü'.repeat(1000), 'tebakan')).statusCode).toBe(401)
  expect((await logIn('%', 'tebakan')).statusCode).toBe(401)
  expect((await logIn('', '')).json().fields).toEqual({
    email: 'Email wajib diisi.',
    password: 'Kata sandi wajib diisi.',
  })
})

describe.each(passwords)('the password %j', (password) => {
  const forms = ['NFC', 'NFD'] as const
  const hashOf = () => shop.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()

  test('that was set with one keyboard is typed with another', async () => {
    for (const form of forms) {
      const email = `${form}@contoh.id`
      const registration = { name: 'Budi', email, phone: '081234567890', password: password.normalize(form) }
      const registered = await api.inject({ method: 'POST', url: '/auth/register', payload: registration })
      expect(registered.statusCode).toBe(201)
      for (const typed of forms) expect((await logIn(email, password.normalize(typed))).statusCode).toBe(200)
      expect((await logIn(email, password.normalize('NFD').replace(/\p{Mark}/gu, ''))).statusCode).toBe(401)
    }
  })

  test('of an earlier hash, of either form, is accepted, and its hash replaced once', async () => {
    for (const form of forms) {
      await shop.db.deleteFrom('users').execute()
      const user = await makeUser(shop.db, { password: password.normalize(form) })
      const before = await hashOf()
      const attempts = [user.password, password.normalize('NFC'), password.normalize('NFD')]
      expect((await logIn(user.email, attempts[0] ?? '')).statusCode).toBe(200)
      const after = await hashOf()
      expect([form, after.password_hash === before.password_hash]).toEqual([form, form === 'NFC'])
      for (const typed of attempts) expect((await logIn(user.email, typed)).statusCode).toBe(200)
      expect(await hashOf()).toEqual(after)
    }
  })
})

test('a wrong password with accents is counted as one failure', async () => {
  expect((await logIn(ani.email, 'pâté-salah'.normalize('NFD'))).statusCode).toBe(401)
  expect(await shop.db.selectFrom('login_failures').selectAll().execute()).toHaveLength(1)
})

test.each(['kata\0sandi-lama', 'kata-sandi\ud800', 'kata\tsandi-lama'])(
  'the earlier password %j is no error at a login',
  async (password) => {
    const user = await makeUser(shop.db, { password })
    expect((await logIn(user.email, password)).statusCode).toBe(200)
    expect((await logIn(ani.email, password)).statusCode).toBe(401)
  },
)

test.each<LogOut>([
  ['POST', '/auth/logout'],
  ['DELETE', '/users/logout'],
])('%s %s ends the session of its token only', async (...path) => {
  const { token } = (await logIn(ani.email, ani.password)).json().data
  expect((await logOut(token, path)).json()).toEqual({ message: 'Anda telah keluar.' })
  expect((await logOut(token)).json().code).toBe('UNAUTHENTICATED')
  expect((await logOut(ani.token)).statusCode).toBe(200)
})

test('data that no rule uses any more is deleted', async () => {
  await logIn(ani.email, ani.password)
  await fail(2)
  time.now = later(noon, minutes(30))
  await fail(1)
  const registrations = [noon, time.now].map((registered_at) => ({ address: home, registered_at }))
  await shop.db.insertInto('registrations').values(registrations).execute()
  await deleteOldLoginData(shop.db, later(noon, hours(1)))
  expect(await shop.db.selectFrom('login_failures').select('failed_at').execute()).toEqual([{ failed_at: time.now }])
  expect(await shop.db.selectFrom('registrations').select('registered_at').execute()).toEqual([
    { registered_at: time.now },
  ])
  expect(await shop.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(2)
  await deleteOldLoginData(shop.db, later(noon, days(400)))
  for (const table of ['login_failures', 'login_addresses', 'sessions'] as const) {
    expect(await shop.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('the failures from the addresses of one IPv6 network are counted together', async () => {
  const statuses: number[] = []
  for (let i = 1; i <= 11; i += 1) {
    statuses.push((await logIn(ani.email, 'tebakan', `2001:db8:1:2::${i}`)).statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await logIn(ani.email, ani.password, '2001:db8:1:3::1')).statusCode).toBe(200)
})
