/** Placing an order, from the cart to its payment token. */
import type { Notice } from '@camilan/contract/notifications'
import { minimumTotal, type PlaceOrder } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { lockUser } from '../accounts/lock-user.ts'
import { type ClaimedLine, claimCart } from '../cart/claim-cart.ts'
import { publishCatalogChange } from '../catalog/catalog-change.ts'
import { assertInStock, type StockMove, stockMove, takenStock } from '../catalog/stock.ts'
import { stockNotice } from '../catalog/stock-alert.ts'
import { type NoticeValues, noticeValues, notificationInsert, publishNotifications } from '../notifications/notify.ts'
import { type OrderValues, orderValues, orderWrites } from '../orders/insert-order.ts'
import { newOrderId } from '../orders/order-id.ts'
import { type BuyerHistory, historyOfBuyer } from '../orders/queries.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { firstAttemptWrite } from '../payments/insert-attempt.ts'
import { openNewPayment, openPayment } from '../payments/open-payment.ts'
import { presentPayment } from '../payments/present.ts'
import { lastAttempt } from '../payments/queries.ts'
import type { Payable } from '../payments/snap-request.ts'
import { days, earlier, later, minutes } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { isUniqueViolation } from '../platform/db/db-failure.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { oneStatement } from '../platform/db/one-statement.ts'
import { transact } from '../platform/db/transact.ts'
import { ShopError } from '../platform/errors.ts'
import { type IdempotencyKey, idempotentlyWith } from '../platform/http/idempotency.ts'
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
  let placed: Payable | undefined
  const { order_id: orderId } = await transact(
    db,
    async (tx) => {
      const id = newOrderId(now)
      placed = undefined
      return idempotentlyWith(tx, buyerId, { idempotency, result: { order_id: id } }, now, async () => {
        placed = await writeOrder(tx, buyerId, { id, form, terms }, now)
      })
    },
    { mayRunAgain: isUniqueViolation }, // an order of the day has the same id: the next run makes another
  )
  try {
    return await (placed ? openNewPayment(payments, placed) : openPayment(payments, orderId))
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
 * @returns what the gateway needs to know about it
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
  { id, form, terms }: { id: string; form: PlaceOrder; terms: Terms },
  now: Date,
): Promise<Payable> {
  const buyer = { id: buyerId, ...(await lockUser(tx, buyerId)) } // one order at a time per buyer, so that the history below stays correct
  const history = await historyOfBuyer(tx, buyerId, earlier(now, days(1)))
  const lines = await claimCart(tx, buyerId)
  if (lines.length === 0) throw new CartEmpty()
  assertUnpaidLimit(history, terms)
  assertUnpaidEndedLimit(history, terms, now)
  assertFees(form, terms)
  assertInStock(lines)
  const totalPrice = assertTotal(form, lines, terms)
  const expiresAt = later(now, minutes(paymentTime(history, { lines, terms }).minutes))

  const { otherCosts } = terms
  const order = { id, buyer, delivery: form, lines, otherCosts, totalPrice, expiresAt }
  const alerts = lines.map((line) => stockNotice(line, line.stock, line.stock - line.quantity))
  const notices: Notice[] = [
    { kind: 'order-placed', to: { user: buyerId }, orderId: id, expiresAt },
    { kind: 'new-order', to: 'admins', orderId: id, buyerName: buyer.name, totalIdr: totalPrice },
    ...alerts.filter((notice) => notice !== null),
  ]
  const notifications = await insertOrder(tx, {
    ...orderValues(order, now),
    ...takenStock(id, lines),
    ...noticeValues(notices, now),
  })
  await publishCatalogChange(tx, { stockOf: lines.map(({ productId }) => productId) })
  await publishNotifications(tx, notifications)

  const items = lines.map(({ productId, name, price, quantity }) => ({ productId, name, unitPrice: price, quantity }))
  return { attemptId: id, orderId: id, totalPrice, otherCosts, expiresAt, buyer, items }
}

/** One statement: products are locked from `claimCart` to the commit, and other buyers wait for them. */
const insertOrder = fixedStatement((tx: Tx, values: OrderValues & StockMove & NoticeValues) => {
  const { orderId, totalPrice: amount, expiresAt, now } = values
  return oneStatement(
    [...orderWrites(tx, values), stockMove(values), firstAttemptWrite(tx, { orderId, amount, expiresAt }, now)],
    notificationInsert(values),
  )
})

/** Unpaid orders hold stock: a limit keeps one buyer from holding all of it. */
function assertUnpaidLimit({ unpaid }: BuyerHistory, { maxUnpaidOrders }: Terms): void {
  if (unpaid >= maxUnpaidOrders) throw new TooManyUnpaid(unpaid)
}

/** Cancelling is never refused. Without this limit one buyer could take and return stock all day. */
function assertUnpaidEndedLimit({ unpaidEndedAt }: BuyerHistory, { maxUnpaidEnded }: Terms, now: Date): void {
  const oldest = unpaidEndedAt[maxUnpaidEnded - 1]
  if (oldest) throw new TooManyUnpaidEnded({ ended: unpaidEndedAt.length, until: later(oldest, days(1)), now })
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
