import type { Insertable, Updateable } from 'kysely'
import { violatedConstraint } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Users } from '../../platform/db/db-types.ts'
import { assertEmailNotReserved } from './email-changes.ts'
import { EmailTaken } from './errors.ts'
import { findUser, type LoginRow, type UserRow, userColumns } from './queries.ts'

/** @throws {EmailTaken} another account has the e-mail, or gave it up within seven days */
export async function insertUser(tx: Tx, user: Omit<Insertable<Users>, 'created_at'>, now: Date): Promise<UserRow> {
  const inserted = await tx
    .insertInto('users')
    .values({ ...user, created_at: now })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
    .catch(rethrowEmailTaken)
  await assertEmailNotReserved(tx, inserted, now)
  return inserted
}

/** Columns that are missing or undefined keep their values. @throws {EmailTaken} another account has the e-mail */
export async function updateUser(db: Db, id: string, change: Updateable<Users>): Promise<UserRow | undefined> {
  if (Object.values(change).every((value) => value === undefined)) return findUser(db, id)
  const updated = db.updateTable('users').set(change).where('id', '=', id).returning(userColumns).executeTakeFirst()
  return updated.catch(rethrowEmailTaken)
}

/** @returns undefined, and nothing is written, if the user is an administrator, or is as meant already */
export function setStaff(tx: Tx, id: string, isStaff: boolean): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ is_staff: isStaff })
    .where('id', '=', id)
    .where('role', '=', isStaff ? 'customer' : 'staf')
    .returning(userColumns)
    .executeTakeFirst()
}

/** The unique index decides, so that only one of two simultaneous requests gets an e-mail. */
function rethrowEmailTaken(error: unknown): never {
  throw violatedConstraint(error) === 'users_email_key' ? new EmailTaken() : error
}

/** @returns false if the user no longer has the password of `login`, and nothing is written */
export async function replacePassword(tx: Tx, { id, password_hash }: LoginRow, newHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function setPassword(tx: Tx, id: string, newHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: newHash }).where('id', '=', id).execute()
}
