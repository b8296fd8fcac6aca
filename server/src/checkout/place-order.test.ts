import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'
import { beforeEach, describe, expect, test } from 'vitest'
import { days, later, minutes } from '../platform/clock.ts'
import { deleteProduct } from '../products/change/delete-product.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop({ environment: { MAX_UNPAID_ORDERS: '3' } })
beforeEach(() => shop.db.updateTable('users').set({ is_admin: false }).execute())
const ani = useEach(() => shop.customer({ name: 'Ani', phone: '0812-3456-7890' }))

async function ordersOf(customer: Customer) {
  return (await customer.orders()).data
}

test('a cart becomes an order at the prices of the database, and its stock is taken', async () => {
  const [chips, nastar] = [
    await shop.product({ name: 'Keripik Singkong', price: 12_500, stock: 10 }),
    await shop.product({ name: 'Nastar', price: 90_000, stock: 4, packaging: 'TOPLES', weight: 'GRAM_500' }),
  ]
  await ani.addToCart(chips, 3)
  await shop.advanceClock(minutes(1))
  await ani.addToCart(nastar, 1)
  const orderTime = shop.clock().toISOString()
  const placed = await ani.placeOrder({
    notes: 'Pagar hijau',
    city: 'Depok',
    total_price: 1,
    user_id: 'x',
    status: 'DIBAYAR',
  })
  expect(placed.status).toBe(201)
  const { order_id } = placed.body.data
  expect(order_id).toMatch(/^261120-[0-9A-HJKMNP-TV-Z]{6}$/)

  expect(await ani.order(order_id)).toEqual({
    id: order_id,
    shipment: null,
    wanted_on: null,
    handover_on: null,
    completes_at: null,
    delivery: null,
    former_delivery: null,
    delivery_way: 'delivery',
    discount: null,
    source: 'toko',
    refunds: [],
    refund_account: null,
    status: 'DIPROSES',
    order_time: orderTime,
    total_price: 133_500,
    address: 'Jl. Melati 1',
    notes: 'Pagar hijau',
    city: 'Depok',
    other_costs: 6_000,
    charges: [
      { kind: 'goods', amount: 127_500, label: null },
      { kind: 'delivery', amount: 4_000, label: null },
      { kind: 'service', amount: 2_000, label: null },
    ],
    user: { name: 'Ani', phone: '0812-3456-7890' },
    order_items: [
      {
        id: expect.any(String),
        quantity: 3,
        discount: 0,
        taken_quantity: 0,
        parts: null,
        price: 37_500,
        product: {
          id: chips.id,
          name: 'Keripik Singkong',
          image: null,
          image_look: null,
          price: 12_500,
          weight: 'KG_1',
          packaging: 'BAL',
        },
      },
      {
        id: expect.any(String),
        quantity: 1,
        discount: 0,
        taken_quantity: 0,
        parts: null,
        price: 90_000,
        product: {
          id: nastar.id,
          name: 'Nastar',
          image: null,
          image_look: null,
          price: 90_000,
          weight: 'GRAM_500',
          packaging: 'TOPLES',
        },
      },
    ],
    transaction: {
      status: 'PENDING',
      payment_type: null,
      va_number: null,
      chosen_method: null,
      method: null,
      biller_code: null,
      bill_key: null,
      payment_code: null,
      issuer: null,
      by_hand: null,
      is_settled: false,
      refunded_at: null,
      paid_at: null,
      expires_at: later(shop.clock(), days(1)).toISOString(),
      order_expires_at: later(shop.clock(), days(1)).toISOString(),
    },
    history: [{ status: 'DIPROSES', at: orderTime, actor: 'customer' }],
  })
  expect([await shop.stockOf(chips), await shop.stockOf(nastar)]).toEqual([7, 3])
  expect(await ani.cart()).toEqual([])
})

test('a line keeps the cost of its moment, which neither buyers nor visitors read', async () => {
  const sari = await shop.admin()
  const product = await shop.product({ cost_price: 15_000 })
  await ani.addToCart(product, 1)
  const answers = [await ani.ask('GET', '/products'), await ani.ask('GET', `/products/${product.id}`), await ani.cart()]
  const id = (await ani.placeOrder()).body.data.order_id
  const costs: unknown[] = []
  for (const cost_price of ['20000', '0']) {
    const changed = await sari.ask<object>('PUT', `/admin/products/${product.id}`, { form: { cost_price } })
    costs.push(changed.body.data)
  }
  expect(costs).toMatchObject([{ cost_price: 20_000 }, { cost_price: null }])
  const lines = shop.db.selectFrom('order_items').select('cost_price').where('order_id', '=', id)
  expect(await lines.execute()).toEqual([{ cost_price: 15_000 }])
  const rewritten = shop.db.updateTable('order_items').set({ cost_price: 1 }).where('order_id', '=', id)
  await expect(rewritten.execute()).rejects.toThrow()
  expect(JSON.stringify([...answers, await ani.order(id), await ani.orders()])).not.toMatch(/cost_price|15000/)
})

describe('the form', () => {
  beforeEach(async () => {
    await ani.addToCart(await shop.product(), 1)
  })

  test.each([
    ['address', undefined, 'Mohon lengkapi semua data sebelum mengirim.'],
    ['address', '   ', 'Mohon lengkapi semua data sebelum mengirim.'],
    ['address', 'a'.repeat(501), 'Alamat paling panjang 500 karakter.'],
    ['address', 'a\0b', 'Teks berisi karakter yang tidak didukung.'],
    ['notes', 'a'.repeat(501), 'Catatan paling panjang 500 karakter.'],
    ['city', 'Bandung', 'Pilih kota pengiriman terlebih dahulu.'],
    ['other_costs', undefined, 'Mohon lengkapi semua data sebelum mengirim.'],
    ['other_costs', '6000', 'Mohon lengkapi semua data sebelum mengirim.'],
  ])('%s of %j is refused', async (field, value, sentence) => {
    expect(await ani.placeOrder({ [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: sentence, fields: { [field]: sentence } },
    })
    expect(await ordersOf(ani)).toEqual([])
    expect(await ani.cart()).toHaveLength(1)
  })

  test.each([[undefined], [null], [''], ['  ']])('notes of %j are stored as null', async (notes) => {
    const { body } = await ani.placeOrder({ notes })
    expect(await ani.order(body.data.order_id)).toMatchObject({ notes: null, city: null })
  })

  test('a city of null is stored as null', async () => {
    const { body } = await ani.placeOrder({ city: null, expected_total: null })
    expect(await ani.order(body.data.order_id)).toMatchObject({ city: null })
  })

  test('texts are trimmed', async () => {
    const { body } = await ani.placeOrder({ address: '  Jl. Mawar 2 ', notes: ' titip satpam ' })
    expect(await ani.order(body.data.order_id)).toMatchObject({ address: 'Jl. Mawar 2', notes: 'titip satpam' })
  })
})

test('a total that differs from the one that the buyer saw is refused with the new figures', async () => {
  const chips = await shop.product({ price: 25_000 })
  await ani.addToCart(chips, 2)
  await shop.db.updateTable('products').set({ price: 30_000 }).where('id', '=', chips.id).execute()
  expect(await ani.placeOrder({ expected_total: 56_000 })).toMatchObject({
    status: 409,
    body: {
      code: 'PRICE_CHANGED',
      errors: `Harga sudah berubah. Total pesanan sekarang ${formatRupiah(66_000)}.`,
      data: { items_total: 60_000, other_costs: 6_000, total_price: 66_000 },
    },
  })
  expect([await shop.stockOf(chips), (await ani.cart()).length]).toEqual([10, 1])
  expect((await ani.placeOrder({ expected_total: 66_000 })).status).toBe(201)
})

test('an empty cart is refused', async () => {
  expect(await ani.placeOrder()).toMatchObject({
    status: 400,
    body: { code: 'EMPTY_CART', errors: 'Keranjang Anda Kosong' },
  })
})

test('the refusal names every product whose stock is too small', async () => {
  const [none, few, enough] = [
    await shop.product({ name: 'Emping' }),
    await shop.product({ name: 'Nastar' }),
    await shop.product(),
  ]
  for (const product of [none, few, enough]) {
    await ani.addToCart(product, 5)
    await shop.advanceClock(minutes(1))
  }
  await shop.setStock(none, 0)
  await shop.setStock(few, 4)
  expect(await ani.placeOrder()).toMatchObject({
    status: 409,
    body: {
      code: 'OUT_OF_STOCK',
      errors: 'Stok tidak mencukupi: Emping sudah habis, Nastar tinggal 4.',
      data: [
        { product_id: none.id, name: 'Emping', stock: 0 },
        { product_id: few.id, name: 'Nastar', stock: 4 },
      ],
    },
  })
  expect(await shop.stockOf(enough)).toBe(10)
})

test('a buyer may have a limited number of unpaid orders; a cancellation allows another', async () => {
  const chips = await shop.product()
  const ids: string[] = []
  for (let i = 0; i < 3; i += 1) {
    ids.push(await ani.buy(chips))
  }
  await ani.addToCart(chips, 1)
  const refused = await ani.placeOrder()
  expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_MANY_UNPAID' } })
  expect(refused.headers.get('retry-after')).toBeNull() // a later try does not help
  expect(await ani.cart()).toHaveLength(1)
  await ani.setStatus(ids[0] ?? '', 'DIBATALKAN')
  expect((await ani.placeOrder()).status).toBe(201)
})

test('the buyer and every administrator are notified of a new order', async () => {
  const [admin, other] = [await shop.admin(), await shop.admin()]
  const order_id = await ani.buy(await shop.product({ price: 25_000 }))
  expect(await ani.messages()).toEqual([
    `Pesanan #${order_id} berhasil dibuat. Bayar sebelum ${formatJakartaTime(later(shop.clock(), days(1)))}.`,
  ])
  const message = `Pesanan baru #${order_id} dari Ani, total ${formatRupiah(31_000)}.`
  expect([await admin.messages(order_id), await other.messages(order_id)]).toEqual([[message], [message]])
})

test('the administrators are notified once when stock becomes low and once when it is sold out', async () => {
  const admin = await shop.admin()
  const nastar = await shop.product({ name: 'Nastar', stock: 7 })
  const buy = async (quantity: number) => {
    const buyer = await shop.customer()
    await buyer.addToCart(nastar, quantity)
    expect((await buyer.placeOrder()).status).toBe(201)
  }
  const messages = () => admin.messages(null)
  await buy(1)
  expect(await messages()).toEqual([])
  await buy(2)
  expect(await messages()).toEqual(['Stok Nastar tinggal 4'])
  await buy(1)
  expect(await messages()).toEqual(['Stok Nastar tinggal 4'])
  await shop.advanceClock(minutes(1))
  await buy(3)
  expect(await messages()).toEqual(['Stok Nastar tinggal 4', 'Stok Nastar habis'])
})

test('an order keeps its products as they were when it was placed', async () => {
  const chips = await shop.product({ name: 'Keripik', price: 20_000, image: 'a'.repeat(64) })
  const order_id = await ani.buy(chips, 2)
  const before = await ani.order(order_id)
  expect(before.order_items[0]?.product.image).toBe(`${shop.origin}/media/${'a'.repeat(64)}-640.webp`)

  const change = { name: 'Keripik Baru', price: 1, image: null, packaging: 'TOPLES', weight: 'KG_2' } as const
  await shop.db.updateTable('products').set(change).where('id', '=', chips.id).execute()
  await shop.db.updateTable('users').set({ name: 'Bu Ani', phone: '0899999999' }).where('id', '=', ani.id).execute()
  expect(await ani.order(order_id)).toEqual(before)
  await deleteProduct(shop.db, await shop.admin(), chips.id, shop.clock())
  expect(await ani.order(order_id)).toEqual(before)
})
