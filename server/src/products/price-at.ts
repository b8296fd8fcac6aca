/**
 * What a product costs at a moment: its plans and the moment tell it, no job writes it. Each plan holds from its start until,
 * without, its end.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'

type Products = 'products' | 'other'

/** Of its plans at that moment the one for a time counts before one that stays, and then the later one. */
const ofPlan = <Value>(column: string, products: Products, now: Date, { stays }: { stays: boolean }) => sql<Value>`(
  select ${sql.ref(`plan.${column}`)} from planned_prices as plan
  where plan.product_id = ${sql.ref(`${products}.id`)} and plan.withdrawn_at is null
    and plan.starts_at <= ${now}::timestamptz
    and ${stays ? sql`plan.ends_at is null` : sql`(plan.ends_at is null or plan.ends_at > ${now}::timestamptz)`}
  order by plan.ends_at is null, plan.starts_at desc, plan.id desc limit 1
)`

/** What buyers pay for a piece. */
export const priceAt = (now: Date, products: Products = 'products'): RawBuilder<number> =>
  sql<number>`coalesce(${ofPlan('price', products, now, { stays: false })}, ${sql.ref(`${products}.price`)})`

/** What the seller's form shows and writes: the price without the plans for a time. */
export const regularPriceAt = (now: Date, products: Products = 'products'): RawBuilder<number> =>
  sql<number>`coalesce(${ofPlan('price', products, now, { stays: true })}, ${sql.ref(`${products}.price`)})`

export interface Promotion {
  /** Null: it may not be shown. */
  old_price: number | null
  /** The first moment without it. */
  until: string
}

/** The days directly before a promotion for which the old price was asked. */
const provenDays = 7

/**
 * A price below the regular one, with an end. Its old price is shown only if everybody was asked it all the time of the days
 * before, and it is still the regular one. What begins or ends within these days hides it.
 */
export const promotionAt = (now: Date, products: Products = 'products') => sql<Promotion | null>`(
  select jsonb_build_object('until', plan.ends_at, 'old_price', case when old.price > plan.price
    and exists (select from regular_prices as regular where regular.product_id = plan.product_id)
    and not exists (
      select from regular_prices as regular where regular.product_id = plan.product_id and regular.since > proof.since
    )
    and not exists (
      select from planned_prices as other
      where other.product_id = plan.product_id and other.id <> plan.id and other.starts_at <= ${now}::timestamptz
        and least(other.ends_at, other.withdrawn_at, 'infinity') > greatest(proof.since, other.starts_at)
        and not (other.ends_at is null and other.withdrawn_at is null and other.starts_at <= proof.since)
    ) then old.price end)
  from planned_prices as plan, lateral (
      select plan.starts_at - make_interval(days => ${provenDays}) as since
    ) as proof, lateral (
      select coalesce((
        select former.price from planned_prices as former
        where former.product_id = plan.product_id and former.withdrawn_at is null and former.ends_at is null
          and former.starts_at <= proof.since
        order by former.starts_at desc, former.id desc limit 1
      ), ${sql.ref(`${products}.price`)}) as price
    ) as old
  where plan.product_id = ${sql.ref(`${products}.id`)} and plan.withdrawn_at is null
    and plan.starts_at <= ${now}::timestamptz and plan.ends_at > ${now}::timestamptz
    and plan.price < ${regularPriceAt(now, products)}
  order by plan.starts_at desc, plan.id desc limit 1
)`

/** Call it before a new regular price is written: a planned one that has begun to stay ends with it. */
export const endLastingPrice = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('planned_prices')
    .set({ withdrawn_at: now })
    .where('product_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', 'is', null)
    .where('starts_at', '<=', now)
    .execute()

/** The next moment at which any product begins or ends to cost something else. Null: none is planned. */
export async function nextPriceMoment(db: Db, now: Date): Promise<Date | null> {
  const next = (column: 'starts_at' | 'ends_at') => sql`(
    select min(${sql.ref(column)}) from planned_prices where withdrawn_at is null and ${sql.ref(column)} > ${now}
  )`
  const { rows } = await sql<{ at: Date | null }>`select least(${next('starts_at')}, ${next('ends_at')}) as at`.execute(
    db,
  )
  return rows[0]?.at ?? null
}
