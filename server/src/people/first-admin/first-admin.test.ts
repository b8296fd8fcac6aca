import { beforeEach, expect, test } from 'vitest'
import { testLimits } from '../../testing/limits.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { logIn } from '../login/log-in.ts'
import { EmailTaken, InvalidAdmin } from '../users/errors.ts'
import { createAdmin } from './create-admin.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')
const sari = { email: 'sari@contoh.id', password: 'kata-sandi-sari' }

beforeEach(() => shop.db.deleteFrom('users').execute())

const admins = () => shop.db.selectFrom('users').select('email').where('is_admin', '=', true).execute()

test('the configured administrator is created once and can log in', async () => {
  expect(await ensureFirstAdmin(shop.db, sari, now)).toBe(true)
  expect(await ensureFirstAdmin(shop.db, { email: 'lain@contoh.id', password: 'kata-sandi-lain' }, now)).toBe(false)
  expect(await admins()).toEqual([{ email: sari.email }])
  expect(
    await logIn({ db: shop.db, limits: testLimits, demoLogin: true }, { ip: '10.0.0.1' }, sari, now),
  ).toMatchObject({
    role: 'admin',
  })
})

test('two servers that start at the same time create one administrator', async () => {
  const made = await Promise.all([ensureFirstAdmin(shop.db, sari, now), ensureFirstAdmin(shop.db, sari, now)])
  expect(made.sort()).toEqual([false, true])
})

test('no administrator is created if none is configured or one exists; a demo administrator does not count', async () => {
  expect(await ensureFirstAdmin(shop.db, undefined, now)).toBe(false)
  await makeAdmin(shop.db, { is_demo: true })
  expect(await ensureFirstAdmin(shop.db, sari, now)).toBe(true)
})

test("a customer's account never becomes an administrator's", async () => {
  await makeUser(shop.db, { email: 'SARI@contoh.id' })
  await expect(ensureFirstAdmin(shop.db, sari, now)).rejects.toThrow('ADMIN_EMAIL sari@contoh.id belongs to')
  await expect(createAdmin(shop.db, sari, now)).rejects.toBeInstanceOf(EmailTaken)
  expect(await admins()).toEqual([])
})

test('the values of an administrator must meet the rules for a registration', async () => {
  const invalid = createAdmin(shop.db, { email: 'sari', password: 'pendek' }, now)
  await expect(invalid).rejects.toEqual(
    new InvalidAdmin(['Format email tidak valid.', 'Kata sandi minimal 8 karakter.']),
  )
})
