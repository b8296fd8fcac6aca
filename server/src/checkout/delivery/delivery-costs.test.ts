/** The cost of delivery by weight, and orders that their buyers fetch. */
import type { Product } from '@camilan/contract/catalog'
import type { CartCosts } from '@camilan/contract/checkout'
import type { Order } from '@camilan/contract/orders'
import type { SettingsChange } from '@camilan/contract/settings'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const perKg: SettingsChange = { delivery_per_kg: true, cities: { Bogor: { cost: 9_000, days: null, delivers: true } } }
const fetching = { address: undefined, delivery_way: 'pickup' }

beforeEach(() => resetSettings(shop))
const ani = useEach(() => shop.customer())
const sari = useEach(() => shop.onlyAdmin())

const costs = async (query = '') => (await ani.ask<CartCosts>('GET', `/carts/costs${query}`)).body.data
const orderFor = async (id: string) => (await sari.ask<Order>('GET', `/admin/orders/${id}`)).body.data

interface Line {
  weight: 'KG_1' | 'KG_2' | 'GRAM_250' | 'GRAM_500'
  net?: number
  quantity: number
}

async function fill(...lines: Line[]): Promise<{ product_id: string; quantity: number }[]> {
  const items = []
  for (const { weight, net = null, quantity } of lines) {
    const jar = await shop.product({ price: 40_000, weight, net_weight_grams: net })
    await ani.addToCart(jar, quantity)
    items.push({ product_id: jar.id, quantity })
  }
  return items
}

test.each<[string, Line[], number, number]>([
  ['one small jar counts as a kilogram', [{ weight: 'GRAM_250', quantity: 1 }], 250, 1],
  ['exactly a kilogram is one', [{ weight: 'GRAM_500', quantity: 2 }], 1_000, 1],
  ['a gram more begins the next', [{ weight: 'KG_1', net: 1_001, quantity: 1 }], 1_001, 2],
  ['a net weight counts instead of the packaging', [{ weight: 'KG_2', net: 300, quantity: 3 }], 900, 1],
  [
    'lines add up before they are rounded',
    [
      { weight: 'KG_2', quantity: 1 },
      { weight: 'GRAM_250', quantity: 3 },
    ],
    2_750,
    3,
  ],
])('%s: the cart, the order and the order that the seller enters cost the same', async (_, lines, grams, kilograms) => {
  await setSettings(sari, perKg)
  const items = await fill(...lines)
  const [shipping_cost, service_fee] = [kilograms * 9_000, 2_000]
  const said = await costs('?city=Bogor')
  expect(said).toMatchObject({ weight_grams: grams, ways: [{ delivery_way: 'delivery', shipping_cost, service_fee }] })
  expect((await costs()).ways[0]?.shipping_cost).toBe(kilograms * 4_000)
  const { other_costs = 0, total_price } = said.ways[0] ?? {}
  expect(other_costs).toBe(shipping_cost + service_fee)
  for (const other of [other_costs + 9_000, 11_000 === other_costs ? 6_000 : 11_000]) {
    expect(await ani.placeOrder({ city: 'Bogor', other_costs: other })).toMatchObject({
      status: 409,
      body: { code: 'COST_MISMATCH', data: { other_costs, shipping_cost, service_fee } },
    })
  }
  const placed = await ani.placeOrder({ city: 'Bogor', other_costs, expected_total: total_price })
  expect(placed.status).toBe(201)
  const form = { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', city: 'Bogor', items }
  const entered = await sari.ask<{ order_id: string }>('POST', '/admin/orders', { body: form })
  expect(await orderFor(entered.body.data.order_id)).toMatchObject({ other_costs, total_price })
})

test('without the settings a weight costs nothing, and nothing can be fetched', async () => {
  await fill({ weight: 'KG_2', quantity: 3 })
  expect(await costs('?city=Bogor')).toEqual({
    weight_grams: 6_000,
    items_total: 120_000,
    services: [
      { name: 'Reguler', zone: 'Bogor', cost: 4_000, days_min: 2, days_max: 3, is_free: false, to_courier: false },
    ],
    needs_smaller_place: false,
    has_vouchers: false,
    ways: [
      {
        delivery_way: 'delivery',
        shipping_cost: 4_000,
        service_fee: 2_000,
        other_costs: 6_000,
        total_price: 126_000,
        discounts: [],
        voucher: null,
        until_free_delivery: null,
      },
    ],
  })
  expect(await ani.placeOrder({ ...fetching, other_costs: 2_000 })).toMatchObject({
    status: 409,
    body: { code: 'COST_MISMATCH', errors: 'Ambil sendiri sedang tidak dilayani. Muat ulang halaman ini.' },
  })
  expect(await ani.placeOrder({ address: undefined })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await orderFor((await ani.placeOrder()).body.data.order_id)).toMatchObject({ delivery_way: 'delivery' })
})

test('a net weight is set, kept by other changes, and removed by 0; else it is null', async () => {
  const jar = await shop.product({ weight: 'GRAM_500' })
  const change = (form: Record<string, string>) => sari.ask('PUT', `/admin/products/${jar.id}`, { form })
  const isFor = async () => (await ani.ask<Product>('GET', `/products/${jar.id}`)).body.data
  expect(await isFor()).toMatchObject({ net_weight_grams: null })
  expect(await change({ net_weight_grams: '620' })).toMatchObject({ body: { data: { net_weight_grams: 620 } } })
  await change({ name: 'Nastar', net_weight_grams: '' })
  expect(await isFor()).toMatchObject({ name: 'Nastar', net_weight_grams: 620 })
  for (const refused of ['-1', '100001', '1,5']) expect((await change({ net_weight_grams: refused })).status).toBe(400)
  expect(await change({ net_weight_grams: '0' })).toMatchObject({ body: { data: { net_weight_grams: null } } })
})

test('the packing of each piece counts, and the grams of lines add up: the seller sees their sum, rounded once for the fee', async () => {
  await setSettings(sari, perKg)
  const jar = await shop.product({ price: 40_000, weight: 'GRAM_500' })
  const change = (form: Record<string, string>) => sari.ask<Product>('PUT', `/admin/products/${jar.id}`, { form })
  expect((await change({ packing_grams: '180' })).body.data).toMatchObject({
    packing_grams: 180,
    net_weight_grams: null,
  })
  for (const refused of ['-1', '20001', '1,5']) expect((await change({ packing_grams: refused })).status).toBe(400)
  await change({ name: 'Nastar', packing_grams: '' })
  await ani.addToCart(jar, 3)
  const pieces = await shop.product({ price: 10_000, weight: 'KG_1', packing_grams: 10 })
  await ani.addToCart(pieces, 1)
  expect(await costs('?city=Bogor')).toMatchObject({ weight_grams: 3_050, ways: [{ shipping_cost: 4 * 9_000 }] })
  const { order_id } = (await ani.placeOrder({ city: 'Bogor', other_costs: 38_000 })).body.data
  await change({ packing_grams: '0' })
  expect(await orderFor(order_id)).toMatchObject({ weight_grams: 3_050 })
  expect((await ani.ask<Order>('GET', `/orders/${order_id}`)).body.data.weight_grams).toBeUndefined()
})

test('the costs of a city that is switched off are refused as its order is', async () => {
  await setSettings(sari, { cities: { Depok: { cost: null, days: null, delivers: false } } })
  expect(await ani.ask('GET', '/carts/costs?city=Depok')).toMatchObject({ body: { code: 'CITY_UNAVAILABLE' } })
})

test('a fetched order has no cost of delivery, no address and no city, and is handed over without a shipment', async () => {
  await setSettings(sari, { pickup: true, service_fee: 0 })
  await fill({ weight: 'KG_1', quantity: 1 })
  expect((await costs()).ways).toMatchObject([{ other_costs: 4_000 }, { delivery_way: 'pickup', other_costs: 0 }])
  expect(await ani.placeOrder({ ...fetching, delivery_way: 'kurir' })).toMatchObject({ status: 400 })
  expect(await ani.placeOrder({ ...fetching, other_costs: 4_000 })).toMatchObject({ body: { code: 'COST_MISMATCH' } })
  const { order_id } = (await ani.placeOrder({ ...fetching, city: 'Bogor', other_costs: 0 })).body.data
  await shop.sandbox.pay(order_id)
  await shop.sandbox.webhookStatuses(order_id)
  const fetched = { address: 'Ambil sendiri', city: null, delivery_way: 'pickup', total_price: 40_000 }
  expect(await orderFor(order_id)).toMatchObject({ ...fetched, status: 'DIBAYAR' })
  const ship = () => sari.ask('PUT', `/admin/orders/${order_id}/status`, { body: { status: 'DIKIRIM' } })
  expect(await ship()).toMatchObject({ body: { data: { shipment: { courier: 'Diambil', tracking_number: null } } } })
  expect((await ship()).body).not.toHaveProperty('shipped_otherwise', true)
  expect(await ani.messages(order_id)).toEqual(
    expect.arrayContaining([
      `Pembayaran pesanan #${order_id} sudah kami terima. Pesanan kami siapkan untuk diambil.`,
      `Pesanan #${order_id} sudah diserahkan. Konfirmasi setelah pesanan Anda terima.`,
    ]),
  )
})

test('a city has the cost of a kilogram or of an order, whatever the others have; without a city the usual applies', async () => {
  const bogor = (per_kg: boolean | null) => ({ cities: { Bogor: { cost: 9_000, days: null, delivers: true, per_kg } } })
  const items = await fill({ weight: 'KG_2', quantity: 2 })
  for (const { product_id: id } of items) await shop.setStock({ id }, 100)
  const shipping = async (query: string) => (await costs(query)).ways[0]?.shipping_cost
  const entered = async (city: string | null) => {
    const body = { name: 'Ani', phone: '081234567890', address: 'Jl. Mawar 2', city, items }
    const { order_id } = (await sari.ask<{ order_id: string }>('POST', '/admin/orders', { body })).body.data
    return (await orderFor(order_id)).charges.find(({ kind }) => kind === 'delivery')?.amount
  }
  const all = async () => [
    [await shipping('?city=Bogor'), await shipping('?city=Depok'), await shipping('')],
    [await entered('Bogor'), await entered('Depok'), await entered(null)],
  ]
  await setSettings(sari, bogor(true))
  expect(await all()).toEqual(Array(2).fill([36_000, 4_000, 4_000]))
  await setSettings(sari, { delivery_per_kg: true, ...bogor(false) })
  expect(await all()).toEqual(Array(2).fill([9_000, 16_000, 16_000]))
  // A client that does not know `per_kg` keeps it.
  await setSettings(sari, { cities: { Bogor: { cost: 8_000, days: null, delivers: true } } })
  expect(await all()).toEqual(Array(2).fill([8_000, 16_000, 16_000]))
  await setSettings(sari, bogor(null))
  expect(await all()).toEqual(Array(2).fill([36_000, 16_000, 16_000]))
})

test('a fetched order to which the seller gives an address is delivered, and its costs stay', async () => {
  await setSettings(sari, { pickup: true })
  await fill({ weight: 'KG_1', quantity: 1 })
  const { order_id } = (await ani.placeOrder({ ...fetching, other_costs: 2_000 })).body.data
  const body = { recipient: 'Ani', phone: '081234567890', address: 'Jl. Kenanga 5', city: 'Depok' }
  expect((await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body })).status).toBe(200)
  expect(await orderFor(order_id)).toMatchObject({ delivery_way: 'delivery', total_price: 42_000 })
})
