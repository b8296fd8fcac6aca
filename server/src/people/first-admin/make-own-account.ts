import type { OwnAccount, OwnAccountNeed } from '@camilan/contract/setup'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { assertUncommonPassword, type PasswordDeps } from '../login/common-passwords.ts'
import { type Account, assertStillAllowed, type Caller } from '../login/guards.ts'
import { hashPassword } from '../login/password-hash.ts'
import { endResets } from '../recovery/password-resets.ts'
import { endSessions, openSession } from '../sessions/sessions.ts'
import { emailKey } from '../users/email-key.ts'
import { OwnAccountRefused } from '../users/errors.ts'
import type { Client } from '../users/limits.ts'
import { lockUser } from '../users/lock-user.ts'
import { hasAdmin } from '../users/queries.ts'
import { insertAdmin, noPhone } from './create-admin.ts'
import { endFirstAdminLink } from './first-admin-links.ts'

export interface OwnAccountDeps {
  db: Db
  /** In production only the command makes an administrator, because strangers know the password of a demo account. */
  production: boolean
}

/**
 * The step that this administrator has to take before they can use an account of their own. Null for an administrator who
 * already uses one. A demo account may make one only while the shop has none, so that a stranger who tries the shop can't
 * add another.
 */
export async function ownAccountRequirement(
  { db, production }: OwnAccountDeps,
  by: Pick<Account, 'isDemo'>,
): Promise<OwnAccountNeed | null> {
  if (!by.isDemo) return null
  if (await hasAdmin(db)) return 'log-in'
  return production ? 'command' : 'new-account'
}

/**
 * A demo administrator makes an account of their own. If the demo account already has their e-mail, it becomes their own:
 * it gets the new name and password, and its other sessions end.
 * @returns the new account's id, and the bearer token of a session of it
 * @throws {OwnAccountRefused} see `ownAccountRequirement`; also for the later of two simultaneous requests
 * @throws {CommonPassword}
 * @throws {EmailTaken} also if a customer has the e-mail
 */
export async function makeOwnAccount(
  { db, production, sender }: OwnAccountDeps & PasswordDeps,
  client: Client,
  by: Caller,
  { name, email, password }: OwnAccount,
  now: Date,
): Promise<{ token: string; id: string }> {
  await assertUncommonPassword({ sender }, password, 'password')
  await assertNeeded({ db, production }, by)
  const password_hash = await hashPassword(password, client)
  return transact(db, async (tx) => {
    await lockUser(tx, by.id)
    await assertStillAllowed(tx, by, now)
    await sql`lock table shop_settings in share row exclusive mode`.execute(tx) // one such request at a time
    await endFirstAdminLink(tx) // waits for another request that uses the link
    await assertNeeded({ db: tx, production }, by)
    const own = { name, email, password_hash, phone: noPhone, is_admin: true, is_demo: false }
    const id = (await takeOver(tx, by, own)) ?? (await insertAdmin(tx, own, now)).id
    await endResets(tx, id, now)
    return { token: await openSession(tx, { ...client, id }, now), id }
  })
}

async function assertNeeded(deps: OwnAccountDeps, by: Account): Promise<void> {
  const need = await ownAccountRequirement(deps, by)
  if (need !== 'new-account') throw new OwnAccountRefused(need)
}

interface Own {
  name: string
  email: string
  password_hash: string
  phone: string
  is_demo: boolean
}

/** @returns undefined if the demo account has another e-mail */
async function takeOver(tx: Tx, { id }: Account, own: Own): Promise<string | undefined> {
  const taken = await tx
    .updateTable('users')
    .set(own)
    .where('id', '=', id)
    .where('email_key', '=', emailKey(own.email))
    .returning('id')
    .executeTakeFirst()
  if (taken) await endSessions(tx, id)
  return taken?.id
}
