/** The settings decide the cost of an order and who may place it. */
import { beforeEach, expect, test } from 'vitest'
import { orderCharges } from '../orders/queries.ts'
import { hours, later, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'

const unset = { MAX_UNPAID_ORDERS: '', MAX_UNPAID_ENDED: '', NEW_BUYER_LARGE_ORDER_MINUTES: '' }
const shop = useShop({ environment: unset })
beforeEach(() => resetSettings(shop))
const ani = useEach(() => shop.customer())
const sari = useEach(() => shop.admin())

async function fillCart() {
  await ani.addToCart(await shop.product({ price: 40_000 }), 1)
}

const feeLinesOf = (orderId: string) => {
  const create = shop.sandbox.calls.findLast(
    ({ path, body }) =>
      path === '/snap/v1/transactions' &&
      JSON.stringify((body as { transaction_details: { order_id: string } }).transaction_details.order_id).includes(
        orderId,
      ),
  )?.body as { item_details: { id: string; price: number }[] } | undefined
  const lines = create?.item_details.filter(({ id }) => id === 'shipping' || id === 'service') ?? []
  return Object.fromEntries(lines.map(({ id, price }) => [id, price]))
}

/** The charges besides the goods. */
async function storedCosts(orderId: string) {
  const { charges } = await shop.db
    .selectFrom('orders')
    .select(orderCharges)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const costs = Object.fromEntries(charges.map(({ kind, amount_idr }) => [kind, amount_idr]))
  const { delivery: shipping_cost = 0, service: service_fee = 0 } = costs
  return { other_costs: shipping_cost + service_fee, shipping_cost, service_fee }
}

test('the default cost is 6.000 for every city and without a city, as the spec says', async () => {
  for (const form of [{}, { city: null }, { city: 'Jakarta' }, { city: 'Bekasi' }]) {
    await fillCart()
    const { status, body } = await ani.placeOrder(form)
    expect(status).toBe(201)
    expect(await storedCosts(body.data.order_id)).toEqual({
      other_costs: 6_000,
      shipping_cost: 4_000,
      service_fee: 2_000,
    })
    expect(feeLinesOf(body.data.order_id)).toEqual({ shipping: 4_000, service: 2_000 })
  }
  await fillCart()
  for (const other_costs of [5_999, 0, -6_000, 6_000.4]) {
    expect(await ani.placeOrder({ other_costs })).toMatchObject({
      status: 409,
      body: {
        code: 'COST_MISMATCH',
        errors: 'Ongkos kirim atau biaya pelayanan sudah berubah. Muat ulang halaman ini.',
        data: { other_costs: 6_000 },
      },
    })
  }
})

test('a city with its own cost changes the expected other_costs; without a city the usual cost applies', async () => {
  await setSettings(sari, {
    shipping_cost: 5_000,
    service_fee: 1_000,
    cities: { Bogor: { cost: 12_000, days: null, delivers: true } },
  })
  await fillCart()
  expect(await ani.placeOrder({ city: 'Bogor' })).toMatchObject({
    status: 409,
    body: { code: 'COST_MISMATCH', data: { other_costs: 13_000, shipping_cost: 12_000, service_fee: 1_000 } },
  })
  const placed = await ani.placeOrder({ city: 'Bogor', other_costs: 13_000, expected_total: 53_000 })
  expect(placed.status).toBe(201)
  expect(await storedCosts(placed.body.data.order_id)).toEqual({
    other_costs: 13_000,
    shipping_cost: 12_000,
    service_fee: 1_000,
  })
  expect(feeLinesOf(placed.body.data.order_id)).toEqual({ shipping: 12_000, service: 1_000 })
  await fillCart()
  expect((await ani.placeOrder({ other_costs: 6_000 })).status).toBe(201)
})

test('delivery may be free, and the gateway gets no line of zero', async () => {
  await setSettings(sari, { shipping_cost: 0, service_fee: 0 })
  await fillCart()
  const placed = await ani.placeOrder({ city: 'Depok', other_costs: 0 })
  expect(placed.status).toBe(201)
  expect(feeLinesOf(placed.body.data.order_id)).toEqual({})
})

test('a city that is switched off is refused before the costs are compared, and nothing is written', async () => {
  await setSettings(sari, { cities: { Tangerang: { cost: 20_000, days: null, delivers: false } } })
  await fillCart()
  const refused = await ani.placeOrder({ city: 'Tangerang' })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'CITY_UNAVAILABLE', fields: { city: expect.stringContaining('Tangerang') } },
  })
  expect(await ani.cart()).toHaveLength(1)
  expect((await ani.placeOrder({ city: 'Jakarta' })).status).toBe(201)
})

test('an order below the minimum is refused with the amount, and the stock stays', async () => {
  await setSettings(sari, { minimum_order: 75_000 })
  const chips = await shop.product({ price: 68_999, stock: 10 })
  await ani.addToCart(chips, 1)
  const refused = await ani.placeOrder()
  expect(refused).toMatchObject({ status: 400, body: { code: 'BELOW_MINIMUM' } })
  expect(refused.body.errors?.replace('\u00a0', ' ')).toBe('Total pesanan minimal Rp 75.000.')
  expect(await shop.stockOf(chips)).toBe(10)
  await setSettings(sari, { minimum_order: 74_999 })
  expect((await ani.placeOrder()).status).toBe(201)
})

test('the settings in the database apply, not those in the memory of this process', async () => {
  await fillCart()
  const stored = { shipping_cost: 8_000, cities: { Bogor: { cost: null, days: null, delivers: false } } }
  await shop.db
    .updateTable('shop_settings')
    .set({ settings: JSON.stringify(stored), version: 50 })
    .execute()
  expect(await ani.placeOrder()).toMatchObject({ status: 409, body: { data: { other_costs: 10_000 } } })
  expect(await ani.placeOrder({ city: 'Bogor', other_costs: 10_000 })).toMatchObject({
    body: { code: 'CITY_UNAVAILABLE' },
  })
  expect((await ani.placeOrder({ other_costs: 10_000 })).status).toBe(201)
})

test('the present settings decide the time to pay and the limits of unpaid orders', async () => {
  await setSettings(sari, {
    payment_expiry_minutes: 90,
    new_buyer_large_order_minutes: 30,
    max_unpaid_orders: 2,
    max_unpaid_ended: 1,
  })
  await fillCart()
  const first = await ani.placeOrder()
  expect(first.body.data.expires_at).toBe(later(shop.clock(), minutes(90)).toISOString())
  await ani.addToCart(await shop.product({ stock: 10, price: 10_000 }), 9)
  const time = await ani.ask<{ minutes: number }>('GET', '/carts/payment-time')
  expect(time.body.data.minutes).toBe(30)
  expect((await ani.placeOrder()).body.data.expires_at).toBe(later(shop.clock(), minutes(30)).toISOString())
  await fillCart()
  expect(await ani.placeOrder()).toMatchObject({ status: 409, body: { code: 'TOO_MANY_UNPAID' } })
  await setSettings(sari, { max_unpaid_orders: 3 })
  await ani.setStatus(first.body.data.order_id, 'DIBATALKAN')
  expect(await ani.placeOrder()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  await setSettings(sari, { max_unpaid_ended: 2 })
  expect((await ani.placeOrder()).status).toBe(201)
})

test('the gateway gets the costs of the order, also if the settings have changed since', async () => {
  await shop.sandbox.setFaults({ create: 'error' })
  await fillCart()
  const { order_id } = (await ani.placeOrder({ city: 'Bogor' })).body.data
  await shop.sandbox.reset()
  await setSettings(sari, { shipping_cost: 1_000, cities: { Bogor: { cost: 20_000, days: null, delivers: false } } })
  expect((await ani.openPayment(order_id)).status).toBe(200)
  expect(feeLinesOf(order_id)).toEqual({ shipping: 4_000, service: 2_000 })
})

test('each of 40 orders has either all old costs or all new ones while the fee changes', async () => {
  const buyers = await Promise.all(Array.from({ length: 40 }, () => shop.customer()))
  const jar = await shop.product({ stock: 100, price: 40_000 })
  for (const buyer of buyers) await buyer.addToCart(jar, 1)
  const [changed, ...replies] = await Promise.all([
    setSettings(sari, { shipping_cost: 9_000 }),
    ...buyers.map((buyer) => buyer.placeOrder()),
  ])
  expect(changed).toBeUndefined()
  for (const { status, body } of replies) {
    if (status === 409) {
      expect(body).toMatchObject({ code: 'COST_MISMATCH', data: { other_costs: 11_000 } })
    } else {
      expect(status).toBe(201)
      expect(await storedCosts(body.data.order_id)).toEqual({
        other_costs: 6_000,
        shipping_cost: 4_000,
        service_fee: 2_000,
      })
    }
  }
  const again = buyers[0]
  await again?.addToCart(jar, 1)
  expect((await again?.placeOrder({ other_costs: 11_000 }))?.status).toBe(201)
})

test('an order keeps the time to pay that it was promised, whatever the settings are later', async () => {
  await fillCart()
  const { order_id } = (await ani.placeOrder()).body.data
  await setSettings(sari, { payment_expiry_minutes: 15 })
  await shop.advanceClock(hours(1))
  await shop.reconcile()
  expect((await ani.order(order_id)).status).toBe('DIPROSES')
})
