/** Orders to places, by the services of the zones. */
import type { CartCosts, LastDelivery } from '@camilan/contract/checkout'
import { pickupAddress } from '@camilan/contract/order-values'
import type { OrderDetail } from '@camilan/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop()
let ani: Customer
let sari: Customer

const jne = { name: 'Reguler JNE', first_kg: 12_000, further_kg: 10_000, rounding_grams: 300, days_min: 2, days_max: 3 }
const zones = [
  { name: 'Jawa Barat', places: ['32'], services: [jne, { name: 'Paxel', first_kg: 20_000, free_from: 100_000 }] },
  { name: 'Bandung', places: ['32.73'], services: [{ ...jne, first_kg: 7_000 }] },
  { name: 'Sekitar dapur', places: ['32.73.01'], services: [{ name: 'Kurir instan', to_courier: true }] },
]

beforeEach(async () => {
  await resetSettings(shop)
  ;[ani, sari] = [await shop.customer(), await shop.onlyAdmin()]
  await putZones(zones)
  await ani.addToCart(await shop.product({ price: 40_000, weight: 'KG_1' }), 2)
})

async function putZones(zones: object[]): Promise<void> {
  const { version } = (await sari.ask<{ version: number }>('GET', '/admin/zones')).body.data
  expect(await sari.ask('PUT', '/admin/zones', { body: { version, zones } })).toMatchObject({ status: 200 })
}

const ask = (query: string) => ani.ask<CartCosts>('GET', `/carts/costs${query}`)
const costs = async (query: string) => (await ask(query)).body.data

test('the cart says what each service to the place costs, and an order pays what the chosen one does', async () => {
  const said = await costs('?place=32.04')
  expect(said.services).toEqual([
    {
      name: 'Paxel',
      zone: 'Jawa Barat',
      cost: 20_000,
      is_free: false,
      to_courier: false,
      days_min: null,
      days_max: null,
    },
    {
      name: 'Reguler JNE',
      zone: 'Jawa Barat',
      cost: 22_000,
      is_free: false,
      to_courier: false,
      days_min: 2,
      days_max: 3,
    },
  ])
  expect(said).toMatchObject({ needs_smaller_place: false, ways: [{ shipping_cost: 20_000, other_costs: 22_000 }] })
  const chosen = await costs('?place=32.04&delivery_service=reguler%20jne')
  expect(chosen.ways).toMatchObject([{ shipping_cost: 22_000, other_costs: 24_000, total_price: 104_000 }])

  const to = { place: '32.04', delivery_service: 'Reguler JNE' }
  expect(await ani.placeOrder({ ...to, other_costs: 22_000 })).toMatchObject({ body: { code: 'COST_MISMATCH' } })
  const placed = await ani.placeOrder({ ...to, city: 'Depok', other_costs: 24_000, expected_total: 104_000 })
  expect(placed.status).toBe(201)
  await putZones([])
  const { order_id } = placed.body.data
  const delivery = { place: '32.04', zone: 'Jawa Barat', service: 'Reguler JNE', grams: 2_000, fee: 22_000 }
  for (const [by, path] of [
    [ani, '/orders'],
    [sari, '/admin/orders'],
  ] as const) {
    expect((await by.ask<OrderDetail>('GET', `${path}/${order_id}`)).body.data).toMatchObject({
      city: 'Kabupaten Bandung',
      delivery: { ...delivery, to_courier: false, days_min: 2, days_max: 3 },
      total_price: 104_000,
    })
  }
})

test('an order without a service goes by the first one; a sum of goods may make it free', async () => {
  await ani.addToCart(await shop.product({ price: 20_000, weight: 'GRAM_250' }), 1)
  expect(await costs('?place=32.04')).toMatchObject({
    services: [{ name: 'Paxel', cost: 0, is_free: true }, { cost: 22_000 }],
  })
  const { order_id } = (await ani.placeOrder({ place: '32.04', other_costs: 2_000 })).body.data
  const order = await ani.order(order_id)
  expect(order).toMatchObject({ delivery: { service: 'Paxel', fee: 0 }, total_price: 102_000 })
  expect(order.charges.map(({ kind }) => kind)).toEqual(['goods', 'service'])
})

test('where the shop delivers nothing, no order is placed', async () => {
  for (const place of ['51.71', '51', '99.99']) {
    expect(await ask(`?place=${place}`)).toMatchObject({ status: 409, body: { code: 'CITY_UNAVAILABLE' } })
    expect(await ani.placeOrder({ place, other_costs: 6_000 })).toMatchObject({
      status: 409,
      body: { code: 'CITY_UNAVAILABLE' },
    })
  }
  expect((await ask('?place=51.71')).body.errors).toBe('Kami sedang tidak mengirim ke Kota Denpasar. Pilih kota lain.')
  expect(await ani.placeOrder({ place: '32.04', delivery_service: 'Gojek', other_costs: 6_000 })).toMatchObject({
    body: {
      code: 'CITY_UNAVAILABLE',
      fields: { delivery_service: 'Layanan Gojek sedang tidak mengirim ke sana. Pilih layanan lain.' },
    },
  })
  expect(await ani.placeOrder({ place: 'Depok', other_costs: 6_000 })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION' },
  })
  expect(await ani.cart()).toHaveLength(1)
})

test('a place whose parts differ has to be named more exactly; what the courier is paid is no charge', async () => {
  expect(await costs('?place=32.73')).toMatchObject({
    needs_smaller_place: true,
    services: [{ name: 'Reguler JNE', cost: 17_000 }, { name: 'Paxel' }],
  })
  expect(await ani.placeOrder({ place: '32.73', other_costs: 19_000 })).toMatchObject({
    ...{ status: 400, body: { fields: { place: 'Pilih kecamatan atau kotanya, karena ongkos kirimnya berbeda.' } } },
  })
  // The service goes to some of its parts.
  expect(await costs('?place=32.73&delivery_service=Kurir%20instan')).toMatchObject({ needs_smaller_place: true })
  expect(await ani.placeOrder({ place: '32.73', delivery_service: 'Kurir instan', other_costs: 2_000 })).toMatchObject({
    ...{ status: 400, body: { fields: { place: 'Pilih kecamatan atau kotanya, karena ongkos kirimnya berbeda.' } } },
  })
  const instan = await costs('?place=32.73.01&delivery_service=Kurir%20instan')
  expect(instan.services.map(({ name, cost }) => [name, cost])).toEqual([
    ['Reguler JNE', 17_000],
    ['Paxel', 20_000],
    ['Kurir instan', 0],
  ])
  expect(instan.ways).toMatchObject([{ shipping_cost: 0, other_costs: 2_000 }])
  const to = { place: '32.73.01', delivery_service: 'Kurir instan', other_costs: 2_000 }
  const { order_id } = (await ani.placeOrder(to)).body.data
  expect(await ani.order(order_id)).toMatchObject({
    city: 'Sukasari, Kota Bandung',
    delivery: { fee: 0, to_courier: true },
  })
})

test('the first zone is found by its places, too, and zones do not change what the five names cost', async () => {
  await setSettings(sari, { cities: { Depok: { cost: 9_000, days: null, delivers: true } } })
  for (const query of ['?place=32.76.06&delivery_service=Reguler', '?city=Depok']) {
    expect(await costs(query)).toMatchObject({ ways: [{ shipping_cost: 9_000 }] })
  }
  expect(await costs('')).toMatchObject({
    services: [{ name: 'Reguler', cost: 4_000 }],
    ways: [{ shipping_cost: 4_000 }],
  })
  expect(await ani.placeOrder({ city: 'Depok', other_costs: 11_000 })).toMatchObject({ status: 201 })
})

test('an order that is fetched has no place', async () => {
  await setSettings(sari, { pickup: true })
  const { order_id } = (await ani.placeOrder({ delivery_way: 'pickup', place: '51.71', other_costs: 2_000 })).body.data
  expect(await ani.order(order_id)).toMatchObject({ city: null, delivery: null })
})

test.each([
  { why: 'a city without a place', to: { address: 'Jl. Mawar 2', city: 'Bogor' } },
  { why: 'an order that is fetched', to: { address: pickupAddress, city: null } },
])('a change to $why leaves no former place', async ({ to }) => {
  const { order_id } = (await ani.placeOrder({ place: '32.04', other_costs: 22_000 })).body.data
  const body = { recipient: 'Ani', phone: '081234567890', ...to }
  expect((await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body })).status).toBe(200)
  expect(await ani.order(order_id)).toMatchObject({ city: to.city, delivery: null })
  const last = (await ani.ask<LastDelivery>('GET', '/orders/me/last-delivery')).body.data
  expect(last?.place ?? null).toBeNull()
})
