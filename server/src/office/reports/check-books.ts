import { readFile } from 'node:fs/promises'
import type { BookRule } from '@camilan/contract/book-rules'
import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'
import { paidStatuses, transitions } from '@camilan/contract/orders'
import { CompiledQuery } from 'kysely'
import { type MatterRow, moneyMatters } from '../../payments/book/matters.ts'
import { earlier, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Figures, findingSentence } from './finding-sentence.ts'

export interface Finding {
  /** The rule that is violated, as `books.sql` names it, the kind of money to look at, or the kind of work that failed. */
  rule: string
  /** The order, product or day, or a payment without an order. */
  subject: string
  detail: string
}

/** The reconciliation ends expired orders every minute, and may wait for the gateway. */
const reconcileGraceMs = minutes(5)

/** The transitions that an order's history may have, in the form that `books.sql` compares. */
const legalSteps = [
  'DIPROSES customer',
  'DIPROSES admin',
  ...transitions.map(({ from, to, by }) => `${from}>${to} ${by}`),
]

/** Find errors in the shop's records, and money that an administrator has to look at. It only reads. */
export async function checkBooks(db: Db, now: Date): Promise<Finding[]> {
  // What an earlier look has found is not asked: this is a new one.
  const matters = (await moneyMatters(db)).filter(({ kind }) => kind !== 'books')
  return [...(await findInBooks(db, now)), ...matters.map(findingOf)]
}

/** Find errors in the shop's records. */
export async function findInBooks(db: Db, now: Date): Promise<Finding[]> {
  const script = await readFile(new URL('books.sql', import.meta.url), 'utf8')
  const parameters = [earlier(now, reconcileGraceMs), paidStatuses, legalSteps]
  const query = CompiledQuery.raw(script, parameters)
  const { rows } = await db.executeQuery<{ rule: BookRule; subject: string; figures: Figures }>(query)
  return rows.map(({ rule, subject, figures }) => ({ rule, subject, detail: findingSentence(rule, figures) }))
}

function findingOf({ kind, id, order_id, amount, at }: MatterRow): Finding {
  const sum = amount === null ? '' : `${formatRupiah(amount)} `
  return { rule: kind, subject: order_id ?? id, detail: `${sum}sejak ${formatJakartaTime(at)}` }
}
