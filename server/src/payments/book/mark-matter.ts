import { randomUUID } from 'node:crypto'
import type { AuditChange } from '@camilan/contract/audit'
import type { CheckedMatter } from '@camilan/contract/money'
import { sql } from 'kysely'
import { added } from '../../orders/change/change-order.ts'
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
    const balance = await lockBalance(tx, matter)
    const found = await findMatter(tx, matter)
    if (!found && balance && balance.accepted < 0) return
    if (!found) throw new NotFound()
    if (balance && balance.due < 0) {
      const entry = { orderId: matter.id, kind: 'accepted', amountIdr: balance.due, reference: randomUUID() } as const
      await bookDecision(tx, { ...entry, by: by.id, note }, now)
    } else {
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
    }
    await record(tx, by, found, added({ money_checked: matter.kind, note }), now)
  })
}

/** An administrator takes the mark back, and the matter is listed again. Without a mark nothing changes. */
export async function unmarkMatter(db: Db, by: Administrator, matter: CheckedMatter, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const changes = [{ field: 'money_checked', before: matter.kind, after: null }]
    const balance = await lockBalance(tx, matter)
    if (balance && balance.accepted < 0) {
      const entry = { orderId: matter.id, kind: 'accepted', amountIdr: -balance.accepted } as const
      const note = 'Perlu dilihat lagi'
      await bookDecision(tx, { ...entry, reference: randomUUID(), by: by.id, note }, now)
      return record(tx, by, { id: matter.id, order_id: matter.id }, changes, now)
    }
    const found = await findMatter(tx, matter)
    if (!found) throw new NotFound()
    const removed = await tx
      .deleteFrom('money_marks')
      .where('kind', '=', matter.kind)
      .where('subject', '=', matter.id)
      .returning('kind')
      .executeTakeFirst()
    if (removed) await record(tx, by, found, changes, now)
  })
}

/** Kinds that the balance of an order says; their ids are those of the orders. */
const ofBalance: readonly string[] = ['partly-withdrawn', 'owed-to-shop']

/** The balance of the order that a matter is about, which is locked; undefined for another kind, or without such an order. */
const lockBalance = async (tx: Tx, { kind, id }: CheckedMatter) =>
  ofBalance.includes(kind) && (await lockOrder(tx, id)) ? readBalance(tx, id) : undefined

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
  { id, order_id }: Pick<FoundMatter, 'id' | 'order_id'>,
  changes: readonly AuditChange[],
  now: Date,
): Promise<void> {
  const subject = order_id === null ? ({ type: 'payment', id } as const) : ({ type: 'order', id: order_id } as const)
  await recordChange(tx, by, subject, { action: 'changed', changes }, now)
}
