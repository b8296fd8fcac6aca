/** The database refuses an order whose charges are missing or wrong. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'

const shop = useTestDb()

test.each([
  { id: 'SALAH-1', charged: 39_000 },
  { id: 'SALAH-2', charged: 0 },
])('an order of 40.000 with charges of $charged is refused', async ({ id, charged }) => {
  const { id: buyer } = await makeUser(shop.db)
  const written = sql`
    with charge as (insert into order_charges select ${id}, 0, 'goods', null, ${charged}::int where ${charged}::int > 0)
    insert into orders (id, user_id, order_time, expires_at, buyer_name, buyer_phone, address, total_price)
    values (${id}, ${buyer}, now(), now(), 'Ani', '0812', 'Jl. Melati 1', 40000)`.execute(shop.db)
  await expect(written).rejects.toThrow(`order ${id}: total 40000, charges ${charged}`)
})

test.each([
  { id: 'SALAH-3', why: 'the shares of its lines are not its discounts', ofDelivery: 0 },
  { id: 'SALAH-4', why: 'a total or fee below zero', ofDelivery: 5_000 },
])('an order is refused: $why', async ({ id, why, ofDelivery }) => {
  const { id: buyer } = await makeUser(shop.db)
  const written = sql`
    with charge as (
      insert into order_charges (order_id, position, kind, label, amount_idr, of_delivery_idr) values
        (${id}, 0, 'goods', null, 40000, 0), (${id}, 1, 'delivery', null, 4000, 0),
        (${id}, 2, 'discount', 'Langganan', -5000, ${ofDelivery}))
    insert into orders (id, user_id, order_time, expires_at, buyer_name, buyer_phone, address, total_price)
    values (${id}, ${buyer}, now(), now(), 'Ani', '0812', 'Jl. Melati 1', 39000)`.execute(shop.db)
  await expect(written).rejects.toThrow(`order ${id}: ${why}`)
})
