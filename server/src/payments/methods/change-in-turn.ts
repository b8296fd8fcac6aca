/**
 * A change of an order's payment asks the gateway several times. One change of an order runs at a time, in all processes,
 * and few within a minute.
 */
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { days, earlier, later, minutes } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isLeaseFree, leaseEnd, untilFree } from '../../platform/db/lease-time.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { type OrderWithLiveAttempt, orderWithLiveAttempt } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { TooManyPaymentChanges } from '../errors.ts'

/** Three calls of the gateway. When they take longer, the next change may begin, which is no danger to the money. */
const changeLeaseMs = 30_000
const limitWindowMs = minutes(1)
const maxInLimitWindow = 3

interface Change {
  orderId: string
  method: PaymentMethod | null
  /** Whether the gateway must be asked. Decided when no other change runs; may throw a refusal. */
  isNeeded(order: OrderWithLiveAttempt): boolean
}

/**
 * Run a change of an order's payment when no other one of that order runs.
 * @returns undefined if it is not needed (any more): then nothing ran, and nothing is counted
 * @throws {TooManyPaymentChanges} three have begun within a minute; one for the method of the running one waits for it
 */
export async function changeInTurn<Result>(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  change: Change,
  run: (order: OrderWithLiveAttempt) => Promise<Result>,
): Promise<Result | undefined> {
  for (;;) {
    const turn = await transact(db, (tx) => takeTurn(tx, change, clock()))
    if (turn === 'not needed') return undefined
    if (turn === 'taken') {
      await untilFree(() => isChanging(db, change.orderId), changeLeaseMs)
      continue
    }
    try {
      return await run(turn.order)
    } finally {
      await endTurn(db, turn.id)
    }
  }
}

async function takeTurn(tx: Tx, { orderId, method, isNeeded }: Change, now: Date) {
  await lockOrder(tx, orderId)
  const order = await orderWithLiveAttempt(tx, orderId)
  if (!order) throw new NotFound()
  const recent = await recentChanges(tx, orderId, now)
  const [oldest] = recent
  const refusal =
    oldest && recent.length >= maxInLimitWindow
      ? new TooManyPaymentChanges(later(oldest.began_at, limitWindowMs), now)
      : undefined
  const running = await runningChange(tx, orderId)
  if (running) {
    if (refusal && running.method !== method) throw refusal
    return 'taken'
  }
  if (!isNeeded(order)) return 'not needed'
  if (refusal) throw refusal
  const { id } = await tx
    .insertInto('payment_changes')
    .values({ order_id: orderId, method, began_at: now, lease_ends_at: leaseEnd(changeLeaseMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, order }
}

/** The oldest first. Those that began later than now were written by a clock that was ahead. */
const recentChanges = (tx: Tx, orderId: string, now: Date) =>
  tx
    .selectFrom('payment_changes')
    .select('began_at')
    .where('order_id', '=', orderId)
    .where('began_at', '>', earlier(now, limitWindowMs))
    .where('began_at', '<=', now)
    .orderBy('began_at')
    .execute()

const runningChange = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_changes')
    .select('method')
    .where('order_id', '=', orderId)
    .where((eb) => eb.not(isLeaseFree('lease_ends_at', changeLeaseMs)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const isChanging = async (db: Db, orderId: string) => (await runningChange(db, orderId)) !== undefined

async function endTurn(db: Db, id: number): Promise<void> {
  await db.updateTable('payment_changes').set({ lease_ends_at: null }).where('id', '=', id).execute()
}

/** Delete what counts no more. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('payment_changes')
    .where('began_at', '<', earlier(now, days(1)))
    .execute()
}
