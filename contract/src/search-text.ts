import { maxLengths } from './lengths.ts'

/** What is searched for; null if there is nothing. Used by pages that must not load zod, and by the schemas. */
export function searchTextOf(text: string): string | null {
  return (
    text
      .trim()
      .slice(0, maxLengths.search)
      .replaceAll(/[\0\p{Surrogate}]/gu, '')
      .trim() || null
  )
}
