import { sql } from 'kysely'
import { later, minutes, seconds } from '../../platform/clock.ts'
import { claimDue, type DueWork, putOff } from '../../platform/jobs/due-work.ts'
import { forEachPayment } from '../apply/for-each-payment.ts'
import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable } from '../errors.ts'
import { carryOut } from './carry-out.ts'

/** An order takes two or three calls of the gateway, one after the other, so 500 orders a minute need this many workers. */
const concurrency = 8
const unansweredPauseMs = seconds(10)

/** The order is the row of its end. */
export const endingWork: DueWork<'orders'> = {
  table: 'orders',
  key: ['id'],
  from: sql<Date>`expires_at`,
  due: 'end_again_at',
  attempts: 'end_attempts',
  isOpen: sql<boolean>`status = 'DIPROSES'`,
  longestPauseMs: minutes(1),
}

/**
 * End every unpaid order whose time is over, several at a time, until none is left. An order that can't be ended now is
 * tried again after a minute, or after ten seconds if the gateway did not answer. Until it does, or while the clock of
 * this machine is wrong, the orders stay as they are.
 * @param signal  aborts when the server stops: the current orders are finished, the others are left for the next start
 */
export async function cancelExpiredOrders(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock, clockWatch } = deps
  const next = async () => {
    const [order] = await claimDue(db, endingWork, clock())
    // The other clocks are asked only before an order is ended.
    if (!order || (await clockWatch.isRight())) return order
    await putOff(db, endingWork, order, clock())
    return undefined
  }
  await forEachPayment(deps, { next, concurrency, signal }, async (order) => {
    const attempts = db.updateTable('payment_attempts').where('order_id', '=', order.id)
    await attempts.set({ status_asked_at: clock() }).execute()
    await carryOut(deps, order.id, { kind: 'cancel', by: 'system' }).catch(async (error: unknown) => {
      if (error instanceof GatewayUnavailable) await putOff(db, endingWork, order, later(clock(), unansweredPauseMs))
      throw error
    })
  })
}
