import { type RawBuilder, sql } from 'kysely'

const patternOf = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Each word occurs somewhere in the text, in any order. The database converts the words to lower case as it does for the column. */
export function containsEveryWord(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${text} like all (array(
    select lower(pattern collate "und-x-icu") collate "C" from unnest(${words.map(patternOf)}::text[]) as pattern))`
}

/**
 * The same for one word, in a form for which PostgreSQL can use an index of trigrams and estimate the number of rows, in
 * a statement that is planned with its values (`plannedWithValues`).
 */
export function containsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like lower(${patternOf(word)}::text collate "und-x-icu") collate "C"`
}
