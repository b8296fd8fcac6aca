import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Reply } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'
import { useOfDay } from './daily-cap.ts'

const shop = useShop()

beforeEach(async () => {
  await shop.advanceClock(days(1)) // the cap is that of a day without orders
})

const sari = useEach(() => shop.admin())
afterEach(() => resetSettings(shop))

/** Buyers with full carts. Each has a product of its own, so that they don't wait for each other's stock. */
const buyersWithCarts = (count: number, quantity = 1) =>
  times(count, async () => {
    const buyer = await shop.customer()
    await buyer.addToCart(await shop.product({ stock: 1_000 }), quantity)
    return buyer
  })

async function ordersInDb(): Promise<number> {
  const orders = shop.db.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('total'))
  return (await orders.executeTakeFirstOrThrow()).total
}

test('exactly one of fifty simultaneous buyers gets the last place of a cap', async () => {
  await setSettings(sari, { daily_cap: { orders: 6, pieces: null } })
  for (const buyer of await buyersWithCarts(5)) expect((await buyer.placeOrder()).status).toBe(201)
  const buyers = await buyersWithCarts(50)
  expect(tally(await Promise.all(buyers.map((buyer) => buyer.placeOrder())))).toEqual({
    '201': 1,
    '409 CAP_REACHED': 49,
  })
})

test('fifty buyers of three pieces each place thirteen orders under a cap of forty pieces', async () => {
  await setSettings(sari, { daily_cap: { orders: null, pieces: 40 } })
  const buyers = await buyersWithCarts(50, 3)
  expect(tally(await Promise.all(buyers.map((buyer) => buyer.placeOrder())))).toEqual({
    '201': 13,
    '409 CAP_REACHED': 37,
  })
})

test('no order is written after the answer to the closing, while fifty buyers order', async () => {
  const before = await ordersInDb()
  // All order the same product: many of them have read the settings and wait for its row.
  const jar = await shop.product({ stock: 1_000 })
  const buyers = await times(50, async () => {
    const buyer = await shop.customer()
    await buyer.addToCart(jar, 1)
    return buyer
  })
  let answered = 0
  const ordering = Promise.all(buyers.map((buyer) => buyer.placeOrder().finally(() => (answered += 1))))
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0)
  expect((await sari.ask('POST', '/admin/opening/close', { body: { sentence: '', reopens_on: null } })).status).toBe(
    200,
  )
  const placedAtAnswer = (await ordersInDb()) - before
  const { '201': placed = 0, '409 SHOP_CLOSED': refused = 0, ...others } = tally(await ordering)
  expect(others).toEqual({})
  expect(placed).toBe(placedAtAnswer)
  expect(placed + refused).toBe(50)
})

test('closing waits for open orders, and a later order waits for the closing', async () => {
  const before = await ordersInDb()
  const jar = await shop.product()
  const [early, late] = [await shop.customer(), await shop.customer()]
  for (const buyer of [early, late]) await buyer.addToCart(jar, 1)
  await inAnotherTransaction(shop.pool, async (holder) => {
    await holder.query('select from products where id = $1 for update', [jar.id])
    const first = early.placeOrder()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const closing = sari.ask('POST', '/admin/opening/close', { body: { sentence: '', reopens_on: null } })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    const second = late.placeOrder()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(3)
    await holder.query('commit')
    expect((await first).status).toBe(201)
    expect((await closing).status).toBe(200)
    expect(await second).toMatchObject({ status: 409, body: { code: 'SHOP_CLOSED' } })
    expect((await ordersInDb()) - before).toBe(1)
  })
})

test('simultaneous orders, cancellations, closings and changes of the cap cause no deadlock and never exceed the cap', {
  tags: 'thorough',
}, async () => {
  const cap = 12
  await setSettings(sari, { daily_cap: { orders: cap, pieces: 1_000 } })
  const shared = await times(3, () => shop.product({ stock: 1_000 }))
  const buyers = await times(24, () => shop.customer())
  let done = false
  const closing = (async () => {
    const replies: Reply[] = []
    while (!done) {
      replies.push(await sari.ask('POST', '/admin/opening/close', { body: { sentence: 'Sebentar', reopens_on: null } }))
      replies.push(await sari.ask('POST', '/admin/opening/reopen'))
      expect((await useOfDay(shop.db, shop.settings.current(), shop.clock())).orders).toBeLessThanOrEqual(cap)
      await wait(5)
    }
    return replies
  })()
  const lives = buyers.map(async (buyer, i) => {
    const replies: Reply[] = []
    for (let round = 0; round < 4; round += 1) {
      for (const product of i % 2 === 0 ? shared : shared.toReversed()) await buyer.addToCart(product, 1)
      // Twice at once, so that two transactions of one buyer wait for each other's user row.
      const placed = await times(2, () => buyer.placeOrder())
      replies.push(...placed)
      for (const { status, body } of placed) {
        if (status === 201) replies.push(await buyer.setStatus(body.data.order_id, 'DIBATALKAN'))
      }
    }
    return replies
  })
  const replies = (await Promise.all(lives)).flat()
  done = true
  expect(Object.keys(tally(await closing))).toEqual(['200'])
  const { '201': placed = 0, '200': cancelled = 0, ...refusals } = tally(replies)
  expect(placed).toBeGreaterThan(0)
  expect(cancelled).toBe(placed)
  const expected = ['400 EMPTY_CART', '409 CAP_REACHED', '409 SHOP_CLOSED']
  expect(Object.keys(refusals).filter((kind) => !expected.includes(kind))).toEqual([])
})
