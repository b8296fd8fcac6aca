/** Placing an order, from the cart to its payment token. */

import type { PlaceOrder } from '@camilan/contract/checkout'
import type { Notice } from '@camilan/contract/notifications'
import { nextOpening } from '@camilan/contract/opening'
import { orderFormSentences } from '@camilan/contract/order-values'
import type { Payment } from '@camilan/contract/payments'
import type { ShopSettings } from '@camilan/contract/settings'
import { type RawBuilder, sql } from 'kysely'
import { claimCart } from '../orders/cart/claim-cart.ts'
import { newOrderId } from '../orders/change/order-id.ts'
import { feesOf, type NewCharge, priceOrder, totalOf, totalOfKind } from '../orders/charges.ts'
import { firstAttemptWrite, type NewAttempt } from '../payments/attempts/insert-attempt.ts'
import { openNewPayment, openPayment, presentPayment } from '../payments/attempts/open-payment.ts'
import type { Payable } from '../payments/attempts/payable.ts'
import { lastAttempt } from '../payments/attempts/queries.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { NoPaymentKeys } from '../payments/keys/errors.ts'
import { offeredMethods } from '../payments/methods/offered-methods.ts'
import { days, earlier, later, minutes } from '../platform/clock.ts'
import { isUniqueViolation } from '../platform/db/connections/db-failure.ts'
import type { Tx } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { transact } from '../platform/db/transact.ts'
import { InvalidForm, ShopError } from '../platform/errors.ts'
import { type IdempotencyKey, idempotently, keyWrite, refusalOfKey } from '../platform/http/idempotency.ts'
import { assertInStock, demandOf, isOfStock, type LockedLine } from '../products/stock.ts'
import type { Settings } from '../settings/settings.ts'
import { claimBatches } from './batches/claim-batches.ts'
import { servicesTo } from './delivery/delivery-services.ts'
import { storeDelivery } from './delivery/store-delivery.ts'
import { type Wish, wishOf } from './delivery/wished-day.ts'
import { applicableDiscounts, claimDiscounts } from './discounts/applicable-discounts.ts'
import { withVoucher } from './discounts/voucher-guesses.ts'
import { voucherState } from './discounts/voucher-state.ts'
import {
  BelowMinimum,
  CartEmpty,
  CartOverCap,
  CostMismatch,
  DayUnavailable,
  NotOpen,
  PlacedWithoutToken,
  PriceChanged,
  VoucherUnavailable,
} from './errors.ts'
import { type DailyCap, hasCap, isFull, lockDay } from './opening/daily-cap.ts'
import { nextCapAt, presentOpening } from './opening/present.ts'
import { paymentTime } from './payment-time.ts'
import { historyAndSettings, lockBuyer } from './queries.ts'
import { assertUnpaidEndedLimit, assertUnpaidLimit } from './unpaid-limits.ts'
import { type NewOrderValues, newOrderInsert, newOrderValues, publishNewOrder } from './write-order.ts'

export interface CheckoutDeps {
  payments: PaymentDeps
  settings: Settings
}

/**
 * Turn a buyer's cart into an order, then ask the gateway for the token that pays it. The gateway is asked after the
 * commit, so its answer does not affect the order: a request with the same key, or `openPayment`, gets the token later.
 * @throws {NoPaymentKeys} the shop can't be paid yet: nothing is written
 * @throws the refusals of {@link writeOrder}: nothing is written
 * @throws {PlacedWithoutToken} the order is placed, but there is no token: the gateway gave none, or the order has ended
 *   before the request was repeated
 */
export async function placeOrder(
  { payments, settings }: CheckoutDeps,
  buyerId: string,
  { form, idempotency }: { form: PlaceOrder; idempotency: IdempotencyKey | null },
): Promise<Payment> {
  const { db, clock } = payments
  const now = clock()
  const first = async () => {
    const keys = payments.gateways.current()
    if (!keys) throw new NoPaymentKeys()
    const written = { form, keySetId: keys.keySetId, idempotency }
    const payable = await withVoucher(db, { userId: buyerId, code: form.voucher_code }, now, (voucherCode) =>
      transact(
        db,
        (tx) => writeOrder(tx, settings, buyerId, { id: newOrderId(now), voucherCode, ...written }, now),
        // An earlier order of the day has the same id. The next try makes another id.
        { mayRunAgain: (error) => isUniqueViolation(error) && !refusalOfKey(error) },
      ),
    )
    return { orderId: payable.orderId, open: () => openNewPayment(payments, payable, keys) }
  }
  const again = async ({ order_id: orderId }: { order_id: string }) => ({
    orderId,
    open: () => openPayment(payments, orderId),
  })
  const { orderId, open } = await idempotently(db, buyerId, idempotency, { first, again }, now)
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    // A request that is repeated after the order was paid or has ended gets the same answer as the first time.
    const attempt = error.code === 'NOT_PAYABLE' ? await lastAttempt(db, orderId) : undefined
    const firstAnswer = attempt && presentPayment(attempt)
    if (firstAnswer) return firstAnswer
    throw new PlacedWithoutToken(orderId, error)
  }
}

interface WrittenOrder {
  id: string
  form: PlaceOrder
  /** Null also if the buyer has tried too many codes. */
  voucherCode: string | null
  keySetId: string | null
  idempotency: IdempotencyKey | null
}

/**
 * Write all rows of a new order in one transaction. Locks are taken in the order settings (shared), user, day (only with a
 * cap), products, batches.
 * @returns the values of the order for the gateway
 * @throws {NotOpen} the shop is closed, or the cap of the day is reached
 * @throws {DayUnavailable} the buyer wants it on a day that can't be kept
 * @throws {CartOverCap} the cart has more pieces than the day's cap leaves
 * @throws {CartEmpty} the cart has no product that is still sold
 * @throws {TooManyUnpaid} the buyer has as many unpaid orders as the shop allows
 * @throws {TooManyUnpaidEnded} too many orders of the buyer ended without payment within a day
 * @throws the refusals of `servicesTo`
 * @throws {InvalidForm} the fee depends on the part of the place
 * @throws {VoucherUnavailable} the code can't be used
 * @throws {CostMismatch} | {PriceChanged} the buyer saw other amounts, or a shop in which orders could be fetched
 * @throws {BatchUnavailable} a batch is closed, or has fewer pieces left
 * @throws {OutOfStock} lists every product of which there is too little, not only the first
 * @throws {BelowMinimum} the total is less than the shop's minimum
 * @throws {NoPaymentMethod} no method takes the total, or the chosen one is off or does not take it
 */
async function writeOrder(
  tx: Tx,
  { base }: Settings,
  buyerId: string,
  { id, form, voucherCode, keySetId, idempotency }: WrittenOrder,
  now: Date,
): Promise<Payable> {
  const buyer = { id: buyerId, ...(await lockBuyer(tx, buyerId)) } // one order at a time per buyer, so that the history below stays correct
  const { settings, ...history } = await historyAndSettings(tx, base, buyerId, earlier(now, days(1)))
  const wish = await wishOf(tx, settings, { buyerId, form }, now)
  const left = await assertOpen(tx, settings, wish, now)
  const lines = await claimCart(tx, { userId: buyerId, part: form.cart_part }, now)
  assertNotFull(lines, left, settings, wish, now)
  if (lines.length === 0) throw new CartEmpty()
  const batches = await claimBatches(tx, lines, { days: settings }, now)
  if (batches && wish) throw new DayUnavailable(wish.wantedOn)
  assertWithinCap(lines, left, settings, wish, now)
  assertUnpaidLimit(history, settings)
  assertUnpaidEndedLimit(history, settings, now)
  const delivery = form.delivery_way === 'pickup' ? null : await deliveryOf(tx, form, lines, settings)
  if (wish && delivery && delivery.chosen.service.days_max !== wish.onTheWay) throw new DayUnavailable(wish.wantedOn)
  const service = delivery?.chosen.service ?? null
  const productIds = lines.map(({ productId }) => productId)
  const { discounts } = await applicableDiscounts(tx, { buyer, productIds, voucherCode }, now)
  const fees = { serviceFee: settings.service_fee, service, discounts }
  const { charges, lines: priced, discounts: given } = priceOrder(lines, fees)
  if (form.voucher_code && voucherState(lines, fees, { discounts: given }) === 'unavailable') {
    throw new VoucherUnavailable(charges)
  }
  assertFees(form, charges, settings)
  assertInStock(lines)
  assertTotal(form, charges, settings)
  const chosenMethod = form.payment_method ?? null
  const methods = offeredMethods(settings.payment_methods, { chosen: chosenMethod, totalIdr: totalOf(charges) })
  const payUntil = later(now, minutes(paymentTime(history, { demands: demandOf(lines), settings }).minutes))
  const expiresAt = wish?.payBefore && wish.payBefore < payUntil ? wish.payBefore : payUntil

  const goesTo = { ...form, city: delivery?.placeName ?? form.city }
  const order = {
    id,
    buyer,
    delivery: goesTo,
    lines: priced,
    charges,
    expiresAt,
    promise: batches?.promise ?? wish,
    source: 'toko',
    actor: 'customer',
  } as const
  const notices: Notice[] = [
    { kind: 'order-placed', to: { user: buyerId }, orderId: id, expiresAt },
    { kind: 'new-order', to: 'admins', orderId: id, buyerName: buyer.name, totalIdr: totalOf(charges) },
    ...(batches?.notices ?? []),
  ]
  const values = { ...newOrderValues(order, notices, now), buyerId, keySetId, chosenMethod }
  const notifications = await (idempotency
    ? insertWithKey(tx, { ...values, ...idempotency })
    : insertWithoutKey(tx, values))
  await claimDiscounts(tx, id, given, voucherCode)
  if (delivery && form.place) {
    await storeDelivery(tx, id, { place: form.place, grams: delivery.parcel.grams, ...delivery.chosen })
  }
  await publishNewOrder(tx, values, notifications)

  const items = priced.map(({ productId, name, price, quantity }) => ({ productId, name, unitPrice: price, quantity }))
  return { attemptId: id, orderId: id, charges, methods, expiresAt, buyer, items }
}

/** @returns the rest of the day's cap; the day is locked if it has one */
async function assertOpen(tx: Tx, settings: ShopSettings, wish: Wish | null, now: Date): Promise<DailyCap> {
  const opening = presentOpening(settings, { isFull: false }, now)
  if (!opening.is_open) throw new NotOpen(opening)
  const { daily_cap } = settings
  if (!hasCap(daily_cap)) return daily_cap
  return lockDay(tx, settings, now, wish?.making ?? undefined)
}

/** Batches have their quotas instead. */
function assertNotFull(
  lines: readonly LockedLine[],
  left: DailyCap,
  settings: ShopSettings,
  wish: Wish | null,
  now: Date,
): void {
  const isOfBatches = lines.length > 0 && !lines.some(isOfStock)
  if (isOfBatches || !isFull(left)) return
  throw wish ? new DayUnavailable(wish.wantedOn) : new NotOpen(presentOpening(settings, { isFull: true }, now))
}

function assertWithinCap(
  lines: readonly LockedLine[],
  { pieces }: DailyCap,
  settings: ShopSettings,
  wish: Wish | null,
  now: Date,
): void {
  if (pieces === null) return
  const ordered = lines.filter(isOfStock).reduce((sum, { quantity }) => sum + quantity, 0)
  if (ordered > pieces) {
    const wantedOn = wish?.making ? wish.wantedOn : null // else the cap is that of today
    throw new CartOverCap({ left: pieces, opensAt: nextOpening(settings, nextCapAt(settings, now)), wantedOn })
  }
}

type PlacedValues = NewOrderValues & Pick<NewAttempt, 'keySetId' | 'chosenMethod'> & { buyerId: string }

function placedInsert(tx: Tx, values: PlacedValues, more: RawBuilder<unknown>[] = []) {
  const { orderId, totalPrice: amount, expiresAt, keySetId, chosenMethod, now } = values
  const attempt = firstAttemptWrite(tx, { orderId, amount, expiresAt, keySetId, chosenMethod }, now)
  return newOrderInsert(tx, values, [attempt, ...more])
}

const insertWithoutKey = fixedStatement((tx: Tx, values: PlacedValues) => placedInsert(tx, values))

const insertWithKey = fixedStatement((tx: Tx, values: PlacedValues & IdempotencyKey) => {
  const result = sql`jsonb_build_object('order_id', ${values.orderId}::text)`
  return placedInsert(tx, values, [keyWrite(values.buyerId, values, { result }, values.now)])
})

/** A buyer who names a place names it so exactly that it has one fee. */
async function deliveryOf(tx: Tx, form: PlaceOrder, lines: readonly LockedLine[], settings: ShopSettings) {
  const { chosen, ...delivery } = await servicesTo(tx, settings, lines, form)
  if (!chosen || delivery.needsSmallerPlace) throw new InvalidForm({ place: orderFormSentences.chooseSmallerPlace })
  return { ...delivery, chosen }
}

function assertFees(
  { other_costs, delivery_way }: PlaceOrder,
  charges: readonly NewCharge[],
  { pickup }: ShopSettings,
): void {
  const isOffered = delivery_way !== 'pickup' || pickup
  if (other_costs !== feesOf(charges) || !isOffered) throw new CostMismatch(charges, { isOffered })
}

/** A request may have the total that the buyer saw (`expected_total`). Another total is refused. The minimum counts before discounts. */
function assertTotal(
  { expected_total }: PlaceOrder,
  charges: readonly NewCharge[],
  { minimum_order }: ShopSettings,
): void {
  const [total, discount] = [totalOf(charges), totalOfKind(charges, 'discount')]
  if (expected_total != null && expected_total !== total) throw new PriceChanged(charges)
  if (total - discount < minimum_order) throw new BelowMinimum(minimum_order)
}
