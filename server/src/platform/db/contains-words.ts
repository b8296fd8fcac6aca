import { type RawBuilder, sql } from 'kysely'

/** Each word occurs somewhere in the text, in any order. The database converts the words to lower case as it does for the column. */
export function containsEveryWord(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`${text} like all (array(
    select lower(pattern collate "und-x-icu") collate "C" from unnest(${patterns}::text[]) as pattern))`
}
