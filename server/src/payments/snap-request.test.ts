import { expect, test } from 'vitest'
import type { Charge } from '../orders/charges.ts'
import { later, minutes } from '../platform/clock.ts'
import { type Payable, snapRequest } from './snap-request.ts'

const now = new Date('2026-11-20T07:00:00Z')

interface Body {
  transaction_details: { gross_amount: number }
  item_details: { id: string; name: string; price: number; quantity: number }[]
  customer_details: object
  expiry: object
}

const delivery: Charge = { kind: 'delivery', label: null, amount_idr: 4_000 }
const service: Charge = { kind: 'service', label: null, amount_idr: 2_000 }
const goods = (amount_idr: number): Charge => ({ kind: 'goods', label: null, amount_idr })

function bodyOf(overrides: Partial<Payable> = {}): Body {
  const item = { productId: 'p1', name: 'Nastar', unitPrice: 20_000, quantity: 2 }
  const order: Payable = {
    attemptId: '261120-7K3QX9-2',
    orderId: '261120-7K3QX9',
    charges: [goods(40_000), delivery, service],
    expiresAt: later(now, minutes(90)),
    buyer: { name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' },
    items: [item],
    methods: ['bca_va'],
    ...overrides,
  }
  const urls = {
    notification: '',
    finish: (orderId: string) => `https://camilan.id/my-order/order/${orderId}`,
    linkedOrder: 'https://camilan.id/pesanan',
  }
  return snapRequest({ urls }, order, now).body as Body
}

const sumOf = ({ item_details }: Body) => item_details.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

test('the lines are the products and the two fees, and their sum is the total', () => {
  const body = bodyOf()
  expect(body).toEqual({
    transaction_details: { order_id: '261120-7K3QX9-2', gross_amount: 46_000 },
    item_details: [
      { id: 'p1', name: 'Nastar', price: 20_000, quantity: 2 },
      { id: 'shipping', name: 'Ongkos Kirim', price: 4_000, quantity: 1 },
      { id: 'service', name: 'Biaya Pelayanan', price: 2_000, quantity: 1 },
    ],
    customer_details: { first_name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' },
    enabled_payments: ['bca_va'],
    expiry: { start_time: '2026-11-20 14:00:00 +0700', duration: 90, unit: 'minutes' },
    callbacks: { finish: 'https://camilan.id/my-order/order/261120-7K3QX9' },
  })
  expect(sumOf(body)).toBe(46_000)
})

test('a charge below zero is a line like any other, with its label, and the sum of the lines stays the total', () => {
  const discount: Charge = { kind: 'service', label: 'Voucher', amount_idr: -5_000 }
  const body = bodyOf({ charges: [goods(40_000), delivery, service, discount] })
  expect(body.transaction_details.gross_amount).toBe(41_000)
  expect(sumOf(body)).toBe(41_000)
  expect(body.item_details.at(-1)).toEqual({ id: 'service', name: 'Voucher', price: -5_000, quantity: 1 })
})

test('an order of more than fifty lines is sent as one line, so that the request stays below 16 kB', () => {
  const name = '🍪'.repeat(100)
  const items = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ productId: `${'x'.repeat(34)}${i}`, name, unitPrice: 100, quantity: 2 }))
  const many = bodyOf({ items: items(51), charges: [goods(10_200), delivery, service] })
  expect([many.item_details.length, sumOf(many)]).toEqual([3, 16_200])
  const most = bodyOf({ items: items(50), charges: [goods(10_000), delivery, service] })
  expect([most.item_details.length, sumOf(most)]).toEqual([52, 16_000])
  expect(Buffer.byteLength(JSON.stringify(most))).toBeLessThan(16_384)
})

test('long names are cut, and an e-mail address that Midtrans would refuse is left out', () => {
  const items = [{ productId: 'p1', name: '🍪'.repeat(60), unitPrice: 20_000, quantity: 2 }]
  const body = bodyOf({ items, buyer: { name: 'Ani '.repeat(20), email: 'bukan email', phone: '08123' } })
  expect(Array.from(body.item_details[0]?.name ?? '')).toHaveLength(50)
  expect(body.customer_details).toEqual({ first_name: 'Ani Ani Ani Ani Ani Ani Ani An', phone: '08123' })
})

test.each([
  ['081234567890', '081234567890'],
  ['0812-3456 (78.90)', '081234567890'],
  ['+62 (812) 3456.7890', '+6281234567890'],
  ['(+62) 812 34567890', '+6281234567890'],
  ['0812+34567890', '081234567890'],
])('the phone number %s is sent as %s', (phone, sent) => {
  const body = bodyOf({ buyer: { name: 'Ani', email: 'ani@contoh.id', phone } })
  expect(body.customer_details).toMatchObject({ phone: sent })
})

test('the payment page expires with the order, in whole minutes, but after five minutes at the earliest', () => {
  expect(bodyOf({ expiresAt: later(now, minutes(61.2)) }).expiry).toMatchObject({ duration: 62, unit: 'minutes' })
  expect(bodyOf({ expiresAt: later(now, 1_000) }).expiry).toMatchObject({ duration: 5 })
})

const awkward: Partial<Payable> = {
  charges: [goods(40_000), delivery, { ...service, label: 'Bungkus | kado' }],
  buyer: { name: 'Ani', email: 'ani@contoh.id', phone: '0812-3456 7890' },
  items: [{ productId: 'p1', name: 'Nastar | keju 🍪', unitPrice: 20_000, quantity: 2 }],
}

test('with BCA alone the request is byte for byte the one that was recorded before there were other methods', () => {
  expect(JSON.stringify(bodyOf(awkward))).toBe(
    '{"transaction_details":{"order_id":"261120-7K3QX9-2","gross_amount":46000},"item_details":[{"id":"p1","name":"Nastar | keju 🍪","price":20000,"quantity":2},{"id":"shipping","name":"Ongkos Kirim","price":4000,"quantity":1},{"id":"service","name":"Bungkus | kado","price":2000,"quantity":1}],"customer_details":{"first_name":"Ani","phone":"081234567890","email":"ani@contoh.id"},"enabled_payments":["bca_va"],"expiry":{"start_time":"2026-11-20 14:00:00 +0700","duration":90,"unit":"minutes"},"callbacks":{"finish":"https://camilan.id/my-order/order/261120-7K3QX9"}}',
  )
})

test('with Alfamart no name has a vertical bar', () => {
  const { item_details } = bodyOf({ ...awkward, methods: ['bca_va', 'alfamart'] })
  expect(item_details.map(({ name }) => name)).toEqual(['Nastar / keju 🍪', 'Ongkos Kirim', 'Bungkus / kado'])
})

test.each([
  ['0812-3456-7890', '+6281234567890'],
  ['+62 (0) 812 34567890', '+6281234567890'],
  ['62 812 34567890', '+6281234567890'],
  ['0062 812 34567890', '+6281234567890'],
  ['812 34567890', '+6281234567890'],
  ['+65 9123 4567', undefined],
  ['0065 9123 4567', undefined],
])('with BNI the phone number %s is sent as %s', (phone, sent) => {
  const body = bodyOf({ buyer: { name: 'Ani', email: 'ani@contoh.id', phone }, methods: ['bni_va'] })
  expect(body.customer_details).toEqual({ first_name: 'Ani', email: 'ani@contoh.id', ...(sent && { phone: sent }) })
})
