import { formatRupiah } from '@camilan/contract/formats'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { handPaymentWords } from '@camilan/contract/order-values'
import type { HandPaymentForm } from '@camilan/contract/seller-orders'
import { assertStillAllowed, type Caller } from '../../accounts/guards.ts'
import { recordChange } from '../../audit/record-change.ts'
import { InvalidTransition } from '../../orders/errors.ts'
import { lockOrder, transitionOrder } from '../../orders/transition-order.ts'
import { days, earlier, hours, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import type { PaymentDeps } from '../deps.ts'
import { PaidOtherwise, PaymentUndecided } from '../errors.ts'
import { endAttempt } from './end-attempt.ts'
import { insertHandPayment } from './insert-attempt.ts'
import { lastAttempt, type OrderWithLiveAttempt, orderWithLiveAttempt } from './queries.ts'
import { closeLive } from './replace-attempt.ts'

/** The order may change while the gateway is asked; in practice only a few times. */
const maxRounds = 4

/**
 * An administrator has received the money of an order that the seller entered: the order becomes DIBAYAR. First its
 * payment is closed at the gateway, so that nobody pays it a second time. The gateway, its sweeps and its report know
 * nothing of this money. A second call with the same way and amount changes nothing.
 * @throws {PaidOtherwise} the order is paid already; also if only the gateway knew that
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
  const { db, clock } = deps
  for (let round = 0; round < maxRounds; round += 1) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES') {
      await assertSame(deps, order, payment)
      return
    }
    if (order.source !== 'penjual') throw new InvalidTransition(order.status, 'DIBAYAR')
    const paidAt = paidAtOf(payment, clock())
    assertAmount(payment, order.total_price)
    if (!(await closeLive(deps, order))) continue
    if (await transact(db, (tx) => write(tx, by, { order, payment, paidAt }, clock()))) return
  }
  throw new PaymentUndecided(`order ${orderId} keeps changing`)
}

interface Recorded {
  order: OrderWithLiveAttempt
  payment: HandPaymentForm
  paidAt: Date
}

/** @returns false if the order was paid or cancelled, or got a new attempt or token, while the gateway was asked */
async function write(tx: Tx, by: Caller, { order, payment, paidAt }: Recorded, now: Date): Promise<boolean> {
  const { id: orderId, attempt_id: attemptId, snap_token: token, total_price: amount } = order
  const { way, amount: received } = payment
  const locked = await lockOrder(tx, orderId)
  await assertStillAllowed(tx, by, now)
  const current = await orderWithLiveAttempt(tx, orderId)
  if (locked?.status !== 'DIPROSES' || current?.attempt_id !== attemptId) return false
  if (attemptId !== null && !(await endAttempt(tx, { id: attemptId, status: 'DIBATALKAN', closed: { token } }))) {
    return false
  }
  const { number } = await lastAttempt(tx, orderId)
  const attempt = { orderId, number: number + 1, amount, expiresAt: order.expires_at }
  await insertHandPayment(tx, { ...attempt, way, received, paidAt }, now)
  await transitionOrder(tx, 'admin', { order: locked, status: 'DIBAYAR' }, now)
  const changes = [
    { field: 'status', before: locked.status, after: 'DIBAYAR' },
    { field: 'by_hand', before: null, after: `${handPaymentWords[way]} ${formatRupiah(received)}, ${payment.day}` },
  ]
  await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  return true
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
  if (paid.by_hand === null) throw new PaidOtherwise('lewat Midtrans')
  const received = paid.received_amount ?? paid.amount
  if (paid.by_hand === payment.way && received === payment.amount) return
  throw new PaidOtherwise(`${handPaymentWords[paid.by_hand]} ${formatRupiah(received)}`)
}

/** A transfer may have come before the order was entered. */
const longestAgoMs = days(60)

/** Of an earlier day only the day is known. */
function paidAtOf({ day }: HandPaymentForm, now: Date): Date {
  if (day === jakartaDay(now)) return now
  const paidAt = later(jakartaMidnight(day), hours(12))
  if (paidAt > now) throw new InvalidForm({ day: 'Tanggalnya belum tiba.' })
  if (paidAt < earlier(now, longestAgoMs)) throw new InvalidForm({ day: 'Tanggalnya terlalu lama.' })
  return paidAt
}

function assertAmount({ amount }: HandPaymentForm, total: number): void {
  if (amount < total) throw new InvalidForm({ amount: `Jumlahnya kurang dari total pesanan, ${formatRupiah(total)}.` })
  if (amount > 2 * total) throw new InvalidForm({ amount: `Jumlahnya jauh lebih dari total, ${formatRupiah(total)}.` })
}
