import type { PaymentReport, PaymentState } from '@camilan/midtrans/wire'
import { notify } from '../../people/notifications/notify.ts'
import { transact } from '../../platform/db/transact.ts'
import type { PaymentDeps } from '../deps.ts'

/** No money has arrived, and none will. */
const withoutMoney: PaymentState[] = ['denied', 'expired', 'cancelled']

/**
 * Record a payment that only the gateway has, as after restoring a backup. The administrators are notified if money has
 * arrived or may arrive. A second call with the same state has no effect.
 */
export async function recordUnmatched(
  { db, clock, log }: PaymentDeps,
  { id, report }: { id: string; report: PaymentReport },
): Promise<void> {
  const { gatewayState, amount, currency, transactionId, vaNumber, state } = report
  log.error({ id, gatewayState, amount }, 'a payment of an order that this shop does not have')
  const now = clock()
  await transact(db, async (tx) => {
    const seen = {
      gateway_state: gatewayState,
      amount,
      currency,
      transaction_id: transactionId,
      va_number: vaNumber,
      last_seen_at: now,
    }
    const changed = await tx
      .insertInto('unmatched_payments')
      .values({ id, ...seen, first_seen_at: now })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(seen)
          .whereRef('unmatched_payments.gateway_state', 'is distinct from', 'excluded.gateway_state'),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed || withoutMoney.includes(state)) return
    await notify(tx, [{ kind: 'unmatched-payment', to: 'admins', paymentId: id, amountIdr: amount, gatewayState }], now)
  })
}
