import type { MadeGoods, Production } from '@camilan/contract/production'
import { beforeEach, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { hours, later } from '../../platform/clock.ts'
import type { ProductRow } from '../../products/queries.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeUser } from '../../testing/make-user.ts'
import { usualSettings } from '../../testing/settings.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { readProduction, tickMade } from './production.ts'

const shop = useTestDb()
/** Half past midnight of 20 November in Jakarta. */
const now = new Date('2026-11-19T17:30:00Z')
let userId: string
let nastar: ProductRow
let chips: ProductRow

beforeEach(async () => {
  const { db } = shop
  await shop.pool.query('truncate orders cascade')
  userId = (await makeUser(db)).id
  nastar = await makeProduct(db, { name: 'Nastar', packaging: 'TOPLES', image: 'a1b2' })
  chips = await makeProduct(db, { name: 'Keripik' })
})

const order = (hoursAgo: number, pieces: number, more: Partial<Parameters<typeof writeOrder>[1]> = {}) =>
  writeOrder(shop.db, {
    userId,
    status: 'DIBAYAR',
    orderTime: later(now, -hours(hoursAgo)),
    lines: [{ product: nastar, quantity: pieces }],
    ...more,
  })
const set = (id: string, marks: { packed_at?: Date; payment_hold_at?: Date }) =>
  shop.db.updateTable('orders').set(marks).where('id', '=', id).execute()
const goods = (made: number, day: string | null = null): MadeGoods => {
  const { id: product_id, weight, packaging } = nastar
  return { product_id, weight, packaging, day, made }
}
const tick = (made: number, day?: string) => tickMade(shop.db, usualSettings, goods(made, day), now)
const production = () => readProduction(shop.db, usualSettings, imageUrlUnder(''), now)
/** Of Nastar, as `quantity packed made held` of each day. */
const read = async () =>
  (await production()).flatMap(({ day, lines }) =>
    lines
      .filter(({ name }) => name === 'Nastar')
      .map(({ quantity, packed, made, held }) => `${day.slice(8)}: ${quantity} ${packed} ${made} ${held}`),
  )

test('pieces of each product and packaging are added up for paid orders alone, by the Jakarta day of the order', async () => {
  await order(0, 3, {
    lines: [
      { product: nastar, quantity: 3 },
      { product: chips, quantity: 1 },
    ],
  })
  await order(0, 2)
  await order(1, 5)
  for (const status of ['DIPROSES', 'DIKIRIM', 'SELESAI', 'DIBATALKAN'] as const) await order(0, 9, { status })
  const line = (product: ProductRow, quantity: number) => {
    const { id: product_id, name, weight, packaging } = product
    const image = product.image && `/media/${product.image}-640.webp`
    return { product_id, name, image, image_look: null, weight, packaging, quantity, packed: 0, made: 0, held: 0 }
  }
  expect(await production()).toEqual<Production>([
    { day: '2026-11-19', orders: 1, packed_orders: 0, held_orders: 0, batches: [], lines: [line(nastar, 5)] },
    {
      day: '2026-11-20',
      orders: 2,
      packed_orders: 0,
      held_orders: 0,
      batches: [],
      lines: [line(chips, 1), line(nastar, 5)],
    },
  ])
})

test('packed pieces are counted, held ones apart, and those that were taken out of an order not at all', async () => {
  await order(0, 1)
  await set(await order(0, 2), { packed_at: now })
  await set(await order(0, 4), { payment_hold_at: now })
  await set(await order(0, 8), { payment_hold_at: now, packed_at: now })
  const lowered = await order(0, 16)
  await shop.db.updateTable('order_items').set({ taken_quantity: 6 }).where('order_id', '=', lowered).execute()
  const emptied = await order(0, 32)
  await shop.db.updateTable('order_items').set({ taken_quantity: 32 }).where('order_id', '=', emptied).execute()
  expect(await read()).toEqual(['20: 13 2 0 12'])
  expect(await production()).toMatchObject([{ orders: 4, packed_orders: 1, held_orders: 2 }])
})

test('a tick stays with the orders that it was made for: a new order is not made, and a shipped one takes its tick along', async () => {
  const first = await order(2, 5)
  await order(1, 7)
  await tick(12)
  await tick(12)
  expect(await read()).toEqual(['19: 12 0 12 0'])
  await order(1, 4)
  await order(0, 3)
  expect(await read()).toEqual(['19: 16 0 12 0', '20: 3 0 0 0'])
  await shop.db.updateTable('orders').set({ status: 'DIKIRIM' }).where('id', '=', first).execute()
  expect(await read()).toEqual(['19: 11 0 7 0', '20: 3 0 0 0'])
  await tick(0, '2026-11-19')
  await tick(3, '2026-11-20')
  expect(await read()).toEqual(['19: 11 0 0 0', '20: 3 0 3 0'])
})

test('a tick of fewer pieces than are needed now is for the oldest orders that they suffice for', async () => {
  await order(3, 5)
  await order(2, 6)
  await tick(6)
  expect(await read()).toEqual(['19: 11 0 5 0'])
})

test('packed and stopped orders, and other packagings of the product, keep their ticks', async () => {
  const [packed, held] = [await order(1, 1), await order(1, 2)]
  const other = await order(1, 4, { lines: [{ product: { ...nastar, packaging: 'BAL' }, quantity: 4 }] })
  await tickMade(shop.db, usualSettings, { ...goods(4), packaging: 'BAL' }, now)
  await tick(3)
  await set(packed, { packed_at: now })
  await set(held, { payment_hold_at: now })
  await tick(0)
  const ticks = await shop.db.selectFrom('order_items').select(['order_id', 'made_at']).execute()
  expect(ticks.filter(({ made_at }) => made_at).map(({ order_id }) => order_id)).toEqual(
    expect.arrayContaining([packed, held, other]),
  )
})
