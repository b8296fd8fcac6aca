import type { Db } from '../platform/db/db.ts'
import { emailKey } from './email-key.ts'
import { hashPassword } from './password-hash.ts'

/** Accounts to try the shop with, as a customer and as an administrator; printed at start. */
export const demoAccounts = [
  {
    name: 'Rina Pelanggan',
    email: 'pelanggan@camilan.test',
    password: 'pelanggan123',
    phone: '081234567890',
    address: 'Jl. Melati No. 7, Cilandak, Jakarta Selatan',
    is_admin: false,
  },
  {
    name: 'Bu Sari',
    email: 'admin@camilan.test',
    password: 'admin12345',
    phone: '081298765432',
    address: null,
    is_admin: true,
  },
] as const

/** Create the demo accounts that are missing. Existing ones are not changed. */
export async function ensureDemoAccounts(db: Db, now: Date): Promise<void> {
  for (const { password, ...account } of demoAccounts) {
    const existing = db.selectFrom('users').select('id').where('email_key', '=', emailKey(account.email))
    if (await existing.executeTakeFirst()) continue
    await db
      .insertInto('users')
      .values({ ...account, is_demo: true, password_hash: await hashPassword(password), created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * End the sessions of all demo accounts, for a shop whose demo is off: `logIn` lets none of them in again.
 * @returns how many demo accounts there are
 */
export async function endDemoSessions(db: Db): Promise<number> {
  const demoUsers = db.selectFrom('users').where('is_demo', '=', true)
  await db.deleteFrom('sessions').where('user_id', 'in', demoUsers.select('id')).execute()
  const { count } = await demoUsers.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
