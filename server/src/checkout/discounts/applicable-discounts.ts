/** The discounts that an order may get. */
import { codeKey } from '@camilan/contract/discount-codes'
import type { Discount, GivenDiscount } from '@camilan/contract/pricing'
import { sql } from 'kysely'
import { isRunning } from '../../orders/running-discounts.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DiscountKind, DiscountSource } from '../../platform/db/db-types.ts'

export interface DiscountQuery {
  /** Whose former uses count. */
  buyer: { id: string | null; phone: string | null }
  productIds: readonly string[]
  /** As typed. */
  voucherCode: string | null
}

interface DiscountRow {
  id: string
  source: DiscountSource
  label: string
  kind: DiscountKind
  amount: number
  least_sum: number
  combinable: boolean
  lines: string[]
}

const isWanted = (key: string) => sql`
  (source = 'automatic' or id = (select discount_id from discount_codes where key = ${key}))`

interface Applicable {
  discounts: Discount[]
  /** A voucher runs today, whatever its code. */
  hasVouchers: boolean
}

/**
 * All that run today, have uses left and are for a product of the cart, with the voucher if it is one of them. Inside a
 * transaction those with a number of uses are locked until its end, so that the last use is claimed once.
 */
export async function applicableDiscounts(
  db: Db,
  { buyer, productIds, voucherCode }: DiscountQuery,
  now: Date,
): Promise<Applicable> {
  const key = codeKey(voucherCode ?? '')
  const { rows: found } = await sql<{ isLimited: boolean | null; hasVouchers: boolean }>`
    select bool_or(most_uses is not null or most_uses_each is not null) filter (where ${isWanted(key)}) as "isLimited",
      coalesce(bool_or(source = 'voucher'), false) as "hasVouchers"
    from discounts where ${isRunning(now)}`.execute(db)
  const { isLimited, hasVouchers } = found[0] ?? { isLimited: null, hasVouchers: false }
  if (isLimited === null) return { discounts: [], hasVouchers }
  if (db.isTransaction && isLimited) {
    await sql`
      select from discounts where ${isRunning(now)} and ${isWanted(key)} and (most_uses is not null or most_uses_each is not null)
      order by id for no key update`.execute(db)
  }
  const { rows } = await sql<DiscountRow>`
    with candidates as (
      select discounts.*, codes.key, coalesce(codes.code, name) as label, array(
        select products.id::text from products
        where products.id = any(${productIds}::uuid[]) and (discounts.category is null or products.category = discounts.category)
          and (product_ids = '{}' or products.id = any(product_ids))) as lines
      from discounts left join discount_codes as codes on codes.discount_id = discounts.id and codes.key = ${key}
      where ${isRunning(now)} and ${isWanted(key)}
    )
    select id, source, label, kind, amount, least_sum, combinable, lines
    from candidates
    cross join lateral (
      select count(*) as uses, count(*) filter (
        where user_id = ${buyer.id} or nullif(phone_digits(buyer_phone), '') = phone_digits(${buyer.phone ?? ''})) as own
      from discount_uses as used join orders on orders.id = order_id
      where coalesce(most_uses, most_uses_each) is not null and discount_id = candidates.id and code_key is not distinct from key and status <> 'DIBATALKAN') as used
    where uses < coalesce(most_uses, uses + 1) and own < coalesce(most_uses_each, own + 1) and lines <> '{}'
    order by id`.execute(db)
  return { discounts: rows.map(toDiscount), hasVouchers }
}

function toDiscount({ id: key, kind, amount, ...row }: DiscountRow): Discount {
  return kind === 'percent' ? { key, kind, percent: amount, ...row } : { key, kind, amount, ...row }
}

/** Remember which discounts an order got. Call it in the transaction that read them. */
export async function claimDiscounts(
  tx: Tx,
  orderId: string,
  given: readonly GivenDiscount[],
  voucherCode: string | null,
): Promise<void> {
  const uses = given
    .filter(({ source }) => source !== 'agreed')
    .map(({ key, source, goods, delivery, service }) => ({
      discount_id: key,
      order_id: orderId,
      code_key: source === 'voucher' ? codeKey(voucherCode ?? '') : null,
      amount_idr: goods + delivery + service,
    }))
  if (uses.length > 0) await tx.insertInto('discount_uses').values(uses).execute()
}
