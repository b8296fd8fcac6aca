import { Registration } from '@camilan/contract/accounts'
import * as z from 'zod/mini'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { hashPassword } from '../login/password-hash.ts'
import { InvalidAdmin } from '../users/errors.ts'
import type { UserRow } from '../users/queries.ts'
import { insertUser } from '../users/write-users.ts'
import { endFirstAdminLink } from './first-admin-links.ts'

const NewAdminForm = z.partial(Registration, { phone: true })

/** The stored value for an administrator without a phone number. The API returns an empty text. */
export const noPhone = '-'

export interface NewAdmin {
  email: string
  password: string
  name?: string | undefined
  /** Undefined: the administrator adds it in the profile. */
  phone?: string | undefined
}

/**
 * Create an administrator. Only the operator can do this, by the command or, for the first administrator, by the link
 * (`becomeFirstAdmin`).
 * @throws {InvalidAdmin} the values break the rules for a registration
 * @throws {EmailTaken} also if a customer has the e-mail: customers are not promoted, because e-mails are not verified
 */
export async function createAdmin(db: Db, admin: NewAdmin, now: Date): Promise<UserRow> {
  const row = await checkAdmin(admin)
  return transact(db, (tx) => insertAdmin(tx, row, now))
}

/** The row of `insertAdmin`, outside the transaction: a password hash takes long. @throws {InvalidAdmin} */
export async function checkAdmin(admin: NewAdmin): Promise<AdminRow> {
  const { name = 'Administrator', phone, email, password } = admin
  const checked = NewAdminForm.safeParse({ name, phone, email, password })
  if (!checked.success) throw new InvalidAdmin(checked.error.issues.map((issue) => issue.message))
  const { password: validPassword, ...given } = checked.data
  return { ...given, password_hash: await hashPassword(validPassword) }
}

interface AdminRow {
  name: string
  email: string
  phone?: string | undefined
  password_hash: string
}

/** Ends the link for the first administrator, also if the new account is deleted later. @throws {EmailTaken} */
export async function insertAdmin(tx: Tx, { phone = noPhone, ...admin }: AdminRow, now: Date): Promise<UserRow> {
  await endFirstAdminLink(tx)
  return insertUser(tx, { ...admin, phone, is_admin: true }, now)
}
