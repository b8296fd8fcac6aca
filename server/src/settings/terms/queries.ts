import type { TermList } from '@camilan/contract/terms'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Terms as TermsTable } from '../../platform/db/db-types.ts'

export type TermRow = Omit<Selectable<TermsTable>, 'list' | 'place'>
export type TermRows = Record<TermList, TermRow[]>

/** In the seller's order. */
export async function storedTerms(db: Db): Promise<TermRows> {
  const terms: TermRows = { categories: [], packagings: [], weights: [] }
  const rows = await db.selectFrom('terms').selectAll().orderBy('place').orderBy('code').execute()
  for (const { list, place: _, ...term } of rows) terms[list].push(term)
  return terms
}
