/** A shop with 400 days of orders, for measurements. It is written by set-based SQL, and its books are consistent. */
import { randomInt, randomUUID } from 'node:crypto'
import { paidStatuses } from '@camilan/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { applyOrderChanges } from '../../src/orders/export/apply-order-changes.ts'
import { hashPassword } from '../../src/people/login/password-hash.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { transact } from '../../src/platform/db/transact.ts'

export interface LargeShop {
  orders: number
  users: number
  products: number
  /** The number of orders that one statement writes. */
  batchSize?: number
}

/**
 * Adds a large shop in one transaction. Its buyers are demo accounts with random passwords. A second call adds another
 * shop.
 * @param onProgress  gets the finished fraction, from 0 to 1
 */
export async function makeLargeShop(
  db: Db,
  { orders, users, products, batchSize = 10_000 }: LargeShop,
  now: Date,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const run = randomInt(16 ** 6)
  const passwordHash = await hashPassword(randomUUID())
  await transact(db, async (tx) => {
    const steps: RawBuilder<unknown>[] = [
      sql`set local statement_timeout = 0`,
      sql`select setseed(0.26)`,
      ...userSteps(users, run, passwordHash, now),
      ...planSteps(orders, users, products, run, now),
    ]
    for (let first = 1; first <= orders; first += batchSize) {
      steps.push(...orderSteps(first, first + batchSize - 1, now))
    }
    for (const [index, step] of steps.entries()) {
      await step.execute(tx)
      onProgress((index + 1) / steps.length)
    }
  })
  // Like a shop that has run for a long time: the orders are summed up, and vacuum allows index-only scans.
  await applyOrderChanges(db)
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

function userSteps(count: number, run: number, passwordHash: string, now: Date) {
  const first = [
    'Ani',
    'Budi',
    'Citra',
    'Dewi',
    'Eko',
    'Fitri',
    'Gilang',
    'Hana',
    'Indra',
    'Joko',
    'Kartika',
    'Lestari',
  ]
  const last = ['Wijaya', 'Santoso', 'Pratama', 'Rahayu', 'Saputra', 'Hidayat', 'Kusuma', 'Siregar', 'Nugroho', 'Utami']
  return [
    sql`create temp table seed_user on commit drop as
      select n as no, gen_random_uuid() as id,
        (${first}::text[])[1 + floor(random() * ${first.length})] || ' ' || (${last}::text[])[1 + floor(random() * ${last.length})] as name,
        '08' || lpad(floor(random() * 1e10)::bigint::text, 10, '0') as phone,
        'Jl. Melati No. ' || 1 + n % 200 || ', RT ' || 1 + n % 9 as address
      from generate_series(1, ${count}::int) as n`,
    sql`insert into users (id, name, email, phone, address, password_hash, is_demo, created_at)
      select id, name, 'pembeli-' || ${run}::int || '-' || no || '@contoh.invalid', phone, address, ${passwordHash}, true,
        ${now}::timestamptz - interval '400 days'
      from seed_user`,
  ]
}

/** Plans all rows in temporary tables first, because the stock of a product depends on its sales. */
function planSteps(orders: number, users: number, products: number, run: number, now: Date) {
  const goods = ['Keripik Singkong', 'Basreng', 'Kacang Bawang', 'Nastar', 'Kastengel', 'Putri Salju', 'Rengginang']
  const flavours = ['Balado', 'Keju', 'Pedas', 'Manis', 'Original', 'Daun Jeruk', 'Cokelat', 'Bawang', 'Wijen']
  return [
    sql`create temp table seed_product on commit drop as
      select n as no, gen_random_uuid() as id, (10 + floor(random() * 90))::int * 1000 as price,
        case when random() < 0.02 then 3 else 20 + floor(random() * 500)::int end as stock,
        (${goods}::text[])[1 + n % ${goods.length}] || ' ' || (${flavours}::text[])[1 + n / ${goods.length} % ${flavours.length}] || ' ' || n as name
      from generate_series(1, ${products}::int) as n`,
    sql`insert into products (id, name, price, stock, category, packaging, weight, description, created_at, updated_at)
      select id, name, price, stock, 'MAKANAN_RINGAN', 'BAL', 'KG_1', 'Renyah dan gurih, dibuat di dapur rumah.',
        ${now}::timestamptz - interval '400 days', ${now}
      from seed_product`,
    sql`create temp table seed_order on commit drop as
      select planned.*, seed_user.name, seed_user.phone, seed_user.address, seed_user.id as user_id,
        (array['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'])[1 + user_no % 5] as city,
        to_char(jakarta_day(at), 'YYMMDD-')
          || upper(lpad(to_hex((planned.no::bigint * 7919 + ${run}::int) % 16777216), 6, '0')) as id,
        (case
          when at > ${now}::timestamptz - interval '20 hours' and dice < 0.3 then 'DIPROSES'
          when at < ${now}::timestamptz - interval '25 hours' and dice < 0.08 then 'DIBATALKAN'
          when at > ${now}::timestamptz - interval '30 hours' then 'DIBAYAR'
          when at > ${now}::timestamptz - interval '5 days' then 'DIKIRIM'
          else 'SELESAI' end)::order_status as status
      from (
        select n as no, 1 + floor(random() * ${users}::int)::int as user_no, random() as dice,
          ${now}::timestamptz - interval '400 days' * (${orders}::int - n + 0.5) / ${orders}::int as at
        from generate_series(1, ${orders}::int) as n
      ) as planned join seed_user on seed_user.no = user_no`,
    sql`create unique index on seed_order (no)`,
    // Few products are bought often. The products of an order have a fixed distance, so that they are different.
    sql`create temp table seed_item on commit drop as
      select line.order_no, line.position, seed_product.id as product_id, seed_product.name, seed_product.price,
        1 + floor(random() * 3)::int as quantity
      from (
        select no as order_no, position,
          1 + (floor(${products}::int * popularity) + (position - 1) * greatest(${products}::int / 5, 1))::int % ${products}::int as product_no
        from (select no, power(random(), 2) as popularity, floor(random() * 3)::int as more from seed_order) as cart,
          generate_series(1, 1 + more) as position
      ) as line join seed_product on seed_product.no = product_no`,
    sql`create index on seed_item (order_no)`,
    // The first stock count of a product: the quantity of all its later sales.
    sql`insert into stock_movements (product_id, quantity, moved_at)
      select product_id, sum(quantity), ${now}::timestamptz - interval '400 days'
      from seed_item join seed_order on seed_order.no = order_no and status <> 'DIBATALKAN'
      group by product_id`,
  ]
}

/** The orders of a range, with their rows in the other tables. */
function orderSteps(from: number, to: number, now: Date) {
  const inRange = sql`seed_order.no between ${from}::int and ${to}::int`
  const notLater = (time: RawBuilder<unknown>) => sql`least(${time}, ${now}::timestamptz)`
  return [
    sql`with placed as (
      insert into orders (id, user_id, status, order_time, expires_at, buyer_name, buyer_phone, address, city, total_price, goods)
      select seed_order.id, user_id, status, at, at + interval '24 hours', seed_order.name, phone, address, city,
        6000 + sum(price * quantity), string_agg(seed_item.name, ' ' order by position)
      from seed_order join seed_item on order_no = no where ${inRange}
      group by seed_order.no, seed_order.id, user_id, status, at, seed_order.name, phone, address, city returning id, total_price
    )
    insert into order_charges (order_id, position, kind, amount_idr)
    select id, position, kind::charge_kind, amount_idr from placed cross join lateral (values
      (0, 'goods', total_price - 6000), (1, 'delivery', 4000), (2, 'service', 2000)) as charge (position, kind, amount_idr)`,
    sql`insert into order_items (order_id, position, product_id, name, weight, packaging, unit_price, quantity)
      select seed_order.id, position, product_id, seed_item.name, 'KG_1', 'BAL', price, quantity
      from seed_order join seed_item on order_no = no where ${inRange}`,
    sql`insert into payment_attempts (id, order_id, number, status, amount, payment_type, created_at, expires_at, paid_at)
      select orders.id, orders.id, 1,
        (case orders.status when 'DIPROSES' then 'PENDING' when 'DIBATALKAN' then 'KADALUARSA' else 'SUKSES' end)::payment_status,
        total_price, 'bank_transfer', at, at + interval '24 hours',
        case when orders.status = any(${paidStatuses}::order_status[]) then ${notLater(sql`at + interval '20 minutes'`)} end
      from seed_order join orders using (id) where ${inRange}`,
    sql`insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
      select id, id, 'received', amount, 'gateway', id, paid_at
      from seed_order join payment_attempts using (id) where ${inRange} and paid_at is not null`,
    sql`insert into order_history (order_id, status, actor, at)
      select id, step.status::order_status, step.actor::actor, ${notLater(sql`at + step.after`)}
      from seed_order join (values
        (1, 'DIPROSES', 'customer', interval '0', array['DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN']),
        (2, 'DIBAYAR', 'gateway', interval '20 minutes', ${paidStatuses}::text[]),
        (3, 'DIKIRIM', 'admin', interval '1 day', array['DIKIRIM', 'SELESAI']),
        (4, 'SELESAI', 'customer', interval '4 days', array['SELESAI']),
        (5, 'DIBATALKAN', 'system', interval '24 hours', array['DIBATALKAN'])
      ) as step (position, status, actor, after, order_statuses) on seed_order.status::text = any(order_statuses)
      where ${inRange} order by no, position`,
    sql`insert into stock_movements (product_id, order_id, quantity, moved_at)
      select product_id, seed_order.id, direction * quantity, at
      from seed_order join seed_item on order_no = no, (values (-1), (1)) as both_ways (direction)
      where ${inRange} and (direction = -1 or status = 'DIBATALKAN')`,
    sql`insert into notifications (user_id, order_id, kind, message, is_read, created_at)
      select user_id, id, 'order-placed', 'Pesanan #' || id || ' berhasil dibuat.', at < ${now}::timestamptz - interval '3 days', at
      from seed_order where ${inRange}
      union all
      select users.id, seed_order.id, 'new-order', 'Pesanan baru #' || seed_order.id || ' dari ' || seed_order.name || '.',
        at < ${now}::timestamptz - interval '3 days', at
      from seed_order, users where ${inRange} and is_admin`,
  ]
}
