import { type RawBuilder, sql } from 'kysely'

/** Each word stands somewhere in the text, in any order; folded as the text's column is, by the database. */
export function containsEveryWord(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`${text} like all (array(
    select lower(pattern collate "und-x-icu") collate "C" from unnest(${patterns}::text[]) as pattern))`
}
