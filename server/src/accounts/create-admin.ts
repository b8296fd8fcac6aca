import { Registration } from '@camilan/contract/accounts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { InvalidAdmin } from './errors.ts'
import { hashPassword } from './password-hash.ts'
import type { UserRow } from './queries.ts'
import { insertUser } from './write-users.ts'

export interface NewAdmin {
  email: string
  /** Of the length `passwordLength`. */
  password: string
  name?: string | undefined
  phone?: string | undefined
}

/**
 * Create an administrator. Only the operator can do this; there is no route for it.
 * @throws {InvalidAdmin} the values break the rules for a registration
 * @throws {EmailTaken} also if a customer has the e-mail: customers are not promoted, because e-mails are not verified
 */
export async function createAdmin(db: Db, admin: NewAdmin, now: Date): Promise<UserRow> {
  const { name = 'Administrator', phone = '00000000', email, password } = admin
  const checked = Registration.safeParse({ name, phone, email, password })
  if (!checked.success) throw new InvalidAdmin(checked.error.issues.map((issue) => issue.message))
  const { password: validPassword, ...profile } = checked.data
  const password_hash = await hashPassword(validPassword)
  return transact(db, (tx) => insertUser(tx, { ...profile, password_hash, is_admin: true }, now))
}
