import type { SellerDays } from '@camilan/contract/days'
import type { MadeGoods, Production } from '@camilan/contract/production'
import { type RawBuilder, sql } from 'kysely'
import type { ImageUrl } from '../../media/files/image-url.ts'
import type { Db } from '../../platform/db/db.ts'
import { handoverDay } from '../seller-days.ts'

/** The day of `orders` by which the goods are listed: that of handing over where it is known, else of the order. */
const listedDay = (days: SellerDays, now: Date): RawBuilder<string> =>
  days.handover_days.length > 0
    ? sql`coalesce(${handoverDay(days, now)}, jakarta_day(order_time))`
    : sql`coalesce(orders.handover_on, jakarta_day(order_time))`

/** What the paid orders need that are not shipped yet. An index finds them, whatever the number of other orders. */
export async function readProduction(db: Db, days: SellerDays, imageUrl: ImageUrl, now: Date): Promise<Production> {
  const { rows } = await sql<Production[number]>`
    with open as materialized (
      select id, ${listedDay(days, now)} as day, packed_at is not null as is_packed, payment_hold_at is not null as is_held
      from orders where status = 'DIBAYAR'
    ), days as (
      select day, count(*) filter (where not is_held) as orders, count(*) filter (where is_held) as held_orders,
        count(*) filter (where is_packed and not is_held) as packed_orders
      from open group by day
    ), lines as (
      select day, product_id, weight, packaging, max(name) as name,
        coalesce(max(image), (select image from products where products.id = product_id)) as image,
        coalesce(sum(pieces) filter (where not is_held), 0) as quantity,
        coalesce(sum(pieces) filter (where not is_held and is_packed), 0) as packed,
        coalesce(sum(pieces) filter (where not is_held and not is_packed and made_at is not null), 0) as made,
        coalesce(sum(pieces) filter (where is_held), 0) as held
      from open join order_goods on order_id = open.id
      cross join lateral (select quantity - taken_quantity as pieces) as sent
      where pieces > 0
      group by day, product_id, weight, packaging
    )
    select day, orders, packed_orders, held_orders, array(
      select distinct batches.name from open join order_items on order_id = open.id join batches on batches.id = batch_id
      where open.day = days.day order by 1) as batches, coalesce((
      select json_agg(to_json(lines)::jsonb - 'day' order by name, weight, packaging, product_id)
      from lines where lines.day = days.day), '[]') as lines
    from days order by day`.execute(db)
  return rows.map((day) => ({
    ...day,
    lines: day.lines.map((line) => ({ ...line, ...imageUrl.withLook(line.image) })),
  }))
}

/**
 * Ticks the goods that are made, those of the oldest orders first, until their pieces come to `made`; removes the ticks of
 * the others. Packed and stopped orders stay as they are. A second call changes nothing.
 * @param goods  also the day whose orders are meant; null: of all days
 */
export async function tickMade(
  db: Db,
  days: SellerDays,
  { product_id, weight, packaging, day, made }: MadeGoods,
  now: Date,
): Promise<void> {
  await sql`
    with lines as (
      select order_id, item_position, part_position,
        sum(quantity - taken_quantity) over (order by order_time, orders.id, item_position) <= ${made}::bigint as is_made
      from orders join order_goods on order_id = orders.id
      where status = 'DIBAYAR' and packed_at is null and payment_hold_at is null
        and product_id = ${product_id} and weight = ${weight} and packaging = ${packaging}
        and (${day}::date is null or ${listedDay(days, now)} = ${day}::date)
    ), parts as (
      update order_item_parts as part set made_at = case when is_made then ${now}::timestamptz end
      from lines where part.order_id = lines.order_id and part.item_position = lines.item_position
        and position = part_position and is_made <> (made_at is not null)
    )
    update order_items as item set made_at = case when is_made then ${now}::timestamptz end
    from lines where item.order_id = lines.order_id and position = item_position and part_position is null
      and is_made <> (made_at is not null)`.execute(db)
}
