import { beforeEach, expect, test } from 'vitest'
import { testLimits } from '../../testing/limits.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { startShopProcess } from '../../testing/shop-process.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { ensureFirstAdmin } from '../first-admin/first-admin.ts'
import { findAccount } from '../sessions/sessions.ts'
import { InvalidCredentials } from '../users/errors.ts'
import { demoAccounts, endDemoSessions, ensureDemoAccounts } from './demo-accounts.ts'
import { logIn } from './log-in.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

beforeEach(() => shop.db.deleteFrom('users').execute())

const logInWhere = (demoLogin: boolean, account: { email: string; password: string }) =>
  logIn({ db: shop.db, limits: testLimits, demoLogin }, { ip: '10.0.0.1' }, account, now)

test('demo accounts can log in if demo is on, and are unknown if it is off', async () => {
  await ensureDemoAccounts(shop.db, now)
  for (const account of demoAccounts) {
    expect(await logInWhere(true, account)).toMatchObject({ role: account.is_admin ? 'admin' : 'customer' })
    await expect(logInWhere(false, account)).rejects.toBeInstanceOf(InvalidCredentials)
  }
})

test('the sessions of demo accounts end if demo is off, and no others', async () => {
  const demo = await makeAdmin(shop.db, { is_demo: true, email: 'diganti@contoh.id', now })
  const ani = await makeUser(shop.db, { now })
  expect(await endDemoSessions(shop.db)).toBe(1)
  expect(await findAccount(shop.db, demo.token, now)).toBeUndefined()
  expect(await findAccount(shop.db, ani.token, now)).toMatchObject({ id: ani.id })
  await expect(logInWhere(false, demo)).rejects.toBeInstanceOf(InvalidCredentials)
})

test('a demo account does not become the first administrator', async () => {
  await ensureDemoAccounts(shop.db, now)
  const admin = { email: 'admin@camilan.test', password: 'kata-sandi-sari' }
  await expect(ensureFirstAdmin(shop.db, admin, now)).rejects.toThrow('belongs to an account already')
  await expect(logInWhere(false, { ...admin, password: 'admin12345' })).rejects.toBeInstanceOf(InvalidCredentials)
})

test('a shop with demo data that is started without demo lets no demo account in, and says so', {
  tags: 'thorough',
}, async () => {
  await ensureDemoAccounts(shop.db, now)
  const { token } = await logInWhere(true, demoAccounts[1])
  const started = await startShopProcess(shop.connection)
  try {
    const { email, password } = demoAccounts[1]
    const login = await fetch(`${started.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(login.status).toBe(401)
    const dashboard = await fetch(`${started.origin}/api/admin/dashboard`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(dashboard.status).toBe(401)
    await expect.poll(started.output).toContain("Demo is off: its 2 accounts can't log in")
  } finally {
    await started.stop()
  }
})
