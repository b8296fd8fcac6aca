/** Placing an order, from the cart to its payment token. */
import { minimumTotal, type PlaceOrder } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { lockUser } from '../accounts/lock-user.ts'
import { type ClaimedLine, claimCart } from '../cart/claim-cart.ts'
import { assertInStock, takeStock } from '../catalog/stock.ts'
import { stockNotice } from '../catalog/stock-alert.ts'
import { notify } from '../notifications/notify.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { countUnpaidOrders, unpaidEndedSince } from '../orders/queries.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { insertAttempt } from '../payments/insert-attempt.ts'
import { openPayment } from '../payments/open-payment.ts'
import { presentPayment } from '../payments/present.ts'
import { lastAttempt } from '../payments/queries.ts'
import { days, earlier, later, minutes } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { ShopError } from '../platform/errors.ts'
import { type IdempotencyKey, idempotently } from '../platform/http/idempotency.ts'
import {
  BelowMinimum,
  CartEmpty,
  CostMismatch,
  PlacedWithoutToken,
  PriceChanged,
  TooManyUnpaid,
  TooManyUnpaidEnded,
} from './errors.ts'
import { type PaymentTerms, paymentTime } from './payment-time.ts'

/** The shop's settings for new orders. */
export interface Terms extends PaymentTerms {
  /** Whole rupiah for shipping and service together. */
  otherCosts: number
  maxUnpaidOrders: number
  /** Orders that a customer may cancel or let lapse within 24 hours. */
  maxUnpaidEnded: number
}

export interface CheckoutDeps {
  payments: PaymentDeps
  terms: Terms
}

/**
 * Turn a buyer's cart into an order, then ask the gateway for the token that pays it. The gateway is asked after the
 * commit, so its answer does not affect the order: a request with the same key, or `openPayment`, gets the token later.
 * @throws the refusals of {@link writeOrder}: nothing is written
 * @throws {PlacedWithoutToken} the order is placed, but there is no token: the gateway gave none, or the order has ended
 *   before the request was repeated
 */
export async function placeOrder(
  { payments, terms }: CheckoutDeps,
  buyerId: string,
  { form, idempotency }: { form: PlaceOrder; idempotency: IdempotencyKey | null },
): Promise<Payment> {
  const { db, clock } = payments
  const now = clock()
  const { order_id: orderId } = await transact(db, (tx) =>
    idempotently(tx, buyerId, idempotency, now, async () => ({
      order_id: await writeOrder(tx, buyerId, { form, terms }, now),
    })),
  )
  try {
    return await openPayment(payments, orderId)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    // A request that is repeated after the order was paid or has ended gets the same answer as the first time.
    const attempt = error.code === 'NOT_PAYABLE' ? await lastAttempt(db, orderId) : undefined
    const firstAnswer = attempt && presentPayment(attempt)
    if (firstAnswer) return firstAnswer
    throw new PlacedWithoutToken(orderId, error)
  }
}

/**
 * Write all rows of a new order in one transaction. Rows are locked in the order user, products.
 * @returns the order's id
 * @throws {CartEmpty} the cart has no product that is still sold
 * @throws {TooManyUnpaid} the buyer has as many unpaid orders as the shop allows
 * @throws {TooManyUnpaidEnded} too many orders of the buyer ended without payment within a day
 * @throws {CostMismatch} | {PriceChanged} the buyer saw other amounts
 * @throws {OutOfStock} lists every line whose quantity exceeds the stock, not only the first
 * @throws {BelowMinimum} the gateway accepts no payment this small
 */
async function writeOrder(
  tx: Tx,
  buyerId: string,
  { form, terms }: { form: PlaceOrder; terms: Terms },
  now: Date,
): Promise<string> {
  const buyer = await lockUser(tx, buyerId) // one order at a time per buyer, so that the count of unpaid orders below stays correct
  const lines = await claimCart(tx, buyerId)
  if (lines.length === 0) throw new CartEmpty()
  await assertUnpaidLimit(tx, buyerId, terms)
  await assertUnpaidEndedLimit(tx, buyerId, terms, now)
  assertFees(form, terms)
  assertInStock(lines)
  const totalPrice = assertTotal(form, lines, terms)

  const time = await paymentTime(tx, buyerId, { lines, terms })
  const expiresAt = later(now, minutes(time.minutes))
  const { otherCosts } = terms
  const placed = { buyer: { id: buyerId, ...buyer }, delivery: form, lines, otherCosts, totalPrice, expiresAt }
  const id = await insertOrder(tx, placed, now)
  await takeStock(tx, id, lines)
  await insertAttempt(tx, { orderId: id, number: 1, amount: totalPrice, expiresAt }, now)

  const alerts = lines.map((line) => stockNotice(line, line.stock, line.stock - line.quantity))
  await notify(
    tx,
    [
      { kind: 'order-placed', to: { user: buyerId }, orderId: id, expiresAt },
      { kind: 'new-order', to: 'admins', orderId: id, buyerName: buyer.name, totalIdr: totalPrice },
      ...alerts.filter((notice) => notice !== null),
    ],
    now,
  )
  return id
}

/** Unpaid orders hold stock: a limit keeps one buyer from holding all of it. */
async function assertUnpaidLimit(tx: Tx, buyerId: string, { maxUnpaidOrders }: Terms): Promise<void> {
  const unpaid = await countUnpaidOrders(tx, buyerId)
  if (unpaid >= maxUnpaidOrders) throw new TooManyUnpaid(unpaid)
}

/** Cancelling is never refused. Without this limit one buyer could take and return stock all day. */
async function assertUnpaidEndedLimit(tx: Tx, buyerId: string, { maxUnpaidEnded }: Terms, now: Date): Promise<void> {
  const ended = await unpaidEndedSince(tx, buyerId, earlier(now, days(1)))
  const oldest = ended[maxUnpaidEnded - 1]
  if (oldest) throw new TooManyUnpaidEnded({ ended: ended.length, until: later(oldest, days(1)), now })
}

function assertFees({ other_costs }: PlaceOrder, { otherCosts }: Terms): void {
  if (other_costs !== otherCosts) throw new CostMismatch(otherCosts)
}

/** A request may have the total that the buyer saw (`expected_total`); another total than that is refused. */
function assertTotal({ expected_total }: PlaceOrder, lines: readonly ClaimedLine[], { otherCosts }: Terms): number {
  const itemsTotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const totalPrice = itemsTotal + otherCosts
  if (expected_total != null && expected_total !== totalPrice) {
    throw new PriceChanged({ items_total: itemsTotal, other_costs: otherCosts, total_price: totalPrice })
  }
  if (totalPrice < minimumTotal) throw new BelowMinimum()
  return totalPrice
}
