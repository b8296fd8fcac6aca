import { jakartaMidnight } from '@camilan/contract/jakarta'
import { paidStatuses, pickupAddress } from '@camilan/contract/orders'
import { countDays, type Days, dayAfter, daysBefore } from '@camilan/contract/periods'
import { type Figures, figureNames, type Report, reportRows } from '@camilan/contract/reports'
import { sql } from 'kysely'
import { plannedWithValues } from '../../platform/db/connections/kysely-pool.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { lossesOfOrders } from './queries.ts'

interface Range {
  now: Days
  before: Days
}

/**
 * The paid orders that were placed on these days and on those before, from one snapshot. An order counts
 * on the day on which it was placed, as in the dashboard, also with what was taken out or refunded later.
 */
export function readReport(db: Db, now: Days): Promise<Report> {
  const range = { now, before: daysBefore(now) }
  return transact(
    db,
    async (tx) => {
      const groups = await readGroups(tx, range)
      const of = (kind: Group['kind']) => groups.filter((group) => group.kind === kind)
      const [totals = { now: none, before: none }] = of('total').map(compared)
      const days = new Map(of('day').map((group) => [group.day, compared(group)]))
      return {
        ...range,
        totals,
        ...(await readProducts(tx, range)),
        discounts: await readDiscounts(tx, range),
        cities: of('city').map((group) => ({ name: group.city, ...compared(group) })),
        customers: of('customer').map((group) => ({ id: group.id ?? '', name: group.name ?? '', ...compared(group) })),
        days: Array.from({ length: countDays(now) }, (_, day) => ({
          date: dayAfter(now.from, day),
          ...(days.get(day) ?? { now: none, before: none }),
        })),
      }
    },
    { isolation: 'repeatable read', isReadOnly: true },
  )
}

const none = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures

type FigureColumns = { [Name in keyof Figures as `now_${Name}` | `before_${Name}`]: number }

interface Group extends FigureColumns {
  kind: 'total' | 'day' | 'city' | 'customer'
  /** Counted from the first one. */
  day: number | null
  city: string | null
  id: string | null
  name: string | null
}

function compared(group: FigureColumns): { now: Figures; before: Figures } {
  const of = (part: 'now' | 'before') =>
    Object.fromEntries(figureNames.map((name) => [name, group[`${part}_${name}`]])) as Figures
  return { now: of('now'), before: of('before') }
}

/** The columns `now_revenue`, `before_revenue` and so on, of rows that say with `is_now` to which days they belong. */
const comparedSums = (names: readonly string[]) =>
  sql.join(
    names.flatMap((name) => [
      sql`coalesce(sum(${sql.ref(name)}) filter (where is_now), 0)::bigint as ${sql.ref(`now_${name}`)}`,
      sql`coalesce(sum(${sql.ref(name)}) filter (where not is_now), 0)::bigint as ${sql.ref(`before_${name}`)}`,
    ]),
  )

const first = ({ from }: Days) => sql`${jakartaMidnight(from)}::timestamptz`
const end = ({ to }: Days) => sql`${jakartaMidnight(dayAfter(to, 1))}::timestamptz`

/** The orders, and their lines, of hampers their parts, with what was taken out of them. */
const placed = ({ now, before }: Range) => sql`
  placed as materialized (
    select id, user_id, buyer_phone, total_price,
      case when delivery_way = 'pickup' then ${pickupAddress} else city end as city,
      order_time >= ${first(now)} as is_now,
      jakarta_day(order_time) - case when order_time >= ${first(now)} then ${now.from}::date else ${before.from}::date end
        as day
    from orders
    where status = any(${paidStatuses}::order_status[]) and (
      order_time >= ${first(now)} and order_time < ${end(now)}
      or order_time >= ${first(before)} and order_time < ${end(before)})
  ), lines as (
    select placed.id, is_now, product_id, quantity - taken_quantity as pieces,
      goods_idr - taken_idr as goods, taken_idr as taken_out, taken_quantity * discount_idr / quantity as taken_share,
      (quantity - taken_quantity) * discount_idr / quantity as kept_share,
      goods_idr - taken_idr - (quantity - taken_quantity) * cost_price::bigint as margin,
      case when cost_price is null then goods_idr - taken_idr else 0 end as goods_without_cost
    from placed join order_goods on order_id = placed.id
  )`

/** The figures of all orders, of each day, and of the cities and customers with most sales. */
async function readGroups(db: Db, range: Range): Promise<Group[]> {
  const { rows } = await sql<Group>`${plannedWithValues}
    with ${placed(range)},
    goods as (
      select id, sum(goods) as goods, sum(taken_out) as taken_out,
        floor(round(sum(taken_share), 12))::bigint as share, coalesce(sum(margin), 0) as margin,
        sum(goods_without_cost) as goods_without_cost
      from lines group by id
    ), charges as (
      select order_id, sum(amount_idr) filter (where kind = 'delivery') as delivery,
        sum(amount_idr) filter (where kind = 'service') as service,
        coalesce(-sum(amount_idr) filter (where kind = 'discount'), 0) as discount
      from order_charges where order_id in (select id from placed) group by order_id
    ), sold as (
      select placed.id, is_now, day, city, coalesce(user_id::text, nullif(phone_digits(buyer_phone), '')) as customer, user_id,
        1 as orders, total_price as revenue, coalesce(refunded, 0) as refunded, coalesce(owed, 0) as owed, goods, taken_out, delivery, service, discount,
        -- What was taken out is not in the goods: its price and its share of the discount lower them no further.
        margin - least(discount - share + greatest(coalesce(refunded + owed, 0) - (taken_out - share), 0),
          goods - goods_without_cost) as margin,
        goods_without_cost
      from placed join goods on goods.id = placed.id join charges on charges.order_id = placed.id
      left join ${lossesOfOrders} as losses on losses.order_id = placed.id
    ), grouped as (
      select case grouping(day, city, customer) when 7 then 'total' when 3 then 'day' when 5 then 'city' else 'customer' end
          as kind,
        day, city, customer, max(id) as order_id, ${comparedSums(figureNames)}
      from sold group by grouping sets ((), (day), (city), (customer))
    ), ranked as (
      select *, row_number() over (partition by kind order by now_revenue desc, before_revenue desc, customer) as rank
      from grouped
      -- Without account and phone number an order belongs to nobody.
      where kind <> 'customer' or customer is not null
    )
    select ranked.*, coalesce(users.id::text, orders.id) as id, coalesce(users.name, buyer_name) as name
    from ranked
    left join orders on orders.id = order_id and kind = 'customer'
    left join users on users.id = orders.user_id
    where kind = 'day' or rank <= ${reportRows}
    order by kind, rank`.execute(db)
  return rows
}

type ProductRow = { id: string; name: string; asks_costs: boolean } & {
  [Column in `${'now' | 'before'}_${'pieces' | 'goods' | 'margin' | 'goods_without_cost'}`]: number
}

/** The products with most sales, with their present names, and whether the seller can still fill in a cost of any. */
async function readProducts(db: Db, range: Range): Promise<Pick<Report, 'products' | 'asks_costs'>> {
  const { rows } = await sql<ProductRow>`${plannedWithValues}
    with ${placed(range)},
    best as (
      select product_id, ${comparedSums(['pieces', 'goods', 'margin', 'goods_without_cost'])}
      from (select is_now, product_id, pieces, goods, margin - kept_share as margin, goods_without_cost from lines) as lines
      group by product_id having sum(pieces) > 0
      order by now_goods desc, before_goods desc, product_id limit ${reportRows}
    )
    select best.*, products.id, name, (
      select exists (select from lines join products on products.id = product_id
        where is_now and goods_without_cost > 0 and products.cost_price is null and archived_at is null)) as asks_costs
    from best join products on products.id = product_id
    order by now_goods desc, before_goods desc, product_id`.execute(db)
  const products = rows.map(({ id, name, ...row }) => {
    const of = (part: 'now' | 'before') => ({
      pieces: row[`${part}_pieces`],
      goods: row[`${part}_goods`],
      margin: row[`${part}_margin`],
      goods_without_cost: row[`${part}_goods_without_cost`],
    })
    return { id, name, now: of('now'), before: of('before') }
  })
  return { products, asks_costs: rows[0]?.asks_costs ?? false }
}

const discountFigures = ['orders', 'given', 'revenue'] as const
type DiscountRow = { id: string; name: string } & {
  [Column in `${'now' | 'before'}_${(typeof discountFigures)[number]}`]: number
}

/** What each discount and voucher cost, and what the orders that got it brought. */
async function readDiscounts(db: Db, range: Range): Promise<Report['discounts']> {
  const { rows } = await sql<DiscountRow>`${plannedWithValues}
    with ${placed(range)},
    used as (
      select is_now, discount_id, 1 as orders, amount_idr as given, total_price as revenue
      from placed join discount_uses on order_id = placed.id
    )
    select discounts.id, name, ${comparedSums(discountFigures)}
    from used join discounts on discounts.id = discount_id
    group by discounts.id order by now_revenue desc, before_revenue desc, discounts.id limit ${reportRows}`.execute(db)
  return rows.map(({ id, name, ...row }) => {
    const of = (part: 'now' | 'before') => ({
      orders: row[`${part}_orders`],
      given: row[`${part}_given`],
      revenue: row[`${part}_revenue`],
    })
    return { id, name, now: of('now'), before: of('before') }
  })
}
