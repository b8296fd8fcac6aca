/** The days on which orders are made and handed over, for statements. An order without a wished day follows the present settings. */
import { addDays, makingFor, type Plan, planFrom, type SellerDays } from '@camilan/contract/days'
import { jakartaDay } from '@camilan/contract/jakarta'
import { type RawBuilder, sql } from 'kysely'

/** Open orders of earlier days are like those of the first. */
const daysBack = 120
const daysAhead = 60

/** The day on which an order begins to count: that of its payment, or, until it is paid, of now. As `startDay` computes it. */
function startOf({ cut_off }: SellerDays, now: Date): RawBuilder<string> {
  const paid = sql`(
    select max(paid_at) from payment_attempts as paid where paid.order_id = orders.id and paid.status = 'SUKSES' and pays_order)`
  const shift = sql`(interval '24 hours' - ${cut_off ?? '24:00'}::interval)`
  return sql`((coalesce(${paid}, ${now}::timestamptz) at time zone 'Asia/Jakarta') + ${shift})::date`
}

/** A row for each day: `planOf` of it. */
function daysTable(now: Date, planOf: (day: string) => string | null): RawBuilder<unknown> {
  const today = jakartaDay(now)
  const all = Array.from({ length: daysBack + daysAhead }, (_, index) => addDays(today, index - daysBack))
  return sql`unnest(${all}::date[], ${all.map(planOf)}::date[]) as plan (day, planned)`
}

function planned(days: SellerDays, now: Date, field: keyof Plan): RawBuilder<string | null> {
  const first = addDays(jakartaDay(now), -daysBack)
  return sql`(
    select planned from ${daysTable(now, (day) => planFrom(days, day)[field])}
    where plan.day = greatest(${startOf(days, now)}, ${first}::date))`
}

/** Of `orders`; null: not known. */
export const handoverDay = (days: SellerDays, now: Date): RawBuilder<string | null> =>
  sql`coalesce(orders.handover_on, ${planned(days, now, 'handover')})`

/** Of `orders`, where the seller has set days of making. */
export const makingDay = (days: SellerDays, now: Date): RawBuilder<string | null> => sql`
  case when orders.handover_on is null then ${planned(days, now, 'making')}
  else (select planned from ${daysTable(now, (day) => makingFor(days, day))} where plan.day = orders.handover_on) end`

/** Paid orders that may be sent, and are handed over until this day; null: it does not matter. */
export const isDueBy = (days: SellerDays, day: string | null, now: Date): RawBuilder<boolean> | null =>
  day === null || days.handover_days.length === 0 ? null : sql`${handoverDay(days, now)} <= ${day}::date`
