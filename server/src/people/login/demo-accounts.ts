import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { emailKey } from '../users/email-key.ts'
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

/** Whether an administrator has removed the samples. After that no demo account logs in or is made. */
export async function areSamplesRemoved(db: Db): Promise<boolean> {
  const row = await db.selectFrom('shop_settings').select('samples_removed_at').executeTakeFirst()
  return row !== undefined && row.samples_removed_at !== null
}

/** Create the demo accounts that are missing, unless the samples were removed. Existing ones are not changed. */
export async function ensureDemoAccounts(db: Db, now: Date): Promise<void> {
  if (await areSamplesRemoved(db)) return
  for (const { password, ...account } of demoAccounts) {
    const existing = db.selectFrom('users').select('id').where('email_key', '=', emailKey(account.email))
    if (await existing.executeTakeFirst()) continue
    const user = { ...account, is_demo: true, password_hash: await hashPassword(password), created_at: now }
    await transact(db, async (tx) => {
      // An administrator may be removing the samples at this moment: one of the two transactions waits for the other.
      await sql`lock table shop_settings in share mode`.execute(tx)
      if (await areSamplesRemoved(tx)) return
      await tx
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
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

/** Lock the demo accounts: a login to one of them waits, and then finds that the samples were removed. */
export async function lockDemoAccounts(tx: Tx): Promise<void> {
  await tx.selectFrom('users').select('id').where('is_demo', '=', true).orderBy('id').forNoKeyUpdate().execute()
}
