import type { PlaceOrder } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { insertAttempt } from '../payments/attempts.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { openPayment } from '../payments/open-payment.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { ShopError } from '../platform/errors.ts'
import { type IdempotencyKey, idempotently } from '../platform/http/idempotency.ts'
import { placeOrder, type Terms } from './place-order.ts'

interface Checkout {
  buyerId: string
  form: PlaceOrder
  terms: Terms
  idempotency: IdempotencyKey | null
}

/**
 * Place the order, then ask the gateway for the token that pays it.
 * The order stands whatever the gateway says: with the same key, or by `openPayment`, the token can be had later.
 * @throws the refusals of {@link placeOrder}; then there is no order
 * @throws {ShopError} PAYMENT_UNAVAILABLE with `data.order_id`: there is one, without a token as yet
 */
export async function checkout(deps: PaymentDeps, { buyerId, form, terms, idempotency }: Checkout): Promise<Payment> {
  const now = deps.clock()
  const { order_id } = await transact(deps.db, (tx) =>
    idempotently(tx, buyerId, idempotency, now, async () => {
      const order = await placeOrder(tx, buyerId, form, terms, now)
      const { id: orderId, totalPrice: amount, expiresAt } = order
      await insertAttempt(tx, { orderId, number: 1, amount, expiresAt }, now)
      return { order_id: orderId }
    }),
  )
  try {
    return await openPayment(deps, order_id)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    // The same key again after the order was paid or ended: it is answered as it was, with what opened its payment.
    const earlier = error.code === 'NOT_PAYABLE' ? await lastPayment(deps.db, order_id) : undefined
    if (earlier) return earlier
    throw new ShopError(error.code, { data: { order_id }, cause: error })
  }
}

async function lastPayment(db: Db, orderId: string): Promise<Payment | undefined> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['snap_token', 'redirect_url'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (!attempt?.snap_token || !attempt.redirect_url) return undefined
  return { order_id: orderId, snap_token: attempt.snap_token, redirect_url: attempt.redirect_url }
}
