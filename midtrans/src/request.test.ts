import { expect, test } from 'vitest'
import { type SnapPayment, snapRequest } from './request.ts'

const now = new Date('2026-11-20T07:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const line = (id: string, name: string, price: number, quantity = 1) => ({ id, name, price, quantity })
const nastar = line('p1', 'Nastar', 20_000, 2)
const shipping = line('shipping', 'Ongkos Kirim', 4_000)
const service = line('service', 'Biaya Pelayanan', 2_000)
const sum = (price: number) => line('goods', 'Pesanan', price)

const bodyOf = (overrides: Partial<SnapPayment> = {}) =>
  snapRequest(
    {
      id: '261120-7K3QX9-2',
      goods: { lines: [nastar], sum: sum(40_000) },
      others: [shipping, service],
      methods: ['bca_va'],
      expiresAt: inMinutes(90),
      buyer: { name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' },
      finishUrl: 'https://camilan.id/my-order/order/261120-7K3QX9',
      notificationUrl: '',
      ...overrides,
    },
    now,
  ).body

test('a payment of more than fifty lines is sent with one for the goods, so that the request stays below 16 kB', () => {
  const goods = (count: number) => ({
    lines: Array.from({ length: count }, (_, i) => line(`${'x'.repeat(34)}${i}`, '🍪'.repeat(100), 100, 2)),
    sum: sum(count * 200),
  })
  const many = bodyOf({ goods: goods(51) })
  expect([many.item_details.length, many.transaction_details.gross_amount]).toEqual([3, 16_200])
  const most = bodyOf({ goods: goods(50) })
  expect([most.item_details.length, most.transaction_details.gross_amount]).toEqual([52, 16_000])
  expect(Buffer.byteLength(JSON.stringify(most))).toBeLessThan(16_384)
})

test('long names are cut, and an e-mail address that Midtrans would refuse is left out', () => {
  const goods = { lines: [line('p1', '🍪'.repeat(60), 20_000, 2)], sum: sum(40_000) }
  const body = bodyOf({ goods, buyer: { name: 'Ani '.repeat(20), email: 'bukan email', phone: '08123' } })
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

test('the payment page expires with the payment, in whole minutes, but after five minutes at the earliest', () => {
  expect(bodyOf({ expiresAt: inMinutes(61.2) }).expiry).toMatchObject({ duration: 62, unit: 'minutes' })
  expect(bodyOf({ expiresAt: inMinutes(0.1) }).expiry).toMatchObject({ duration: 5 })
})

const awkward: Partial<SnapPayment> = {
  goods: { lines: [{ ...nastar, name: 'Nastar | keju 🍪' }], sum: sum(40_000) },
  others: [shipping, { ...service, name: 'Bungkus | kado' }],
  buyer: { name: 'Ani', email: 'ani@contoh.id', phone: '0812-3456 7890' },
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
