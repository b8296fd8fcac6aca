/** Codes with which an administrator sets a new password in a shop without mail. Only their hashes are stored. */
import { recoveryCodeCount } from '@camilan/contract/accounts'
import { codeKey } from '@camilan/contract/discount-codes'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockUser } from '../users/lock-user.ts'
import { hashOfToken, randomCode } from '../users/random-token.ts'

/** As typed: in small letters, with or without lines and blanks. */
const hashOfCode = (code: string) => hashOfToken(codeKey(code))

/** Replace the codes of a user. @returns the new ones, which are not stored */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await lockUser(tx, userId)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(4))
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

const unused = (db: Db, userId: string) =>
  db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null)

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await unused(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export async function hasRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const row = unused(db, userId).select('user_id').where('code_hash', '=', hashOfCode(code))
  return (await row.executeTakeFirst()) !== undefined
}

/** @returns false if the code is unknown or was used; the second of two simultaneous requests gets it */
export async function useRecoveryCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
