import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { later, minutes } from '../platform/clock.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeUser, type TestUser } from '../testing/make-user.ts'
import { mailedTokens } from '../testing/reset-mail.ts'
import { useTestDb } from '../testing/test-db.ts'
import { forgetOldAttempts } from './forget-old-attempts.ts'
import { forgotPassword } from './forgot-password.ts'
import { findResetOwner } from './password-resets.ts'
import { resetRoutes } from './reset-routes.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const sender = { shopName: 'Camilan', publicUrl: 'https://toko.example' }

let now = noon
let api: FastifyInstance
let ani: TestUser

beforeAll(async () => {
  api = await makeApi(resetRoutes({ db: shop.db, clock: () => now, sender }))
})

beforeEach(async () => {
  now = noon
  await shop.db.deleteFrom('mail_outbox').execute()
  await shop.db.deleteFrom('users').execute()
  ani = await makeUser(shop.db, { name: 'Ani', email: 'Ani@Contoh.id', now })
})

const ask = (email: string, headers: Record<string, string> = {}) =>
  api.inject({ method: 'POST', url: '/auth/forgot-password', payload: { email }, headers })

const forget = (email: string) => forgotPassword({ db: shop.db, sender }, email, now)
const mails = () => shop.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute()
const works = async (token: string) => (await findResetOwner(shop.db, token, now)) !== undefined

test('a link for a new password is mailed to the account’s e-mail, however its case was typed', async () => {
  expect((await ask(' ani@contoh.ID ')).statusCode).toBe(200)
  await vi.waitUntil(async () => (await mails()).length === 1)
  const [mail] = await mails()
  expect(mail).toMatchObject({
    recipient: 'Ani@Contoh.id',
    subject: 'Atur ulang kata sandi Camilan',
    expires_at: later(noon, minutes(30)),
  })
  expect(mail?.text).toMatch(/^Halo Ani,\n/)
  expect(mail?.text).toMatch(/\nhttps:\/\/toko\.example\/auth\/reset-password\?token=[\w-]{43}\n/)
  const [token = ''] = await mailedTokens(shop.db, ani.email)
  expect(mail?.html).toContain(`href="https://toko.example/auth/reset-password?token=${token}"`)
  expect(await works(token)).toBe(true)
})

test('the link leads to the configured address, whatever host the request names', async () => {
  await ask(ani.email, { host: 'jahat.example', 'x-forwarded-host': 'jahat.example', 'x-forwarded-proto': 'http' })
  await vi.waitUntil(async () => (await mails()).length === 1)
  expect(JSON.stringify(await mails())).not.toContain('jahat')
  expect(await mailedTokens(shop.db, ani.email)).toHaveLength(1)
})

test('the database does not keep the token', async () => {
  await forget(ani.email)
  const [token = ''] = await mailedTokens(shop.db, ani.email)
  const rows = await shop.db.selectFrom('password_resets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('latin1') })))).not.toContain(
    token,
  )
})

test('who has an account is not told: the answer is the same, and no mail goes to strangers', async () => {
  const [known, unknown] = [await ask(ani.email), await ask('tidak@ada.id')]
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
  expect(known.json()).toEqual({ message: expect.stringContaining('Jika email tersebut terdaftar') })
  expect(unknown.body).toBe(known.body)
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  await vi.waitUntil(async () => (await mails()).length === 1)
  await forget('tidak@ada.id')
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ani.email])
})

test('the answer does not wait for anything that depends on the account', async () => {
  const busy = await shop.pool.connect()
  try {
    await busy.query('begin')
    await busy.query('select from users where id = $1 for update', [ani.id])
    await busy.query('lock table password_resets, mail_outbox in access exclusive mode')
    expect((await ask(ani.email)).statusCode).toBe(200)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const workWaits = async () => (await busy.query(waits)).rowCount !== 0
    await vi.waitUntil(workWaits)
    await busy.query('commit')
  } finally {
    busy.release()
  }
  await vi.waitUntil(async () => (await mails()).length === 1)
})

test('what is no e-mail is said to be none', async () => {
  const answer = await ask('ani')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'VALIDATION', fields: { email: 'Format email tidak valid.' } })
})

test('a new link ends the one before it', async () => {
  await forget(ani.email)
  now = later(noon, minutes(1))
  await forget(ani.email)
  const [first = '', second = ''] = await mailedTokens(shop.db, ani.email)
  expect([await works(first), await works(second)]).toEqual([false, true])
})

test('an account gets three links in an hour, also when many are asked for at once; the third stays good', async () => {
  await Promise.all(Array.from({ length: 8 }, () => forget(ani.email)))
  expect(await mails()).toHaveLength(3)
  const live = await Promise.all((await mailedTokens(shop.db, ani.email)).map(works))
  expect(live.filter(Boolean)).toHaveLength(1)

  now = later(noon, minutes(59))
  await forgetOldAttempts(shop.db, now)
  await forget(ani.email)
  expect(await mails()).toHaveLength(3)
  now = later(noon, minutes(60))
  await forgetOldAttempts(shop.db, now)
  await forget(ani.email)
  expect(await mails()).toHaveLength(4)
  expect(await shop.db.selectFrom('password_resets').select('user_id').execute()).toHaveLength(1)
})

test('an e-mail that is being tried too often does not keep others from their link', async () => {
  const budi = await makeUser(shop.db, { now })
  await Promise.all(Array.from({ length: 50 }, () => ask(ani.email)))
  await ask(budi.email)
  await vi.waitUntil(async () => (await mailedTokens(shop.db, budi.email)).length === 1)
})
