import { beforeEach, expect, test } from 'vitest'
import { makeAdmin, makeUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { createAdmin, InvalidAdmin } from './create-admin.ts'
import { EmailTaken } from './errors.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { logIn } from './log-in.ts'

const shop = useTestDb()
const clock = () => new Date('2026-11-20T05:00:00Z')
const sari = { email: 'sari@contoh.id', password: 'kata-sandi-sari' }
const limits = {
  loginFailuresPerEmailAndAddress: 10,
  loginFailuresPerEmail: 100,
  loginFailuresPerAddress: 1000,
  registrationsPerAddress: 300,
}

beforeEach(async () => {
  await shop.db.deleteFrom('users').execute()
})

const admins = () => shop.db.selectFrom('users').select('email').where('is_admin', '=', true).execute()

test('the configured administrator is made once and can log in', async () => {
  expect(await ensureFirstAdmin(shop.db, sari, clock)).toBe(true)
  expect(await ensureFirstAdmin(shop.db, { email: 'lain@contoh.id', password: 'kata-sandi-lain' }, clock)).toBe(false)
  expect(await admins()).toEqual([{ email: sari.email }])
  expect(await logIn(shop.db, sari, '10.0.0.1', limits, clock())).toMatchObject({ isAdmin: true })
})

test('two servers that start at once make one administrator', async () => {
  const made = await Promise.all([ensureFirstAdmin(shop.db, sari, clock), ensureFirstAdmin(shop.db, sari, clock)])
  expect(made.sort()).toEqual([false, true])
})

test('nothing is made where none is configured or there is one, but a demo administrator does not count', async () => {
  expect(await ensureFirstAdmin(shop.db, undefined, clock)).toBe(false)
  await makeAdmin(shop.db, { is_demo: true })
  expect(await ensureFirstAdmin(shop.db, sari, clock)).toBe(true)
})

test("a customer's account is never promoted", async () => {
  await makeUser(shop.db, { email: 'SARI@contoh.id' })
  await expect(ensureFirstAdmin(shop.db, sari, clock)).rejects.toThrow('ADMIN_EMAIL sari@contoh.id belongs to')
  await expect(createAdmin(shop.db, sari, clock())).rejects.toBeInstanceOf(EmailTaken)
  expect(await admins()).toEqual([])
})

test('an administrator is held to the rules of a registration', async () => {
  const wrong = createAdmin(shop.db, { email: 'sari', password: 'pendek' }, clock())
  await expect(wrong).rejects.toEqual(new InvalidAdmin('Format email tidak valid.\nKata sandi minimal 8 karakter.'))
})
