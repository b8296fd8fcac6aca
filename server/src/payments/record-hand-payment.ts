import { formatRupiah } from '@camilan/contract/formats'
import { handPaymentWords } from '@camilan/contract/order-values'
import type { HandPaymentForm } from '@camilan/contract/seller-orders'
import { InvalidTransition } from '../orders/errors.ts'
import type { Caller } from '../people/login/guards.ts'
import { carryOut } from './attempts/carry-out.ts'
import type { OrderWithLiveAttempt } from './attempts/queries.ts'
import type { PaymentDeps } from './deps.ts'
import { NotPossible } from './errors.ts'

/**
 * An administrator has received the money of an order that the seller entered: the order becomes DIBAYAR. First its
 * payment is closed at the gateway, so that nobody pays it a second time. The gateway, its sweeps and its report know
 * nothing of this money. A second call with the same way and amount changes nothing.
 * @throws {NotPossible} the order is paid already; also if only the gateway knew that
 * @throws {InvalidTransition} the order was cancelled, or its buyer placed it with an account
 * @throws {InvalidForm} less than the total, more than twice the total, or a day in the future or long ago
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed
 */
export async function recordHandPayment(
  deps: PaymentDeps,
  by: Caller,
  orderId: string,
  payment: HandPaymentForm,
): Promise<void> {
  const found = await carryOut(deps, orderId, { kind: 'hand payment', by, payment })
  if (found.status !== 'DIPROSES') await assertSame(deps, found, payment)
}

/** The call is repeated, or two devices record the same money. */
async function assertSame({ db }: PaymentDeps, { id, status }: OrderWithLiveAttempt, payment: HandPaymentForm) {
  const paid = await db
    .selectFrom('payment_attempts')
    .select(['by_hand', 'amount', 'received_amount'])
    .where('order_id', '=', id)
    .where('status', '=', 'SUKSES')
    .orderBy('by_hand')
    .executeTakeFirst()
  if (status === 'DIBATALKAN' || !paid) throw new InvalidTransition(status, 'DIBAYAR')
  const received = paid.received_amount ?? paid.amount
  if (paid.by_hand === payment.way && received === payment.amount) return
  const how = paid.by_hand === null ? 'lewat Midtrans' : `${handPaymentWords[paid.by_hand]} ${formatRupiah(received)}`
  throw new NotPossible(`Pesanan ini sudah dibayar ${how}.`)
}
