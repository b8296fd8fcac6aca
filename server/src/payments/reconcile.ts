import { sql } from 'kysely'
import { days, earlier, hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { applyReport } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import { GatewayUnavailable } from './gateway.ts'

/** How many one run looks at, of each kind: the gateway is asked gently however many are open. */
const mostPerRun = { lapsed: 50, open: 200, ended: 50 }
/** In a row; after that it is the gateway, and not the orders. */
const mostUnanswered = 3
/** Money may still come for a payment that is over, and its notification get lost: it is looked after for a while. */
const endedAskedFor = days(30)
const endedFirstAskedAfterMs = hours(6)

/**
 * Compare the payments with the gateway: take money whose webhook was lost, and end the orders that have lapsed.
 * While the gateway is out of reach everything stays as it is until the next run.
 * @param signal  aborts when the server stops: the order in hand is finished, the others wait for the next start
 */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  await each(deps, signal, await lapsedOrders(db, now), async (orderId) => {
    await noteAsked(db, 'order_id', orderId, now)
    await endUnpaidOrder(deps, orderId, 'system')
  })
  const ask = async (attemptId: string) => {
    await noteAsked(db, 'id', attemptId, now)
    await applyReport(deps, attemptId, await deps.gateway.status(attemptId))
  }
  await each(deps, signal, await openPayments(db, now), ask)
  await each(deps, signal, await endedPayments(db, now), ask)
}

async function noteAsked(db: Db, column: 'id' | 'order_id', id: string, now: Date): Promise<void> {
  await db.updateTable('payment_attempts').set({ status_asked_at: now }).where(column, '=', id).execute()
}

/** Oldest deadlines first, then those that were tried and could not be ended, the one tried longest ago first. */
async function lapsedOrders(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payment_attempts as attempt', (join) =>
      join.onRef('attempt.order_id', '=', 'orders.id').on('attempt.status', '=', 'PENDING'),
    )
    .select('orders.id')
    .where('orders.status', '=', 'DIPROSES')
    .where('orders.expires_at', '<=', now)
    .orderBy(sql`case when attempt.status_asked_at >= orders.expires_at then attempt.status_asked_at end`, (order) =>
      order.asc().nullsFirst(),
    )
    .orderBy('orders.expires_at')
    .limit(mostPerRun.lapsed)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those not asked about for longest first, so that every open payment has its turn. */
async function openPayments(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('status_asked_at', (order) => order.asc().nullsFirst())
    .orderBy('expires_at')
    .limit(mostPerRun.open)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Those that ended without money, in case some came since: each time after twice as long, about nine times in all.
 * One without a token is asked about too: the answer that brought it may have been lost.
 */
async function endedPayments(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('status', 'in', ['GAGAL', 'KADALUARSA', 'DIBATALKAN'])
    .where('expires_at', '>', earlier(now, endedAskedFor))
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .limit(mostPerRun.ended)
    .execute()
  return rows.map(({ id }) => id)
}

const dueAt = sql<Date>`coalesce(status_asked_at + greatest(
  ${endedFirstAskedAfterMs}::float8 * interval '1 millisecond', status_asked_at - expires_at), created_at)`

/** One bad order must not keep the others waiting; a gateway that does not answer, however, answers none of them. */
async function each(
  deps: PaymentDeps,
  signal: AbortSignal | undefined,
  ids: string[],
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0
  for (const id of ids) {
    if (signal?.aborted || unanswered === mostUnanswered) return
    try {
      await act(id)
      unanswered = 0
    } catch (error) {
      deps.log.warn({ err: error, id }, 'not reconciled')
      unanswered = error instanceof GatewayUnavailable ? unanswered + 1 : 0
    }
  }
}
