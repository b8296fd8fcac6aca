import { openSession } from '../../server/src/accounts/sessions.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { transact } from '../../server/src/platform/db/transact.ts'

export interface FlowBuyer {
  headers: { authorization: string }
}

/**
 * So many that each has few orders, like real buyers: the cost of an order grows with the buyer's other unpaid ones, and
 * the shop limits the idempotency keys of a buyer.
 */
const count = 3_000

/** Written into the database, because so many registrations take minutes, mostly for their passwords. */
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
