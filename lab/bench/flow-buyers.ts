/** Accounts that order and are never looked at. */
import { openSession } from '../../server/src/accounts/sessions.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { transact } from '../../server/src/platform/db/transact.ts'

/** The headers of one of their requests. */
export interface FlowBuyer {
  headers: { authorization: string }
}

/**
 * So many that each has few orders, as buyers have: what an order costs grows with the buyer's other unpaid ones. And so that
 * each has fewer idempotency keys than the shop keeps.
 */
const count = 3_000

/** Written into the database: to register so many takes minutes, most of it for their passwords. */
export async function makeFlowBuyers(db: Db): Promise<FlowBuyer[]> {
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, i) => ({
        name: `Pemesan ${i}`,
        email: `pemesan-${i}@contoh.id`,
        phone: '081234567890',
        password_hash: 'no password has this hash',
      })),
    )
    .returning('id')
    .execute()
  const now = new Date()
  return transact(db, async (tx) => {
    const buyers: FlowBuyer[] = []
    for (const { id } of users) buyers.push({ headers: { authorization: `Bearer ${await openSession(tx, id, now)}` } })
    return buyers
  })
}
