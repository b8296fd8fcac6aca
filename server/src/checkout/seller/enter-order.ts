/** An order that the seller enters, from a chat or at the stall. */

import { formatRupiah } from '@camilan/contract/formats'
import type { Notice } from '@camilan/contract/notifications'
import { pickupAddress } from '@camilan/contract/order-values'
import { type SellerOrder, stallBuyer } from '@camilan/contract/seller-orders'
import type { ShopSettings } from '@camilan/contract/settings'
import { UuidPath } from '@camilan/contract/wire'
import { sql } from 'kysely'
import { newOrderId } from '../../orders/change/order-id.ts'
import { type Priced, type PricedOrder, priceOrder, totalOf } from '../../orders/charges.ts'
import { insertAttempt } from '../../payments/attempts/insert-attempt.ts'
import { recordChange } from '../../people/audit/record-change.ts'
import type { Account } from '../../people/login/guards.ts'
import { randomToken } from '../../people/users/random-token.ts'
import { days, earlier, later, minutes } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, refusalOfKey, storeKey } from '../../platform/http/idempotency.ts'
import { ProductNotFound } from '../../products/errors.ts'
import { assertInStock, isOfStock, type LockedLine, lockedProducts, soldProducts } from '../../products/stock.ts'
import { settingsHeld, storedSettings } from '../../settings/queries.ts'
import { resolveSettings } from '../../settings/resolve-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { claimBatches } from '../batches/claim-batches.ts'
import { storeDelivery } from '../delivery/store-delivery.ts'
import { applicableDiscounts, claimDiscounts, type DiscountQuery } from '../discounts/applicable-discounts.ts'
import { withVoucher } from '../discounts/voucher-guesses.ts'
import { voucherState } from '../discounts/voucher-state.ts'
import { DayIsFull, DiscountByAdmin, LinkShownOnce, PriceChanged, VoucherUnavailable } from '../errors.ts'
import { hasCap, isFull, lockDay } from '../opening/daily-cap.ts'
import { newOrderInsert, newOrderValues, publishNewOrder } from '../write-order.ts'
import { linkWrite, renewLink } from './order-links.ts'
import { sellerDelivery } from './seller-delivery.ts'

interface Entering {
  form: SellerOrder
  idempotency: IdempotencyKey | null
}

/** `voucherCode`: null also if the person has tried too many codes. */
type Writing = Entering & { voucherCode: string | null }

interface Entered {
  orderId: string
  /** Of the buyer's link. It is not stored. */
  token: string
}

/**
 * Write an order that waits for its payment, with a link for its buyer. The order has no account, also if one has the
 * phone number. Limits of unpaid orders, opening hours and the shop's minimum do not apply. A repeated request gets a new
 * link, which ends the first; that of staff only until its answer can't be lost any more.
 * @throws {DiscountByAdmin} only an administrator gives a discount
 * @throws {ProductNotFound} a product is unknown or not sold any more
 * @throws {DayIsFull} the day's cap is reached, and the form does not say that this is meant
 * @throws {PriceChanged} the seller saw another total
 * @throws {BatchUnavailable} a batch has fewer pieces left
 * @throws {OutOfStock} lists every product of which there is too little
 * @throws {LinkShownOnce} a member of staff repeats the request later
 * @throws {InvalidForm} the discount has no reason, or leaves nothing to pay; or the place is unknown, needs a part of it
 *   named, or has no fee
 * @throws {ServiceUnavailable} the service does not go to the place
 */
export function enterOrder(
  { db, settings }: { db: Db; settings: Settings },
  by: Account,
  { form, idempotency }: Entering,
  now: Date,
): Promise<Entered> {
  if (form.discount && by.role !== 'admin') throw new DiscountByAdmin()
  const first = () =>
    withVoucher(db, { userId: by.id, code: form.voucher_code }, now, (voucherCode) =>
      transact(db, (tx) => writeOrder(tx, settings, by, { form, voucherCode, idempotency }, now), {
        // An earlier order of the day has the same id. The next try makes another id.
        mayRunAgain: (error) => isUniqueViolation(error) && !refusalOfKey(error),
      }),
    )
  const again = async ({ order_id: orderId }: { order_id: string }) => {
    if (by.role !== 'admin') await assertJustEntered(db, orderId, now)
    return { orderId, token: await renewLink(db, orderId, now) }
  }
  return idempotently(db, by.id, idempotency, { first, again }, now)
}

/** A browser repeats a request whose answer was lost at once. */
const repeatedWithinMs = minutes(10)

async function assertJustEntered(db: Db, orderId: string, now: Date): Promise<void> {
  const order = db.selectFrom('orders').select('order_time').where('id', '=', orderId)
  const { order_time } = await order.executeTakeFirstOrThrow()
  if (order_time < earlier(now, repeatedWithinMs)) throw new LinkShownOnce()
}

/** Locks are taken as for every order: settings (shared), day (only with a cap), products, batches. */
async function writeOrder(
  tx: Tx,
  { base }: Settings,
  by: Account,
  { form, voucherCode, idempotency }: Writing,
  now: Date,
): Promise<Entered> {
  await tx.selectNoFrom(settingsHeld.as('held')).execute()
  const settings = resolveSettings(base, (await storedSettings(tx)).settings)
  const wanted = wantedLines(form)
  if (!form.confirm_daily_cap) await assertWithinCap(tx, settings, wanted, now)
  const lines = await lockLines(tx, { wanted, phone: form.phone ?? null }, now)
  assertInStock(lines)
  const batches = await claimBatches(tx, lines, { days: settings, isBySeller: true }, now)
  const delivery = await sellerDelivery(tx, form, lines, settings)
  const { discounts } = await applicableDiscounts(tx, { ...discountQuery(form, lines), voucherCode }, now)
  const {
    charges,
    lines: priced,
    discounts: given,
  } = priceOf(form, lines, {
    serviceFee: form.at_stall ? 0 : settings.service_fee,
    service: delivery?.service ?? null,
    discounts,
  })
  const totalIdr = totalOf(charges)
  if (form.expected_total != null && form.expected_total !== totalIdr) throw new PriceChanged(charges)

  const [orderId, token] = [newOrderId(now), randomToken()]
  const { notes, pay_within_days } = form
  const [name, phone] = [form.name ?? stallBuyer, form.phone ?? null]
  const payFor = pay_within_days ? days(pay_within_days) : minutes(settings.payment_expiry_minutes)
  const order = {
    id: orderId,
    buyer: { id: null, name, phone },
    delivery: { address: addressOf(form), city: delivery?.city ?? null, notes: notes ?? null },
    source: 'penjual',
    actor: 'admin',
    lines: priced,
    charges,
    expiresAt: later(now, payFor),
    promise: batches?.promise ?? null,
  } as const
  const notices: Notice[] = [
    { kind: 'new-order', to: 'admins', orderId, buyerName: name, totalIdr },
    ...(batches?.notices ?? []),
  ]
  const values = newOrderValues(order, notices, now)
  const { rows } = await newOrderInsert(tx, values, [linkWrite(tx, orderId, token, now)]).execute(tx)
  await claimDiscounts(tx, orderId, given, voucherCode)
  if (delivery?.agreed) await storeDelivery(tx, orderId, delivery.agreed)
  const attempt = { orderId, number: 1, amount: totalIdr, expiresAt: order.expiresAt, keySetId: null }
  await insertAttempt(tx, { ...attempt, chosenMethod: null }, now)
  await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'created', changes: discountChanges(form) }, now)
  await storeKey(tx, by.id, idempotency, { order_id: orderId }, now)
  await publishNewOrder(tx, values, rows)
  return { orderId, token }
}

const discountQuery = (form: SellerOrder, lines: readonly LockedLine[]): Omit<DiscountQuery, 'voucherCode'> => ({
  buyer: { id: null, phone: form.phone ?? null },
  productIds: lines.map(({ productId }) => productId),
})

interface WantedLine {
  productId: string
  batchId: string | null
  quantity: number
}

/** A product that is listed twice, for the stock or for one batch, counts once, with the sum. */
function wantedLines({ items }: SellerOrder): WantedLine[] {
  const lines = new Map<string, WantedLine>()
  for (const { product_id: productId, batch_id: batchId = null, quantity } of items) {
    for (const id of [productId, batchId ?? productId]) {
      if (!UuidPath.safeParse({ id }).success) throw new ProductNotFound()
    }
    const key = `${productId} ${batchId}`
    lines.set(key, { productId, batchId, quantity: (lines.get(key)?.quantity ?? 0) + quantity })
  }
  return [...lines.values()]
}

async function assertWithinCap(
  tx: Tx,
  settings: ShopSettings,
  wanted: readonly WantedLine[],
  now: Date,
): Promise<void> {
  if (!hasCap(settings.daily_cap)) return
  const ofStock = wanted.filter(isOfStock)
  if (ofStock.length === 0) return
  const left = await lockDay(tx, settings, now)
  const pieces = ofStock.reduce((sum, { quantity }) => sum + quantity, 0)
  if (isFull(left) || (left.pieces !== null && pieces > left.pieces)) throw new DayIsFull(left)
}

/** In the order in which they were entered. */
async function lockLines(
  tx: Tx,
  { wanted, phone }: { wanted: readonly WantedLine[]; phone: string | null },
  now: Date,
): Promise<LockedLine[]> {
  const ids = wanted.map(({ productId }) => productId)
  const products = soldProducts(await lockedProducts(tx, sql<string[]>`${ids}::uuid[]`, now).execute())
  const quantities = new Map<string, number>()
  for (const { productId: id, quantity } of wanted) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  const named = [...products.values()].filter(({ id }) => quantities.has(id))
  const own = new Map((await ownPrices(tx, named, { quantities, phone })).map(({ id, price }) => [id, price]))
  return wanted.map((line) => {
    const product = products.get(line.productId)
    if (!product) throw new ProductNotFound()
    return { ...product, ...line, own_price: own.get(line.productId) ?? null }
  })
}

/** What the products cost somebody with this phone number alone. */
async function ownPrices(
  tx: Tx,
  products: readonly Pick<LockedLine, 'id' | 'price'>[],
  { quantities, phone }: { quantities: ReadonlyMap<string, number>; phone: string | null },
): Promise<{ id: string; price: number | null }[]> {
  if (phone === null) return []
  const ids = products.map(({ id }) => id)
  const prices = products.map(({ price }) => price)
  const counts = products.map(({ id }) => quantities.get(id) ?? 0)
  const { rows } = await sql<{ id: string; price: number | null }>`
    select id, customer_price(null, ${phone}, id, public_price, least(quantity, 1e9)::integer) as price
    from unnest(${ids}::uuid[], ${prices}::bigint[], ${counts}::numeric[]) as line (id, public_price, quantity)`.execute(
    tx,
  )
  return rows
}

const addressOf = ({ address }: SellerOrder) => address ?? pickupAddress

/**
 * What the seller agreed to comes after what every buyer gets.
 * @throws {VoucherUnavailable} the code can't be used
 * @throws {InvalidForm} the discount has no reason, or leaves nothing to pay
 */
function priceOf(form: SellerOrder, lines: readonly LockedLine[], fees: Priced): PricedOrder<LockedLine> {
  const { discount: amount, discount_reason: label } = form
  const usual = priceOrder(lines, fees)
  if (form.voucher_code && voucherState(lines, fees, usual) === 'unavailable') {
    throw new VoucherUnavailable(usual.charges)
  }
  if (!amount) return usual
  if (!label) throw new InvalidForm({ discount_reason: 'Tulis alasan diskonnya.' })
  if (amount >= totalOf(usual.charges)) throw new InvalidForm({ discount: 'Diskon harus kurang dari total pesanan.' })
  const agreed = { key: 'agreed', label, source: 'agreed', kind: 'agreed', amount } as const
  return priceOrder(lines, { ...fees, discounts: [...(fees.discounts ?? []), agreed] })
}

const discountChanges = ({ discount, discount_reason }: SellerOrder) =>
  discount ? [{ field: 'discount', before: null, after: `${formatRupiah(discount)} (${discount_reason})` }] : []
