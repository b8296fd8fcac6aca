import { firstTerms, type Term, type Terms, visibleTerms } from '@camilan/contract/terms'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { listFormat } from '../words/delivery.ts'
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

/** More would be no sentence. */
const maxNamed = 3

/** What the shop sells, in a few words; null if it is what the texts of the specification say. */
export function goodsOf({ categories }: TermRows): string | null {
  const labels = visibleTerms(categories).map(({ label }) => label)
  if (labels.toSorted().join() === firstLabels.toSorted().join()) return null
  return labels.length > 0 && labels.length <= maxNamed ? listFormat.format(labels) : 'Camilan'
}

const firstLabels = firstTerms.categories.map(({ label }) => label)
