import { randomUUID } from 'node:crypto'
import type { CheckedMatter } from '@camilan/contract/money'
import { sql } from 'kysely'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { bookDecision, readBalance } from './entries.ts'
import { matters } from './matters.ts'

/**
 * An administrator has dealt with a matter, which is listed again only if something new happens to it; a difference that the
 * book shows is accepted by an entry. An audit entry of its order, or of the payment, names the administrator. A second call
 * changes nothing: the first note stays.
 * @throws {NotFound} there is no such matter
 */
export async function markMatter(
  db: Db,
  by: Administrator,
  { note, ...matter }: CheckedMatter & { note: string },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const accepted = await lockAccepted(tx, matter)
    const found = await findMatter(tx, matter)
    if (!found && accepted) return
    if (!found) throw new NotFound()
    const change = { before: null, after: matter.kind }
    if (
      found.order_id !== null &&
      ofBalance.includes(matter.kind) &&
      (await accept(tx, by, { orderId: found.order_id, note }, now))
    ) {
      return record(tx, by, { ...found, change, note }, now)
    }
    const mark = { dealt_at: now, note, dealt_by: by.id }
    const written = await tx
      .insertInto('money_marks')
      .values({ kind: matter.kind, subject: matter.id, ...mark })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject']).doUpdateSet(mark).where('money_marks.dealt_at', '<', found.at),
      )
      .returning('kind')
      .executeTakeFirst()
    if (!written) return
    await record(tx, by, { ...found, change, note }, now)
  })
}

/** An administrator takes the mark back, and the matter is listed again. Without a mark nothing changes. */
export async function unmarkMatter(db: Db, by: Administrator, matter: CheckedMatter, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const accepted = await lockAccepted(tx, matter)
    if (accepted) {
      const change = { before: matter.kind, after: null }
      const entry = { orderId: matter.id, kind: 'accepted', amountIdr: -accepted, reference: randomUUID() } as const
      await bookDecision(tx, { ...entry, by: by.id, note: 'Perlu dilihat lagi' }, now)
      return record(tx, by, { id: matter.id, order_id: matter.id, change }, now)
    }
    const found = await findMatter(tx, matter)
    if (!found) throw new NotFound()
    const removed = await tx
      .deleteFrom('money_marks')
      .where('kind', '=', matter.kind)
      .where('subject', '=', matter.id)
      .returning('kind')
      .executeTakeFirst()
    if (removed) await record(tx, by, { ...found, change: { before: matter.kind, after: null } }, now)
  })
}

/** Kinds that the balance of an order says; their ids are those of the orders. */
const ofBalance: readonly string[] = ['partly-withdrawn', 'owed-to-shop']

/** @returns what was accepted of what is owed to the shop, less than 0, with the order locked; 0: nothing, or no such matter */
async function lockAccepted(tx: Tx, { kind, id }: CheckedMatter): Promise<number> {
  if (!ofBalance.includes(kind) || !(await lockOrder(tx, id))) return 0
  return Math.min((await readBalance(tx, id)).accepted, 0)
}

/** @returns false if the shop is owed nothing by the book */
async function accept(
  tx: Tx,
  by: Administrator,
  { orderId, note }: { orderId: string; note: string },
  now: Date,
): Promise<boolean> {
  const { due } = await readBalance(tx, orderId)
  if (due >= 0) return false
  const entry = { orderId, kind: 'accepted', amountIdr: due, reference: randomUUID(), by: by.id, note } as const
  await bookDecision(tx, entry, now)
  return true
}

interface FoundMatter {
  id: string
  order_id: string | null
  at: Date
}

async function findMatter(tx: Tx, { kind, id }: CheckedMatter): Promise<FoundMatter | undefined> {
  const { rows } = await sql<FoundMatter>`
    select id, order_id, at from (${matters}) as matter where kind = ${kind} and id = ${id}`.execute(tx)
  return rows[0]
}

async function record(
  tx: Tx,
  by: Administrator,
  matter: Omit<FoundMatter, 'at'> & { change: { before: string | null; after: string | null }; note?: string },
  now: Date,
): Promise<void> {
  const { id, order_id, change, note } = matter
  const subject = order_id === null ? ({ type: 'payment', id } as const) : ({ type: 'order', id: order_id } as const)
  const changes = [
    { field: 'money_checked', ...change },
    ...(note === undefined ? [] : [{ field: 'note', before: null, after: note }]),
  ]
  await recordChange(tx, by, subject, { action: 'changed', changes }, now)
}
