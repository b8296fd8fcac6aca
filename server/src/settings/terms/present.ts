import type { Term, Terms } from '@camilan/contract/terms'
import type { ImageUrl } from '../../media/files/image-url.ts'
import type { TermRow, TermRows } from './queries.ts'

export const presentTerm = (term: TermRow, imageUrl: ImageUrl): Term => ({ ...term, image: imageUrl(term.image) })

export function presentTerms(rows: TermRows, imageUrl: ImageUrl): { [List in keyof Terms]: Term[] } {
  const present = (terms: TermRow[]) => terms.map((term) => presentTerm(term, imageUrl))
  return {
    categories: present(rows.categories),
    packagings: present(rows.packagings),
    weights: present(rows.weights),
  }
}
