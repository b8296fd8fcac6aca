import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { hashPassword } from './password-hash.ts'

/** Printed at start, so that a newcomer can try both sides of the shop. */
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

/** Make the demo accounts that are not there. What somebody changed in them stays. */
export async function ensureDemoAccounts(db: Db, clock: Clock): Promise<void> {
  for (const { password, ...account } of demoAccounts) {
    const known = await db.selectFrom('users').select('id').where('email', '=', account.email).executeTakeFirst()
    if (known) continue
    await db
      .insertInto('users')
      .values({ ...account, is_demo: true, password_hash: await hashPassword(password), created_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
