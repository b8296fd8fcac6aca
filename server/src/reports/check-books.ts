import { readFile } from 'node:fs/promises'
import { paidStatuses, transitions } from '@camilan/contract/orders'
import { CompiledQuery } from 'kysely'
import { earlier, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

export interface Finding {
  /** The rule that is violated, as `books.sql` names it. */
  rule: string
  /** The order, product or day. */
  subject: string
  detail: string
}

/** The reconciliation ends expired orders every minute, and may wait for the gateway. */
const reconcileGraceMs = minutes(5)

/** The transitions that an order's history may have, in the form that `books.sql` compares. */
const legalSteps = ['DIPROSES customer', ...transitions.map(({ from, to, by }) => `${from}>${to} ${by}`)]

/** Find errors in the shop's records, and refunds that are due. It only reads. */
export async function checkBooks(db: Db, now: Date): Promise<Finding[]> {
  const script = await readFile(new URL('books.sql', import.meta.url), 'utf8')
  const parameters = [earlier(now, reconcileGraceMs), paidStatuses, legalSteps]
  const { rows } = await db.executeQuery<Finding>(CompiledQuery.raw(script, parameters))
  return rows
}
