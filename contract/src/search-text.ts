import { maxLengths } from './lengths.ts'

/** The text of a search; null if there is none. Used by pages that must not load zod, and by the schemas. */
export function searchTextOf(text: string): string | null {
  return (
    text
      .trim()
      .slice(0, maxLengths.search)
      .replaceAll(/[\0\p{Surrogate}]/gu, '')
      .trim() || null
  )
}
