import { looksLikePhone, phoneDigits } from '@camilan/contract/texts'
import { type RawBuilder, sql } from 'kysely'
import { containsWord } from '../../platform/db/contains-word.ts'

const fewestDigits = 4

/**
 * What an administrator searches for in a text that is in the form of `search_fold` and has the phone number as typed and as
 * digits alone: every word of the query occurs in it, or the query is a part of the number, however that was written.
 */
export function containsWords(text: RawBuilder<unknown>, query: string): RawBuilder<boolean> {
  const words = query.split(/\s+/).map((word) => containsWord(text, word.replace(/^#(?=.)/, '')))
  const digits = looksLikePhone(query) ? phoneDigits(query) : ''
  const terms = [sql.join(words, sql` and `)]
  if (digits.length >= fewestDigits) {
    // A number without marks occurs wherever its words do.
    if (/^\+?\d+$/.test(query)) terms.pop()
    terms.push(containsWord(text, digits))
  }
  return sql<boolean>`(${sql.join(terms, sql` or `)})`
}
