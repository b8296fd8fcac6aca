import { beforeEach, expect, test } from 'vitest'
import { testLimits } from '../../testing/limits.ts'
import { whileReadOnly } from '../../testing/locks.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useEach } from '../../testing/use-each.ts'
import { demoAccounts, ensureDemoAccounts } from '../login/demo-accounts.ts'
import { logIn } from '../login/log-in.ts'
import { findAccount, openSession } from '../sessions/sessions.ts'
import { makeOwnAccount, ownAccountRequirement } from './make-own-account.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')
const client = { ip: '10.0.0.1' }
const own = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }
const [, demoAdmin] = demoAccounts

beforeEach(() => shop.db.deleteFrom('users').execute())
const demo = useEach(() => makeAdmin(shop.db, { is_demo: true, email: demoAdmin.email, now }))

const sender = { shopName: 'Camilan' }
const by = () => ({ ...demo, isDemo: true })
const make = (form: object = {}, { production = false } = {}) =>
  makeOwnAccount({ db: shop.db, production, sender }, client, by(), { ...own, ...form }, now)
const need = (production = false) => ownAccountRequirement({ db: shop.db, production }, by())
const ownAdmins = () =>
  shop.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('is_admin', '=', true)
    .where('is_demo', '=', false)
    .execute()
const logInAs = (account: { email: string; password: string }) =>
  logIn({ db: shop.db, limits: testLimits, demoLogin: true }, client, account, now)

test('a demo administrator makes an account of their own and is logged in with it', async () => {
  expect(await need()).toBe('new-account')
  const { token, id } = await make()
  expect(await findAccount(shop.db, token, now)).toMatchObject({ id, name: 'Bu Ani', isAdmin: true, isDemo: false })
  expect(await ownAdmins()).toEqual([{ name: 'Bu Ani', email: 'ani@toko.example' }])
  expect(await logInAs(own)).toMatchObject({ role: 'admin' })
})

test("a demo account can't make another account if such an account exists", async () => {
  await make()
  expect(await need()).toBe('log-in')
  await expect(make({ email: 'lain@toko.example' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await ownAdmins()).toHaveLength(1)
})

test('only one of several simultaneous requests makes an account', async () => {
  const forms = [{ email: 'satu@toko.example' }, { email: 'dua@toko.example' }]
  const made = await whileReadOnly(
    shop.pool,
    'shop_settings',
    forms.map(
      (form) => () =>
        make(form).then(
          () => 'made',
          (error: { code?: string }) => error.code,
        ),
    ),
  )
  expect(made.sort()).toEqual(['FORBIDDEN', 'made'])
  expect(await ownAdmins()).toHaveLength(1)
})

test('only the command on the server makes an administrator in production', async () => {
  expect(await need(true)).toBe('command')
  await expect(make({}, { production: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await ownAdmins()).toEqual([])
})

test('an account that is no demo account needs no other one', async () => {
  const ani = await makeAdmin(shop.db, { now })
  expect(await ownAccountRequirement({ db: shop.db, production: false }, { isDemo: false })).toBeNull()
  const made = makeOwnAccount({ db: shop.db, production: false, sender }, client, { ...ani, isDemo: false }, own, now)
  await expect(made).rejects.toMatchObject({ message: 'Anda sudah memakai akun Anda sendiri.' })
})

test('a common password and the e-mail of a customer are refused, and nothing is made', async () => {
  await makeUser(shop.db, { email: 'ANI@toko.example' })
  await expect(make({ password: 'password1' })).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  await expect(make()).rejects.toMatchObject({ code: 'EMAIL_TAKEN', fields: { email: 'Email sudah terdaftar.' } })
  expect(await ownAdmins()).toEqual([])
})

test('a demo account that already has her e-mail becomes her own: its old password and sessions no longer work', async () => {
  await shop.db.updateTable('users').set({ email: 'Ani@toko.example' }).where('id', '=', demo.id).execute()
  const other = await openSession(shop.db, demo, now)
  const { token, id } = await make()
  expect(id).toBe(demo.id)
  expect(await findAccount(shop.db, token, now)).toMatchObject({ id: demo.id, name: 'Bu Ani', isDemo: false })
  for (const former of [demo.token, other]) expect(await findAccount(shop.db, former, now)).toBeUndefined()
  await expect(logInAs({ email: own.email, password: demo.password })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  expect(await logInAs(own)).toMatchObject({ role: 'admin' })
  // The next start makes the demo accounts again, because nobody has removed the samples.
  await ensureDemoAccounts(shop.db, now)
  expect(await ownAdmins()).toEqual([{ name: 'Bu Ani', email: 'ani@toko.example' }])
})
