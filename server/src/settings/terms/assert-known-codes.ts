import { codedFields, type TermList, unknownCodes } from '@camilan/contract/terms'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'

/**
 * Refuse codes that are in no list, and keep the others from being removed meanwhile. Hidden ones are accepted: goods keep
 * theirs.
 * @throws {InvalidForm}
 */
export async function assertKnownCodes(tx: Tx, form: Parameters<typeof unknownCodes>[1]): Promise<void> {
  const codes = (Object.keys(codedFields) as (keyof typeof codedFields)[]).flatMap((field) => form[field] ?? [])
  if (codes.length === 0) return
  const rows = await tx.selectFrom('terms').select(['code', 'list']).where('code', 'in', codes).forKeyShare().execute()
  const inList = (list: TermList) => rows.filter((row) => row.list === list)
  const known = { categories: inList('categories'), packagings: inList('packagings'), weights: inList('weights') }
  const unknown = unknownCodes(known, form)
  if (Object.keys(unknown).length > 0) throw new InvalidForm(unknown)
}
