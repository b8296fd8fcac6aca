import type { FirstAdmin, FirstAdminLinkState } from '@camilan/contract/accounts'
import { transact } from '../platform/db/transact.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { insertAdmin } from './create-admin.ts'
import { EmailTaken, InvalidFirstAdminLink } from './errors.ts'
import { lockFirstAdminLink, stateOfFirstAdminLink } from './first-admin-links.ts'
import type { Client, LimitedDeps } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { isEmailTaken } from './queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { assertRegistrationAllowed, countRegistration, refuseTaken } from './registration-limits.ts'
import { openSession } from './sessions.ts'

/**
 * Create the first administrator with the token of the link that the operator has, and log them in. The rules of a
 * registration apply to the password and to the number of attempts. A refusal leaves the link as it was.
 * @returns the bearer token of a session, and codes for a new password without mail
 * @throws {CommonPassword}
 * @throws {InvalidFirstAdminLink} unknown, replaced or expired, or the shop has an administrator; also for the later of two
 *   simultaneous requests
 * @throws {EmailTaken} also if a customer has the e-mail
 * @throws {TooManyAttempts}
 */
export async function becomeFirstAdmin(
  { db, limits }: LimitedDeps,
  client: Client,
  { token, name, email, phone, password }: FirstAdmin,
  now: Date,
): Promise<{ token: string; recoveryCodes: string[] }> {
  const { ip } = client
  await assertUncommonPassword(password, 'password')
  await assertRegistrationAllowed({ db, limits }, ip, now)
  // Refused before the slow hash, so that a wrong token costs no computing time and reveals nothing about an e-mail.
  assertUsable(await stateOfFirstAdminLink(db, token, now))
  if (await isEmailTaken(db, email, now)) return refuseTaken({ db, limits }, ip, now)
  const password_hash = await hashPassword(password, client)
  try {
    return await transact(db, async (tx) => {
      await countRegistration(tx, limits, ip, now)
      assertUsable(await lockFirstAdminLink(tx, token, now))
      const { id } = await insertAdmin(tx, { name, email, phone, password_hash }, now)
      return { recoveryCodes: await makeRecoveryCodes(tx, id), token: await openSession(tx, id, now) }
    })
  } catch (error) {
    if (error instanceof EmailTaken) return refuseTaken({ db, limits }, ip, now)
    throw error
  }
}

function assertUsable(state: FirstAdminLinkState): void {
  if (state !== 'usable') throw new InvalidFirstAdminLink(state)
}
