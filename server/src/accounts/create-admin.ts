import { Registration } from '@camilan/contract/accounts'
import type { Db } from '../platform/db/db.ts'
import { hashPassword } from './password-hash.ts'
import { insertUser, type UserRow } from './queries.ts'

export interface NewAdmin {
  email: string
  /** 8..100 characters. */
  password: string
  name?: string | undefined
  phone?: string | undefined
}

/** What `createAdmin` says of values that no account may have, a line each. */
export class InvalidAdmin extends Error {
  override name = 'InvalidAdmin'
}

/**
 * Make an administrator. Only the operator can: no route leads here.
 * @throws {InvalidAdmin} by the rules of a registration
 * @throws {EmailTaken} by anybody; a customer is never promoted, as nobody has proved whose e-mail it is
 */
export async function createAdmin(db: Db, admin: NewAdmin, now: Date): Promise<UserRow> {
  const { name = 'Administrator', phone = '00000000', email, password } = admin
  const checked = Registration.safeParse({ name, phone, email, password })
  if (!checked.success) throw new InvalidAdmin(checked.error.issues.map((issue) => issue.message).join('\n'))
  const { password: valid, ...profile } = checked.data
  return insertUser(db, { ...profile, password_hash: await hashPassword(valid), is_admin: true, created_at: now })
}
