import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { createAdmin } from './create-admin.ts'
import { EmailTaken } from './errors.ts'

/**
 * Make the configured administrator if the shop has none; demo accounts don't count. A second call changes nothing, also
 * when two servers start at once, and so does another password in the configuration.
 * @returns whether it was made now
 * @throws {Error} the e-mail already belongs to a customer
 */
export async function ensureFirstAdmin(
  db: Db,
  firstAdmin: { email: string; password: string } | undefined,
  clock: Clock,
): Promise<boolean> {
  if (!firstAdmin || (await hasAdmin(db))) return false
  try {
    await createAdmin(db, firstAdmin, clock())
    return true
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    if (await hasAdmin(db)) return false
    throw new Error(`ADMIN_EMAIL ${firstAdmin.email} belongs to an account already: choose another`, { cause: error })
  }
}

async function hasAdmin(db: Db): Promise<boolean> {
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', true).where('is_demo', '=', false)
  return (await admins.executeTakeFirst()) !== undefined
}
