import { type RawBuilder, sql } from 'kysely'

const patternOf = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The word occurs somewhere in the text. The database converts it to lower case as it does for the column. For a statement
 * that is planned with its values (`plannedWithValues`): PostgreSQL then converts once, can use an index of trigrams, and
 * can estimate the number of rows.
 */
export function containsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like lower(${patternOf(word)}::text collate "und-x-icu") collate "C"`
}
