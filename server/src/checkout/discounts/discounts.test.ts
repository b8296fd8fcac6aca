/** Vouchers and automatic discounts, from their making to the orders that use them. */
import type { CartCosts } from '@camilan/contract/checkout'
import type { AdminDiscount, AdminVoucher } from '@camilan/contract/discounts'
import { formatRupiah } from '@camilan/contract/formats'
import type { OrderDetail } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { makeAdmin } from '../../testing/make-user.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { type Customer, clientOf } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const sari = useEach(async () => clientOf(await makeAdmin(shop.db), shop.origin))
const ani = useEach(() => shop.customer({ phone: '0812-3456-7890' }))
const jar = useEach(async () => {
  await shop.pool.query('update discounts set ended_at = now()')
  return shop.product({ price: 50_000, stock: 1_000, category: 'KUE_KERING' })
})

async function voucher(form: object): Promise<AdminVoucher> {
  const made = await sari.ask<AdminVoucher>('POST', '/admin/vouchers', {
    body: { kind: 'percent', amount: 10, ...form },
  })
  expect(made.status).toBe(201)
  return made.body.data
}
const automatic = async (form: object) =>
  expect((await sari.ask('POST', '/admin/discounts', { body: form })).status).toBe(201)

async function orderWith(
  code: string | null,
  { by = ani, quantity = 2, ...form }: Record<string, unknown> & { by?: Customer; quantity?: number } = {},
) {
  await by.addToCart(jar, quantity)
  return by.placeOrder({ voucher_code: code, ...form })
}
const costs = async (code: string, by: Customer = ani) =>
  (await by.ask<CartCosts>('GET', `/carts/costs?city=Depok&voucher_code=${encodeURIComponent(code)}`)).body.data

test('a voucher lowers what its code is typed for, in cart and order alike; a cancelled order gives its use back', async () => {
  const { id } = await voucher({ code: 'hemat 10', most_uses: 1 })
  await ani.addToCart(jar, 2)
  expect(await costs('HEMAT-10')).toMatchObject({
    ways: [
      {
        voucher: { is_used: true, sentence: null },
        total_price: 96_000,
        other_costs: 6_000,
        discounts: [{ label: 'hemat 10', amount: 10_000, of_goods: 10_000, of_fees: 0 }],
      },
    ],
  })
  const placed = await ani.placeOrder({ voucher_code: 'Hemat10', expected_total: 96_000 })
  expect(placed.status).toBe(201)
  const { order_id } = placed.body.data
  expect(await ani.order(order_id)).toMatchObject({
    total_price: 96_000,
    other_costs: -4_000,
    discount: { amount: 10_000, reason: 'hemat 10' },
    order_items: [{ price: 100_000, discount: 10_000 }],
  })
  const uses = async () =>
    (await sari.ask<AdminVoucher[]>('GET', '/admin/vouchers')).body.data.find((one) => one.id === id)?.uses
  expect(await uses()).toBe(1)
  expect((await orderWith('HEMAT10')).body.code).toBe('VOUCHER_UNAVAILABLE')
  await ani.setStatus(order_id, 'DIBATALKAN')
  expect(await uses()).toBe(0)
  expect((await ani.placeOrder({ voucher_code: 'HEMAT10' })).status).toBe(201)
})

test('of ten carts of other goods that claim the last use at once one gets it, the others are told their new total', async () => {
  await voucher({ code: 'TERAKHIR', most_uses: 1 })
  const buyers = await times(10, () => shop.customer())
  for (const buyer of buyers) await buyer.addToCart(await shop.product({ price: 50_000 }), 2)
  const replies = await Promise.all(buyers.map((buyer) => buyer.placeOrder({ voucher_code: 'TERAKHIR' })))
  expect(tally(replies)).toEqual({ '201': 1, '409 VOUCHER_UNAVAILABLE': 9 })
  const refused = replies.find(({ status }) => status === 409)?.body
  expect(refused).toMatchObject({ data: { items_total: 100_000, other_costs: 6_000, total_price: 106_000 } })
})

test('each code of several random ones is used once', async () => {
  const { codes, code } = await voucher({ count: 3, most_uses: 1 })
  expect([codes.length, code]).toEqual([3, null])
  const [first, second] = codes.map((one) => one.code)
  expect(first).toMatch(/^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/)
  expect((await orderWith(first ?? '')).status).toBe(201)
  expect((await orderWith(first ?? '')).body.code).toBe('VOUCHER_UNAVAILABLE')
  expect((await ani.placeOrder({ voucher_code: second })).status).toBe(201)
})

test.each([
  { why: 'it is unknown', form: { code: 'ADA' }, typed: 'TIDAKADA' },
  { why: 'its days are over', form: { code: 'LEWAT', until: '2026-11-19' } },
  { why: 'it has not begun', form: { code: 'BELUM', from: '2026-11-21' } },
  { why: 'it is for another category', form: { code: 'LAIN', category: 'MAKANAN_RINGAN' } },
  { why: 'the goods cost less', form: { code: 'BESAR', least_sum: 100_001 } },
])('a code that cannot be used has one answer: $why', async ({ form, typed }) => {
  await voucher(form)
  const refused = await orderWith(typed ?? form.code)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'VOUCHER_UNAVAILABLE',
      errors: `Kode voucher ini tidak bisa dipakai untuk pesanan ini. Tanpa voucher totalnya ${formatRupiah(106_000)}.`,
    },
  })
  expect(await costs(typed ?? form.code)).toMatchObject({
    ways: [{ voucher: { is_used: false, sentence: 'Kode voucher ini tidak bisa dipakai untuk pesanan ini.' } }],
  })
})

test('a voucher runs from the first day in Jakarta to the end of the last', async () => {
  await voucher({ code: 'SEHARI', from: '2026-11-20', until: '2026-11-20' })
  await ani.addToCart(jar, 2)
  expect((await costs('SEHARI')).ways[0]?.voucher?.is_used).toBe(true)
  await shop.advanceClock(days(1))
  expect((await costs('SEHARI')).ways[0]?.voucher?.is_used).toBe(false)
  await shop.advanceClock(-days(1))
})

test('a use per buyer counts by phone number too', async () => {
  await voucher({ code: 'SEKALI', most_uses_each: 1 })
  expect((await orderWith('SEKALI')).status).toBe(201)
  const same = await shop.customer({ phone: '+62 812 3456 7890' })
  expect((await orderWith('SEKALI', { by: same })).body.code).toBe('VOUCHER_UNAVAILABLE')
  const other = await shop.customer({ phone: '081298765432' })
  expect((await orderWith('SEKALI', { by: other })).status).toBe(201)
})

test('after twenty codes that cannot be used a right one has the same answer, for an hour', async () => {
  await voucher({ code: 'BENAR' })
  const guesser = await shop.customer()
  await guesser.addToCart(jar, 2)
  for (let guess = 0; guess < 25; guess += 1) await costs('tebak-0', guesser)
  expect((await costs('BENAR', guesser)).ways[0]?.voucher?.is_used).toBe(true)
  await Promise.all(Array.from({ length: 20 }, (_, guess) => costs(`TEBAK${guess}`, guesser)))
  expect((await costs('BENAR', guesser)).ways[0]?.voucher?.is_used).toBe(false)
  expect((await guesser.placeOrder({ voucher_code: 'BENAR' })).body.code).toBe('VOUCHER_UNAVAILABLE')
  expect((await orderWith('BENAR')).status).toBe(201)
})

test('a member of staff who tries twenty codes for orders from chats finds no more, and right ones are no guesses', async () => {
  await voucher({ code: 'KASIR' })
  const staff = await shop.staff()
  const items = [{ product_id: jar.id, quantity: 2 }]
  const enter = (voucher_code: string) =>
    staff.ask('POST', '/admin/orders', { body: { name: 'Bu Rina', phone: '081200000001', items, voucher_code } })
  expect((await enter('KASIR')).status).toBe(201)
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await enter(`TEBAK${guess}`)).body.code).toBe('VOUCHER_UNAVAILABLE')
  }
  expect((await enter('KASIR')).body.code).toBe('VOUCHER_UNAVAILABLE')
})

test('an automatic discount of the delivery lowers what an order must repeat', async () => {
  await automatic({ name: 'Gratis ongkir', kind: 'delivery', amount: 50_000, least_sum: 100_000 })
  await ani.addToCart(jar, 2)
  const { ways } = (await ani.ask<CartCosts>('GET', '/carts/costs?city=Depok')).body.data
  expect(ways).toMatchObject([{ other_costs: 2_000, total_price: 102_000 }])
  expect((await ani.placeOrder({ other_costs: 6_000 })).body).toMatchObject({
    code: 'COST_MISMATCH',
    data: { other_costs: 2_000 },
  })
  const { order_id } = (await ani.placeOrder({ other_costs: 2_000 })).body.data
  expect(await ani.order(order_id)).toMatchObject({
    total_price: 102_000,
    order_items: [{ discount: 0 }],
    charges: expect.arrayContaining([{ kind: 'discount', label: 'Gratis ongkir', amount: -4_000 }]),
  })
  const [shown] = (await sari.ask<AdminDiscount[]>('GET', '/admin/discounts')).body.data
  expect(shown).toMatchObject({ name: 'Gratis ongkir', uses: 1, given: 0 }) // it is not paid yet
})

test.each([
  { sum: 'one below it', price: 99_999, missing: 1, delivery: 4_000 },
  { sum: 'exactly it', price: 100_000, missing: null, delivery: 0 },
])('the way to free delivery counts the goods before discounts: $sum', async ({ price, missing, delivery }) => {
  await automatic({ name: 'Gratis ongkir', kind: 'delivery', amount: 50_000, least_sum: 100_000 })
  await automatic({ name: 'Sebagian', kind: 'delivery', amount: 3_999, least_sum: 99_999_999 })
  await automatic({ name: 'Sepuluh', kind: 'percent', amount: 10 })
  await ani.addToCart(await shop.product({ price }), 1)
  const { ways } = (await ani.ask<CartCosts>('GET', '/carts/costs?city=Depok')).body.data
  expect(ways).toMatchObject([{ until_free_delivery: missing, other_costs: delivery + 2_000 }])
})

test('a buyer is asked for a code only while a voucher runs', async () => {
  await ani.addToCart(jar, 1)
  expect((await costs('')).has_vouchers).toBe(false)
  await voucher({ code: 'NANTI', from: '2026-11-21' })
  expect((await costs('')).has_vouchers).toBe(false)
  await voucher({ code: 'KINI' })
  expect((await costs('')).has_vouchers).toBe(true)
})

test('a cart says whether an automatic discount runs, without which its total needs no question', async () => {
  await ani.addToCart(jar, 1)
  const cart = async () => (await ani.ask('GET', '/carts')).body
  await voucher({ code: 'BERLAKU' })
  await automatic({ name: 'Nanti', kind: 'percent', amount: 10, from: '2026-11-21' })
  expect(await cart()).not.toHaveProperty('has_discounts')
  await automatic({ name: 'Kini', kind: 'percent', amount: 10 })
  expect(await cart()).toMatchObject({ has_discounts: true })
})

test('the minimum of the shop counts before discounts, and no discount leads below 10.000', async () => {
  await voucher({ code: 'SEMUA', kind: 'amount', amount: 1_000_000 })
  const { order_id } = (await orderWith('SEMUA', { quantity: 1 })).body.data
  expect(await ani.order(order_id)).toMatchObject({ total_price: 10_000, discount: { amount: 46_000 } })
})

test('the seller uses a voucher in an order from a chat, beside what she agrees to', async () => {
  await voucher({ code: 'CHAT' })
  const items = [{ product_id: jar.id, quantity: 2 }]
  const body = { name: 'Bu Rina', phone: '081200000000', items, voucher_code: 'chat', discount: 5_000 }
  const entered = await sari.ask<{ order_id: string }>('POST', '/admin/orders', {
    body: { ...body, discount_reason: 'Langganan' },
  })
  const order = await sari.ask<OrderDetail>('GET', `/admin/orders/${entered.body.data.order_id}`)
  expect(order.body.data).toMatchObject({
    discount: { amount: 15_000, reason: 'CHAT, Langganan' },
    total_price: 87_000,
  })
})

test.each([
  { form: { code: 'AB' }, field: 'code' },
  { form: { code: 'ABC', count: 2 }, field: 'code' },
  { form: {}, field: 'code' },
  { form: { code: 'ABC', amount: 101 }, field: 'amount' },
  { form: { code: 'ABC', category: 'TIDAK_ADA' }, field: 'category' },
  { form: { code: 'ABC', from: '2026-12-02', until: '2026-12-01' }, field: 'until' },
])('a form is refused by its field: $form', async ({ form, field }) => {
  const body = { kind: 'percent', amount: 10, ...form }
  const refused = await sari.ask('POST', '/admin/vouchers', { body })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
})

test('a code is given once, also when its voucher has ended; an ended voucher can be used no more', async () => {
  const { id } = await voucher({ code: 'UNIK' })
  expect((await sari.ask('DELETE', `/admin/vouchers/${id}`)).status).toBe(200)
  expect((await sari.ask('DELETE', `/admin/vouchers/${id}`)).status).toBe(404)
  const again = await sari.ask('POST', '/admin/vouchers', { body: { code: 'u-n-i-k', kind: 'percent', amount: 5 } })
  expect(again).toMatchObject({ status: 400, body: { fields: { code: 'Kode ini sudah pernah dibuat.' } } })
  expect((await orderWith('UNIK')).body.code).toBe('VOUCHER_UNAVAILABLE')
})
