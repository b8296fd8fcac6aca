/** Orders that the seller enters, to a place. */
import type { LastDelivery } from '@camilan/contract/checkout'
import type { AdminOrderDetail } from '@camilan/contract/orders'
import type { LinkedOrder } from '@camilan/contract/seller-orders'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop()
let sari: Customer
let items: { product_id: string; quantity: number }[]

const jne = { name: 'Reguler JNE', first_kg: 12_000, further_kg: 10_000, days_min: 2, days_max: 3 }

beforeEach(async () => {
  await resetSettings(shop)
  sari = await shop.onlyAdmin()
  items = [{ product_id: (await shop.product({ price: 40_000, weight: 'KG_1' })).id, quantity: 2 }]
  const zones = [
    { name: 'Jawa Barat', places: ['32'], services: [jne] },
    { name: 'Kota Bandung', places: ['32.73'], services: [{ ...jne, first_kg: 7_000 }] },
    { name: 'Sekitar dapur', places: ['32.73.01'], services: [{ name: 'Kurir instan', to_courier: true }] },
  ]
  const { version } = (await sari.ask<{ version: number }>('GET', '/admin/zones')).body.data
  expect(await sari.ask('PUT', '/admin/zones', { body: { version, zones } })).toMatchObject({ status: 200 })
})

const enter = (change: object) =>
  sari.ask<{ order_id: string; link: string }>('POST', '/admin/orders', {
    body: { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', items, ...change },
  })
const detail = async (id: string) => (await sari.ask<AdminOrderDetail>('GET', `/admin/orders/${id}`)).body.data

test.each<[string, object, object]>([
  ['by the first service', { place: '32.04' }, { zone: 'Jawa Barat', service: 'Reguler JNE', fee: 22_000 }],
  [
    'by the named one, which the recipient pays',
    { place: '32.73.01', delivery_service: 'kurir instan', city: 'Depok' },
    { zone: 'Sekitar dapur', service: 'Kurir instan', fee: 0, to_courier: true },
  ],
  [
    'for a fee by hand, also where a zone has another',
    { place: '32.04', delivery_cost: 15_000, delivery_service: 'Paxel' },
    { zone: null, service: 'Paxel', fee: 15_000, days_min: null },
  ],
  ['for a fee by hand where no zone is', { place: '51.71', delivery_cost: 0 }, { zone: null, service: null, fee: 0 }],
])('an order goes to a place %s', async (_, change, delivery) => {
  const { status, body } = await enter(change)
  expect(status).toBe(201)
  const order = await detail(body.data.order_id)
  expect(order.delivery).toMatchObject({ grams: 2_000, ...delivery })
  const charged = order.charges.find(({ kind }) => kind === 'delivery')?.amount ?? 0
  expect(charged).toBe(order.delivery?.fee)
})

test.each<[string, object, object]>([
  ['a place without a fee', { place: '51.71' }, { delivery_cost: 'Isi ongkos kirim ke daerah ini.' }],
  ['an unknown place', { place: '99.99', delivery_cost: 1 }, { place: 'Daerah tidak dikenal.' }],
  [
    'a place whose parts differ',
    { place: '32.73' },
    { place: 'Pilih kecamatan atau kotanya, karena ongkos kirimnya berbeda.' },
  ],
])('%s is refused', async (_, change, fields) => {
  expect(await enter(change)).toMatchObject({ status: 400, body: { fields } })
})

test('the buyer reads the days of the service, and the seller corrects the place without another fee', async () => {
  const { order_id, link } = (await enter({ place: '32.04' })).body.data
  const token = new URL(link).hash.replace(/^#/, '') || link.split('/').at(-1)
  const linked = await shop.ask<LinkedOrder>('POST', '/order-links/order', { body: { token } })
  expect(linked.body.data).toMatchObject({
    delivery_days: '2-3 hari',
    delivery: { service: 'Reguler JNE', to_courier: false },
  })
  const body = { recipient: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', city: null, place: '32.76' }
  expect((await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body })).status).toBe(200)
  const named = await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, {
    body: { ...body, place: undefined, city: 'kota cimahi' },
  })
  expect(named.status).toBe(200)
  expect(await detail(order_id)).toMatchObject({
    city: 'Kota Cimahi',
    delivery: { place: '32.77', fee: 22_000 },
    former_delivery: { city: 'Kabupaten Bandung' },
  })
})

test('everybody reads where the shop delivers and for what, and a buyer where the last order went', async () => {
  const { places } = (await shop.ask<{ places: object[] }>('GET', '/shop')).body.data
  expect(places).toEqual(
    expect.arrayContaining([
      { code: '31', name: 'Daerah Khusus Ibukota Jakarta' },
      { code: '32', name: 'Jawa Barat' },
      { code: '32.73.01', name: 'Sukasari, Kota Bandung' },
    ]),
  )
  expect((await shop.ask('GET', '/places/32.73/services?grams=1001&goods=5000')).body.data).toMatchObject({
    place: { name: 'Kota Bandung', within: 'Jawa Barat' },
    services: [{ name: 'Reguler JNE', cost: 17_000, days_max: 3 }],
    needs_smaller_place: true,
  })
  for (const code of ['51.71', 'depok', '99.99']) {
    expect(await shop.ask('GET', `/places/${code}/services`)).toMatchObject({ status: 409 })
  }
  const ani = await shop.customer()
  await ani.addToCart(await shop.product({ price: 40_000, weight: 'KG_1' }), 1)
  await ani.placeOrder({ place: '32.04', other_costs: 14_000 })
  expect((await ani.ask<LastDelivery>('GET', '/orders/me/last-delivery')).body.data).toMatchObject({ place: '32.04' })
})

test('a shop may deliver to zones alone, but not nowhere', async () => {
  const off = { cost: null, days: null, delivers: false }
  const cities = { Jakarta: off, Bogor: off, Depok: off, Tangerang: off, Bekasi: off }
  const at = async (path: string) => (await sari.ask<{ version: number }>('GET', path)).body.data.version
  const put = async (path: string, change: object) =>
    sari.ask('PUT', path, { body: { version: await at('/admin/zones'), ...change } })
  expect(await put('/admin/settings', { cities })).toMatchObject({ status: 200 })
  expect(await put('/admin/zones', { zones: [] })).toMatchObject({
    body: { fields: { zones: 'Paling sedikit satu daerah harus bisa dikirimi. Untuk berhenti sebentar, tutup toko.' } },
  })
})
