/** A former order's discount had no shares. What its pieces had cost the buyer is the same with them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrationsFolder } from '../platform/db/migrations/migrate.ts'
import { readMigrations } from '../platform/db/migrations/migration-files.ts'
import { useEmptyDb } from '../testing/test-db.ts'

const shop = useEmptyDb()

interface Line {
  price: number
  quantity: number
  taken: number
}

const random = (most: number) => Math.floor(Math.random() * (most + 1))
const anyLine = (): Line => {
  const quantity = 1 + random(11)
  return { price: 1 + random(150_000), quantity, taken: random(quantity) }
}
const anyOrder = () => {
  const lines = Array.from({ length: 1 + random(3) }, anyLine)
  const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return { lines, goods, delivery: random(20_000), service: 2_000, discount: 1 + random(goods + 1_000) }
}

test('of 100 orders with any discount and anything taken out', async () => {
  const all = await readMigrations(migrationsFolder)
  const shares = all.find(({ name }) => name === 'discount_shares')
  await migrate(shop.connection, { upTo: (shares?.number ?? 0) - 1 })
  const { rows: products } = await sql<{ id: string }>`
    insert into products (name, description, price, stock, category, packaging, weight, created_at, updated_at)
    select 'Nastar', 'Nastar', 1, 0, 'KUE_KERING', 'TOPLES', 'GRAM_500', now(), now() from generate_series(1, 4)
    returning id`.execute(shop.db)
  const orders = Array.from({ length: 100 }, anyOrder)
  for (const [index, { lines, goods, delivery, service, discount }] of orders.entries()) {
    const id = `LAMA-${index}`
    const total = goods + delivery + service - discount
    await sql`
      with charge as (insert into order_charges (order_id, position, kind, label, amount_idr) values
        (${id}, 0, 'goods', null, ${goods}), (${id}, 1, 'delivery', null, ${delivery + 1}),
        (${id}, 2, 'service', null, ${service}), (${id}, 3, 'discount', 'Langganan', ${-discount}))
      insert into orders (id, source, order_time, expires_at, buyer_name, buyer_phone, address, total_price)
      values (${id}, 'penjual', now(), now(), 'Ani', '0812', 'Jl. Melati 1', ${total + 1})`.execute(shop.db)
    for (const [position, { price, quantity, taken }] of lines.entries()) {
      await sql`
        insert into order_items (order_id, position, product_id, name, weight, packaging, unit_price, quantity, taken_quantity)
        values (${id}, ${position}, ${products[position]?.id}, 'Nastar', 'GRAM_500', 'TOPLES', ${price}, ${quantity}, ${taken})`.execute(
        shop.db,
      )
    }
  }
  const prices = async () =>
    (await sql`select id, coalesce(taken_price(id), 0) as price from orders order by id`.execute(shop.db)).rows
  const before = await prices()
  await migrate(shop.connection)
  expect(await prices()).toEqual(before)
})
