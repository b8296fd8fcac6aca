/** The database adds the charges to an order without any, and refuses wrong ones. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { insertUser, makeUser } from '../testing/make-user.ts'
import { useDbBefore, useTestDb } from '../testing/test-db.ts'
import { otherCostsOf, totalOf } from './charges.ts'
import { orderCharges } from './queries.ts'

const shop = useTestDb()
const old = useDbBefore('order_charges')
let buyerId: string

beforeAll(async () => {
  buyerId = (await makeUser(shop.db)).id
})

/** Writes an order as earlier releases did; before 0024 without the two parts of its costs. */
const writtenBefore = (db: Db, order: { id: string; by: string; shipping: number | null; service: number | null }) =>
  sql`insert into orders (id, user_id, order_time, expires_at, buyer_name, buyer_phone, address, other_costs, shipping_cost,
      service_fee, total_price, goods)
    values (${order.id}, ${order.by}, now(), now(), 'Ani', '0812', 'Jl. Melati 1', ${6_000}, ${order.shipping},
      ${order.service}, 46000, '')`.execute(db)

async function chargesOfOrder(db: Db, id: string) {
  const { charges } = await db.selectFrom('orders').select(orderCharges).where('id', '=', id).executeTakeFirstOrThrow()
  return charges
}

const parts = { shipping: 4_000, service: 2_000 }
const chargesOfParts = [
  { kind: 'goods', label: null, amount_idr: 40_000 },
  { kind: 'delivery', label: null, amount_idr: 4_000 },
  { kind: 'service', label: null, amount_idr: 2_000 },
]
const chargesOfSum = [
  { kind: 'goods', label: null, amount_idr: 40_000 },
  { kind: 'delivery', label: 'Biaya Pengiriman dan Pelayanan', amount_idr: 6_000 },
]

test('an order that a former release writes on the new tables has its charges when it is committed', async () => {
  await writtenBefore(shop.db, { id: 'DULU-1', by: buyerId, ...parts })
  expect(await chargesOfOrder(shop.db, 'DULU-1')).toEqual(chargesOfParts)
  await writtenBefore(shop.db, { id: 'DULU-2', by: buyerId, shipping: 0, service: 6_000 })
  expect((await chargesOfOrder(shop.db, 'DULU-2')).map(({ kind }) => kind)).toEqual(['goods', 'service'])
})

test('the migration gives charges to earlier orders, with or without the parts of their costs', async () => {
  const user = await insertUser(old.db)
  await writtenBefore(old.db, { id: 'LAMA-1', by: user.id, ...parts })
  await writtenBefore(old.db, { id: 'LAMA-2', by: user.id, shipping: null, service: null })
  await migrate(old.connection)
  expect(await chargesOfOrder(old.db, 'LAMA-1')).toEqual(chargesOfParts)
  const charges = await chargesOfOrder(old.db, 'LAMA-2')
  expect(charges).toEqual(chargesOfSum)
  expect([totalOf(charges), otherCostsOf(charges)]).toEqual([46_000, 6_000])
})

test('an order whose charges do not add up to its total is refused', async () => {
  const written = sql`
    with charge as (insert into order_charges values ('SALAH-1', 0, 'goods', null, 39000))
    insert into orders (id, user_id, order_time, expires_at, buyer_name, buyer_phone, address, other_costs, total_price)
    values ('SALAH-1', ${buyerId}, now(), now(), 'Ani', '0812', 'Jl. Melati 1', 0, 40000)`.execute(shop.db)
  await expect(written).rejects.toThrow('order SALAH-1: total 40000, charges 39000')
})
