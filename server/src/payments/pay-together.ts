import { sql } from 'kysely'
import { type LockedOrder, selectLocked } from '../orders/transition-order.ts'
import { batched } from '../platform/db/batched.ts'
import type { Tx } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { transact } from '../platform/db/transact.ts'
import { decide } from './decide.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentReport } from './gateway-wire.ts'
import { type AttemptRow, attemptsOfOrders } from './queries.ts'
import { matchesAttempt, payOrders } from './record-payment.ts'

interface SettledAttempt {
  attemptId: string
  /** Its state is `settled`. */
  report: PaymentReport
  now: Date
}

/** Fifty keep their rows locked for about thirty milliseconds on two busy cores. */
const longest = 50

/**
 * Pay the order of an attempt in one transaction with those of other reports of the same moment: fifty transactions
 * take several times as long. Only what has no other effect is done here, by the same rules as `applyInTransaction`.
 * @returns false where nothing was written and the report has to be applied by itself: somebody else has locked its order,
 *   the payment has other effects or none, or the transaction failed, perhaps because of another one
 */
export async function payTogether(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  settled: SettledAttempt,
): Promise<boolean> {
  try {
    return await payAll(db, settled)
  } catch (error) {
    log.warn({ err: error, attemptId: settled.attemptId }, 'a payment could not be written together with others')
    return false
  }
}

const payAll = batched(
  (db, settled: readonly SettledAttempt[]) => transact(db, (tx) => payInTransaction(tx, settled)),
  { longest, inTurn: true },
)

async function payInTransaction(tx: Tx, settled: readonly SettledAttempt[]): Promise<boolean[]> {
  const orders = await lockFreeOrders(tx, { attemptIds: settled.map(({ attemptId }) => attemptId) })
  // Read while the orders are locked, so that their attempts don't change until the commit.
  const attempts = await attemptsOfOrders(tx, { orderIds: orders.map(({ id }) => id) })
  const byOrder = Map.groupBy(attempts, ({ order_id }) => order_id)
  const payments = orders.flatMap((order) => paymentOf(order, byOrder.get(order.id) ?? [], settled) ?? [])
  const [first] = payments
  if (first) await payOrders(tx, payments, first.settled.now)
  const paid = new Set(payments.map((payment) => payment.settled))
  return settled.map((one) => paid.has(one))
}

/** Waits for nobody: whoever has locked an order may take long. */
const lockFreeOrders = fixedStatement((tx: Tx, { attemptIds }: { attemptIds: string[] }) =>
  selectLocked(tx)
    .where('orders.id', 'in', (eb) =>
      eb
        .selectFrom('payment_attempts')
        .select('order_id')
        .where('payment_attempts.id', '=', sql<string>`any(${attemptIds}::text[])`),
    )
    .forNoKeyUpdate('orders')
    .skipLocked(),
)

/** The payment of an order, where it pays the order and leaves nothing else to do. */
function paymentOf(order: LockedOrder, attempts: readonly AttemptRow[], settled: readonly SettledAttempt[]) {
  const one = settled.find(({ attemptId }) => attempts.some(({ id }) => id === attemptId))
  const attempt = attempts.find(({ id }) => id === one?.attemptId)
  if (!one || !attempt) return undefined
  const { report } = one
  // Whether the order is overdue does not matter to money that has arrived.
  const situation = { order: order.status, attempt: attempt.status, isOverdue: false }
  const isOnlyEffect = attempts.every(({ id, status }) => id === attempt.id || status !== 'PENDING')
  return decide(situation, report.state) === 'pay' && matchesAttempt(attempt, report) && isOnlyEffect
    ? { order, attempt, report, settled: one }
    : undefined
}
