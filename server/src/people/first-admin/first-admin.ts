import type { Db } from '../../platform/db/db.ts'
import { EmailTaken, InvalidAdmin } from '../users/errors.ts'
import { hasAdmin } from '../users/queries.ts'
import { createAdmin, type NewAdmin } from './create-admin.ts'

/**
 * Create the configured administrator if the shop has none; demo accounts don't count. Calling it again has no effect,
 * even if two servers start at once or the configured password has changed.
 * @param firstAdmin  undefined if none is configured
 * @returns whether the administrator was created now
 * @throws {InvalidAdmin} the e-mail belongs to a customer
 */
export async function ensureFirstAdmin(db: Db, firstAdmin: NewAdmin | undefined, now: Date): Promise<boolean> {
  if (!firstAdmin || (await hasAdmin(db))) return false
  try {
    await createAdmin(db, firstAdmin, now)
    return true
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    if (await hasAdmin(db)) return false
    throw new InvalidAdmin([`ADMIN_EMAIL ${firstAdmin.email} belongs to an account already: choose another`])
  }
}
