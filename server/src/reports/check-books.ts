import { readFile } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { earlier, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

export interface Finding {
  /** What is wrong, as `books.sql` names it. */
  rule: string
  /** The order or product that it concerns. */
  subject: string
  detail: string
}

/** The sweep runs every minute, and may wait for the gateway. */
const sweepGraceMs = minutes(5)

/** What is wrong in the shop's books, and what a person must do: nothing, as a rule. It only reads. */
export async function checkBooks(db: Db, now: Date): Promise<Finding[]> {
  const script = await readFile(new URL('books.sql', import.meta.url), 'utf8')
  const { rows } = await db.executeQuery<Finding>(CompiledQuery.raw(script, [earlier(now, sweepGraceMs)]))
  return rows
}
