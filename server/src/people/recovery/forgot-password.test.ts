import { expect, test } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { makeUser } from '../../testing/make-user.ts'
import { mailedTokens } from '../../testing/reset-mail.ts'
import { statementsOf } from '../../testing/statements.ts'
import { noon, sender, useAccounts } from '../../testing/use-accounts.ts'
import { useEach } from '../../testing/use-each.ts'
import { deleteOldLoginData } from '../sessions/delete-old-login-data.ts'
import { findResetOwner } from './password-resets.ts'
import { sendResetLinks } from './send-reset-links.ts'

const { shop, api, time, clock } = useAccounts({ emptied: ['mail_outbox', 'users'] })

const ani = useEach(() => makeUser(shop.db, { name: 'Ani', email: 'Ani@Contoh.id', now: time.now }))

const ask = (email: string, headers: Record<string, string> = {}) =>
  api.inject({ method: 'POST', url: '/auth/forgot-password', payload: { email }, headers })

const sendLinks = () => sendResetLinks({ db: shop.db, sender, clock }, new AbortController().signal)

async function requestLinks(...emails: string[]): Promise<void> {
  for (const email of emails) await ask(email)
  await sendLinks()
}

const mails = () => shop.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute()
const isValid = async (token: string) => (await findResetOwner(shop.db, token, time.now)) !== undefined

test('a reset link is mailed to the e-mail of the account, whatever case was typed', async () => {
  await requestLinks(' ani@contoh.ID ')
  const [mail] = await mails()
  expect(mail).toMatchObject({
    recipient: 'Ani@Contoh.id',
    subject: 'Atur ulang kata sandi Camilan',
    expires_at: later(noon, minutes(30)),
  })
  expect(mail?.text).toMatch(/^Halo,\n/)
  expect(mail?.text).toMatch(/\nhttps:\/\/toko\.example\/auth\/reset-password\?token=[\w-]{43}\n/)
  const [token = ''] = await mailedTokens(shop.db, ani.email)
  expect(mail?.html).toContain(`href="https://toko.example/auth/reset-password?token=${token}"`)
  expect(await isValid(token)).toBe(true)
})

test('the link uses the configured origin, whatever host the request names', async () => {
  await ask(ani.email, { host: 'jahat.example', 'x-forwarded-host': 'jahat.example', 'x-forwarded-proto': 'http' })
  await sendLinks()
  expect(JSON.stringify(await mails())).not.toContain('jahat')
  expect(await mailedTokens(shop.db, ani.email)).toHaveLength(1)
})

test('the database does not store the token', async () => {
  await requestLinks(ani.email)
  const [token = ''] = await mailedTokens(shop.db, ani.email)
  const rows = await shop.db.selectFrom('password_resets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('latin1') })))).not.toContain(
    token,
  )
})

test('the response does not reveal whether an account exists, and an unknown e-mail gets no mail', async () => {
  const [known, unknown] = [await ask(ani.email), await ask('tidak@ada.id')]
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
  expect(known.json()).toEqual({ message: expect.stringContaining('Kalau email tersebut terdaftar') })
  expect(unknown.body).toBe(known.body)
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  await sendLinks()
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ani.email])
})

test('the response does not depend on work that differs for an e-mail with an account', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('lock table users, sessions, password_resets, mail_outbox in access exclusive mode')
    expect([(await ask(ani.email)).statusCode, (await ask('tidak@ada.id')).statusCode]).toEqual([200, 200])
  })
})

test('an invalid e-mail is refused', async () => {
  const answer = await ask('ani')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'VALIDATION', fields: { email: 'Format email tidak valid.' } })
})

test('a new link replaces the former one', async () => {
  await requestLinks(ani.email)
  time.now = later(noon, minutes(1))
  await requestLinks(ani.email)
  const [first = '', second = ''] = await mailedTokens(shop.db, ani.email)
  expect([await isValid(first), await isValid(second)]).toEqual([false, true])
})

test('a recipient gets three links in a day, and the third stays valid', async () => {
  for (const minute of [0, 1, 2, 3, 20]) {
    time.now = later(noon, minutes(minute))
    await deleteOldLoginData(shop.db, time.now)
    await requestLinks(ani.email)
  }
  const tokens = await mailedTokens(shop.db, ani.email)
  time.now = later(noon, minutes(31))
  expect(await Promise.all(tokens.map(isValid))).toEqual([false, false, true])

  time.now = later(noon, days(1))
  await deleteOldLoginData(shop.db, time.now)
  await requestLinks(ani.email)
  expect(await mailedTokens(shop.db, ani.email)).toHaveLength(4)
})

test('each of many simultaneous requests gets its link, and no request remains', async () => {
  const budi = await makeUser(shop.db, { now: time.now })
  const unknownEmails = Array.from({ length: 300 }, (_, i) => `tidak-ada-${i}@contoh.id`)
  await Promise.all([...Array(10).fill(ani.email), ...unknownEmails, budi.email].map((email) => ask(email)))
  await Promise.all([sendLinks(), sendLinks(), sendLinks()])
  expect(new Set((await mails()).map(({ recipient }) => recipient))).toEqual(new Set([ani.email, budi.email]))
  expect(await mailedTokens(shop.db, budi.email)).toHaveLength(1)
  expect(await shop.db.selectFrom('password_reset_requests').select('id').execute()).toEqual([])
})

test('a run without a request looks up only one row, and no users', async () => {
  expect(await statementsOf(sendLinks)).toEqual([expect.stringContaining('from "password_reset_requests"')])
})

test('two processes that send links to the same account neither fail nor exceed its limit', async () => {
  await requestLinks(ani.email, ani.email)
  await requestLinks(ani.email)
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from users where id = $1 for update', [ani.id])
    const runs: Promise<void>[] = []
    for (const waiting of [1, 2]) {
      // Two simultaneous requests do this. A later request is not stored while the first one is.
      await shop.db.insertInto('password_reset_requests').values({ email: ani.email, requested_at: time.now }).execute()
      runs.push(sendLinks())
      await expect.poll(() => queriesWaiting(shop.pool)).toBe(waiting)
    }
    await other.query('commit')
    await Promise.all(runs)
  })
  expect(await mails()).toHaveLength(3)
})

test('however often a link is requested for an e-mail, one request is stored', async () => {
  for (let i = 0; i < 20; i += 1) await ask(i % 2 ? 'tidak@ada.id' : 'TIDAK@ada.id')
  const stored = () => shop.db.selectFrom('password_reset_requests').select('email').execute()
  expect(await stored()).toEqual([{ email: 'TIDAK@ada.id' }])
  await Promise.all(Array.from({ length: 300 }, () => ask('lain@ada.id')))
  expect((await stored()).length).toBeLessThanOrEqual(1 + 10)
  await sendLinks()
})
