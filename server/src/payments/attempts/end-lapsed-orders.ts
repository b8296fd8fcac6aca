import { forEachPayment } from '../apply/for-each-payment.ts'
import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable } from '../errors.ts'
import { claimLapsedOrder, hasLapsedOrder, shortenClaim } from './queries.ts'
import { settle } from './settle.ts'

/** An order takes two or three calls of the gateway, one after the other, so 500 orders a minute need this many workers. */
const concurrency = 8

/**
 * End every unpaid order whose time is over, several at a time, until none is left. An order that can't be ended now is
 * tried again after a minute, or after ten seconds if the gateway did not answer. Until it does, or while the clock of
 * this machine is wrong, the orders stay as they are.
 * @param signal  aborts when the server stops: the current orders are finished, the others are left for the next start
 */
export async function endLapsedOrders(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock, clockWatch } = deps
  const next = async () => {
    // The other clocks are asked only before an order is ended.
    if (!(await hasLapsedOrder(db, clock())) || !(await clockWatch.isRight())) return undefined
    return claimLapsedOrder(db, clock())
  }
  await forEachPayment(deps, { next, concurrency, signal }, (orderId) =>
    settle(deps, orderId, { kind: 'end', by: 'system' }).catch(async (error: unknown) => {
      if (error instanceof GatewayUnavailable) await shortenClaim(db, orderId, clock())
      throw error
    }),
  )
}
