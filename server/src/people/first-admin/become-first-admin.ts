import type { FirstAdmin, FirstAdminLinkState } from '@camilan/contract/accounts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { PasswordDeps } from '../login/common-passwords.ts'
import { makeRecoveryCodes } from '../recovery/recovery-codes.ts'
import { InvalidFirstAdminLink } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { insertAdmin } from './create-admin.ts'
import { createByLink } from './create-by-link.ts'
import { lockFirstAdminLink, stateOfFirstAdminLink } from './first-admin-links.ts'

/**
 * Create the first administrator with the token of the link that the operator has, and log them in.
 * @returns the bearer token of a session, and codes for a new password without mail
 * @throws the refusals of {@link createByLink}
 * @throws {InvalidFirstAdminLink} unknown, replaced or expired, or the shop has an administrator; also for the later of two
 *   simultaneous requests
 */
export async function becomeFirstAdmin(
  deps: LimitedDeps & PasswordDeps,
  client: Client,
  { token, name, email, phone, password }: FirstAdmin,
  now: Date,
): Promise<{ token: string; id: string; recoveryCodes: string[] }> {
  const link = {
    async assertUsable(db: Db) {
      assertUsable(await stateOfFirstAdminLink(db, token, now))
    },
    async insert(tx: Tx, password_hash: string) {
      assertUsable(await lockFirstAdminLink(tx, token, now))
      const { id } = await insertAdmin(tx, { name, email, phone, password_hash }, now)
      return { id, recoveryCodes: await makeRecoveryCodes(tx, id) }
    },
  }
  return createByLink(deps, client, { email, password, ...link }, now)
}

function assertUsable(state: FirstAdminLinkState): void {
  if (state !== 'usable') throw new InvalidFirstAdminLink(state)
}
