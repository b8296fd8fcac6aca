import type { PaymentReport } from '@camilan/midtrans/wire'
import { sql } from 'kysely'
import { type LockedOrder, lockableOrders } from '../../orders/change/transition-order.ts'
import { batched } from '../../platform/db/batched.ts'
import { isOutcomeUnknown } from '../../platform/db/connections/db-failure.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { transact } from '../../platform/db/transact.ts'
import { type AttemptRow, attemptsOfOrders } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { decide } from './decide.ts'
import { matchesAttempt, payOrders, situationOf } from './record-payment.ts'

interface SettledAttempt {
  attemptId: string
  /** Its state is `settled`. */
  report: PaymentReport
}

type Deps = Pick<PaymentDeps, 'clock' | 'log'>

/** Fifty keep their rows locked for about thirty milliseconds on two busy cores. */
const longest = 50

/**
 * Pay the order of an attempt in one transaction with those of simultaneous reports, because fifty transactions take
 * several times as long. It handles only reports without other effects, by the same rules as `applyInTransaction`.
 * @returns false if nothing was written and the report has to be applied alone: its order is locked, the payment has
 *   other effects or none, or the database has refused the transaction, perhaps because of another report
 * @throws the connection was lost: nobody knows whether the orders were paid
 */
export const payTogether = ({ db, ...deps }: Deps & Pick<PaymentDeps, 'db'>, settled: SettledAttempt) =>
  payAll(db, { ...settled, deps })

const payAll = batched(
  async (db, settled: readonly (SettledAttempt & { deps: Deps })[]): Promise<readonly boolean[]> => {
    const deps = settled[0]?.deps
    if (!deps) return []
    try {
      return await transact(db, (tx) => payInTransaction(tx, settled, deps.clock()))
    } catch (error) {
      if (isOutcomeUnknown(error)) throw error
      const attemptIds = settled.map(({ attemptId }) => attemptId)
      deps.log.warn({ err: error, attemptIds }, 'payments could not be written together, each is written by itself')
      return settled.map(() => false)
    }
  },
  { longest, inTurn: true },
)

async function payInTransaction(tx: Tx, settled: readonly SettledAttempt[], now: Date): Promise<boolean[]> {
  const orders = await lockFreeOrders(tx, { attemptIds: settled.map(({ attemptId }) => attemptId) })
  // Read while the orders are locked, so that no attempt is added or paid before the commit.
  const attempts = await attemptsOfOrders(tx, { orderIds: orders.map(({ id }) => id) })
  const byOrder = Map.groupBy(attempts, ({ order_id }) => order_id)
  const payments = orders.flatMap((order) => plainPayment(order, byOrder.get(order.id) ?? [], settled) ?? [])
  if (payments.length > 0) await payOrders(tx, payments, now)
  const paid = new Set(payments.map((payment) => payment.settled))
  return settled.map((one) => paid.has(one))
}

/** It skips locked orders, because their lock may last long. */
const lockFreeOrders = fixedStatement((tx: Tx, { attemptIds }: { attemptIds: string[] }) =>
  lockableOrders(tx)
    .where('orders.id', 'in', (eb) =>
      eb
        .selectFrom('payment_attempts')
        .select('order_id')
        .where('payment_attempts.id', '=', sql<string>`any(${attemptIds}::text[])`),
    )
    .forNoKeyUpdate('orders')
    .skipLocked(),
)

/** The payment of an order, if it pays the order and has no other effect. */
function plainPayment(order: LockedOrder, attempts: readonly AttemptRow[], settled: readonly SettledAttempt[]) {
  const one = settled.find(({ attemptId }) => attempts.some(({ id }) => id === attemptId))
  const attempt = attempts.find(({ id }) => id === one?.attemptId)
  // Money that came again is no plain payment.
  if (!one || !attempt || attempt.reversed_at) return undefined
  const { report } = one
  const isOnlyEffect = attempts.every(({ id, status }) => id === attempt.id || status !== 'PENDING')
  const pays = decide(situationOf({ order, attempt, report }), report.state) === 'pay'
  return pays && matchesAttempt(attempt, report) && isOnlyEffect ? { order, attempt, report, settled: one } : undefined
}
