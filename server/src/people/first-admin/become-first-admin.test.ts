import type { FirstAdminLinkState } from '@camilan/contract/accounts'
import { firstAdminLinkSentences } from '@camilan/contract/accounts'
import { beforeEach, expect, test } from 'vitest'
import { hours, later, minutes } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { noon, sender, useAccounts } from '../../testing/use-accounts.ts'
import { findAccount } from '../sessions/sessions.ts'
import { createAdmin } from './create-admin.ts'
import { createFirstAdminLink } from './first-admin-links.ts'

const { shop, api, time } = useAccounts({
  limits: { registrationsPerIp: 3, takenRegistrationsPerIp: 2 },
  emptied: ['users', 'registrations', 'taken_registrations', 'first_administrator_links'],
})
const ani = { name: ' Bu Ani ', email: 'ani@toko.example', password: 'nastar-keju-dan-teh', phone: '0812 3456 7890' }

let token: string

beforeEach(async () => {
  token = await newLink()
})

async function newLink(): Promise<string> {
  return (await createFirstAdminLink(shop.db, time.now))?.token ?? ''
}

const ownPage = { origin: sender.publicUrl, 'sec-fetch-site': 'same-origin' }

const become = (form: object = {}, headers: Record<string, string> = ownPage, remoteAddress = '10.0.0.1') =>
  api.inject({ method: 'POST', url: '/auth/first-admin', payload: { token, ...ani, ...form }, headers, remoteAddress })

async function stateOf(given: string): Promise<FirstAdminLinkState> {
  const answer = await api.inject({
    method: 'POST',
    url: '/auth/check-first-admin-link',
    payload: { token: given },
  })
  return answer.json().data.state
}

const admins = () =>
  shop.db.selectFrom('users').select(['name', 'email', 'phone']).where('is_admin', '=', true).execute()

const refused = (state: keyof typeof firstAdminLinkSentences) => ({
  errors: firstAdminLinkSentences[state],
  message: firstAdminLinkSentences[state],
  code: 'VALIDATION',
  fields: { token: firstAdminLinkSentences[state] },
})

test('the link makes the first administrator and logs them in', async () => {
  expect(await stateOf(token)).toBe('usable')
  const answer = await become()
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      data: {
        token: expect.any(String),
        id: expect.any(String),
        is_admin: true,
        role: 'admin',
        recovery_codes: expect.any(Array),
      },
    },
  ])
  expect(await admins()).toEqual([{ name: 'Bu Ani', email: 'ani@toko.example', phone: '0812 3456 7890' }])
  expect(await findAccount(shop.db, answer.json().data.token, time.now)).toMatchObject({
    isAdmin: true,
    name: 'Bu Ani',
  })
  expect(new Set(answer.json().data.recovery_codes).size).toBe(10)
  const login = await api.inject({ method: 'POST', url: '/auth/login', payload: ani })
  expect(login.json().data.is_admin).toBe(true)
})

test('the phone number may be left for later', async () => {
  expect((await become({ phone: ' ' })).statusCode).toBe(201)
  expect(await admins()).toMatchObject([{ phone: '-' }])
})

test('the link works once', async () => {
  await become()
  const again = await become({ email: 'budi@toko.example' })
  expect([again.statusCode, again.json()]).toEqual([400, refused('administrator_exists')])
  expect(await stateOf(token)).toBe('administrator_exists')
  expect(await admins()).toHaveLength(1)
})

test('it counts as one of the registrations of its IP address in an hour', async () => {
  await become()
  const statuses = []
  for (const n of [1, 2, 3]) {
    const payload = { ...ani, email: `pembeli${n}@contoh.id` }
    const answer = await api.inject({ method: 'POST', url: '/auth/register', payload, remoteAddress: '10.0.0.1' })
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([201, 201, 429])
})

test('only one of several simultaneous requests with one link makes an administrator', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from first_administrator_links for update')
    const emails = ['satu@toko.example', 'dua@toko.example', 'tiga@toko.example']
    const answers = emails.map((email, index) => become({ email }, ownPage, `10.0.0.${index}`))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(3)
    await other.query('commit')
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([201, 400, 400])
    expect(await admins()).toMatchObject([{ email: emails[statuses.indexOf(201)] }])
  })
})

test('a request that waits while the operator makes an administrator by the command is refused', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from first_administrator_links for update')
    const byCommand = createAdmin(shop.db, { email: 'sari@toko.example', password: 'kata-sandi-sari' }, time.now)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const byLink = become()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    await byCommand
    expect((await byLink).json()).toEqual(refused('administrator_exists'))
    expect(await admins()).toMatchObject([{ email: 'sari@toko.example' }])
  })
})

test('a new link ends the former one', async () => {
  const former = token
  token = await newLink()
  expect([await stateOf(former), await stateOf(token)]).toEqual(['unknown', 'usable'])
  expect((await become({ token: former })).json()).toEqual(refused('unknown'))
  expect((await become()).statusCode).toBe(201)
})

test('a link is valid for 24 hours', async () => {
  time.now = later(noon, hours(24))
  expect(await stateOf(token)).toBe('expired')
  expect((await become()).json()).toEqual(refused('expired'))
  time.now = later(noon, hours(24) - minutes(1))
  expect((await become()).statusCode).toBe(201)
})

test('any administrator ends the link, also if that account is deleted later; a demo account does not', async () => {
  await makeAdmin(shop.db, { is_demo: true })
  expect(await stateOf(token)).toBe('usable')
  await createAdmin(shop.db, { email: 'sari@toko.example', password: 'kata-sandi-sari' }, time.now)
  expect(await stateOf(token)).toBe('administrator_exists')
  expect(await newLink()).toBe('')
  await shop.db.deleteFrom('users').execute()
  expect(await stateOf(token)).toBe('unknown')
})

test('a wrong or malformed token is refused, and changes nothing', async () => {
  for (const wrong of ['', 'x', token.slice(1), `${token}A`, 'A'.repeat(43), 'A'.repeat(10_000), 'nol\0']) {
    const answer = await become({ token: wrong })
    expect([answer.statusCode, answer.json()], wrong.slice(0, 50)).toEqual([400, refused('unknown')])
  }
  expect(await admins()).toEqual([])
  expect(await stateOf(token)).toBe('usable')
})

test('a form that is not valid does not use up the link', async () => {
  const wrong = await become({ name: '', email: 'ani@', password: 'pendek', phone: '12' })
  expect(wrong.json()).toMatchObject({
    code: 'VALIDATION',
    fields: {
      name: 'Nama wajib diisi.',
      email: 'Format email tidak valid.',
      password: 'Kata sandi minimal 8 karakter.',
      phone: 'Nomor telepon harus 8 sampai 15 angka.',
    },
  })
  expect((await become({ password: 'Password1' })).json().fields.password).toContain('mudah ditebak')
  expect((await become()).statusCode).toBe(201)
})

test("a customer's account never becomes an administrator's, and only the holder of the link learns of it", async () => {
  await makeUser(shop.db, { email: 'ANI@toko.example' })
  expect((await become()).json()).toMatchObject({ code: 'EMAIL_TAKEN', fields: { email: 'Email sudah terdaftar.' } })
  expect((await become({ token: 'x' })).json()).toEqual(refused('unknown'))
  expect(await admins()).toEqual([])
  expect((await become({ email: 'lain@toko.example' })).statusCode).toBe(201)
})

test('it has the limits of a registration', async () => {
  await makeUser(shop.db, { email: 'ani@toko.example' })
  expect([(await become()).statusCode, (await become()).statusCode, (await become()).statusCode]).toEqual([
    409, 409, 429,
  ])
  const registrations = Array.from({ length: 3 }, () => ({ address: '10.0.0.1', registered_at: time.now }))
  await shop.db.insertInto('registrations').values(registrations).execute()
  const limited = await become({ email: 'lain@toko.example' })
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '3600'])
  expect((await become({ email: 'lain@toko.example' }, ownPage, '10.0.0.2')).statusCode).toBe(201)
})

test.each([
  ['no origin', {}],
  ['another site', { origin: 'https://lain.example' }],
  ['another scheme', { origin: 'http://toko.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a host whose name begins alike', { origin: 'https://toko.example.lain.example' }],
  ['what the browser calls another site', { origin: sender.publicUrl, 'sec-fetch-site': 'cross-site' }],
  ['what the browser calls another host of the site', { origin: sender.publicUrl, 'sec-fetch-site': 'same-site' }],
])('a request from %s is refused, before its body is read', async (_what, headers) => {
  for (const payload of [{ token, ...ani }, '{"']) {
    const answer = await api.inject({
      method: 'POST',
      url: '/auth/first-admin',
      payload,
      headers: { ...headers, host: 'localhost:3000', 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN'])
  }
  expect(await admins()).toEqual([])
})

test('a page of the shop at another host than that of PUBLIC_URL is accepted', async () => {
  const headers = { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }
  expect((await become({}, headers)).statusCode).toBe(201)
})

test('the token is stored as a hash only', async () => {
  const { token_hash } = await shop.db.selectFrom('first_administrator_links').selectAll().executeTakeFirstOrThrow()
  expect([token.length, token_hash.length]).toEqual([43, 32])
  expect(token_hash.toString()).not.toContain(token)
})
