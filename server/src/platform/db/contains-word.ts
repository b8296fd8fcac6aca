import { type RawBuilder, sql } from 'kysely'

/**
 * The word occurs somewhere in the text, a column of texts in the form of `search_fold`. The database converts the word, as
 * it does the texts. For a statement that is planned with its values (`plannedWithValues`): PostgreSQL then converts once,
 * can use an index of trigrams, and can estimate the number of rows.
 */
export function containsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const escaped = sql`regexp_replace(search_fold(${word}), '([\\\\%_])', '\\\\\\1', 'g')`
  return sql<boolean>`${text} like ('%' || ${escaped} || '%') collate "C"`
}
