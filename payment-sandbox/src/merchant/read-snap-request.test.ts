import { expect, test } from 'vitest'
import { snapRequest } from '../testing/start-sandbox.ts'
import { readSnapRequest } from './read-snap-request.ts'

const noon = Date.parse('2026-11-20T12:00:00+07:00')

function errorsOf(extra: object): string[] {
  const read = readSnapRequest(snapRequest('SNACK-1', extra), noon)
  return 'errors' in read ? read.errors : []
}

function amount(gross_amount: unknown) {
  return { transaction_details: { order_id: 'SNACK-1', gross_amount } }
}

const cake = { price: 40_000, quantity: 1, name: 'Nastar' }
const shipping = { price: 6_000, quantity: 1, name: 'Ongkos Kirim' }

const bni = { enabled_payments: ['bni_va'] }
const alfamart = { enabled_payments: ['alfamart'] }

test.each([null, undefined, [], 'text', {}])('an empty request (%j) gets an error for each required field', (body) => {
  expect(readSnapRequest(body, noon)).toEqual({
    errors: [
      'transaction_details.gross_amount is required',
      'transaction_details.gross_amount is not a number',
      'transaction_details.order_id is required',
    ],
  })
})

test.each([
  ['text as amount', amount('46000'), 'transaction_details.gross_amount is not a number'],
  ['half a rupiah', amount(46_000.5), 'transaction_details.gross_amount is not an integer'],
  ['nothing to pay', amount(0), 'transaction_details.gross_amount harus sama atau lebih besar dari 0.01'],
  [
    'lines that do not add up',
    { item_details: [cake] },
    'transaction_details.gross_amount is not equal to the sum of item_details',
  ],
  ['a long item name', { item_details: [{ ...cake, name: 'x'.repeat(51) }, shipping] }, 'item_details Name too long'],
  ['half an item', { item_details: [{ ...cake, quantity: 0.5 }] }, 'item_details Quantity is not an integer'],
  ['a bad email', { customer_details: { email: 'ani' } }, 'customer_details.email format is invalid'],
  ['an empty email', { customer_details: { email: '' } }, 'customer_details.email format is invalid'],
  ['a long first name', { customer_details: { first_name: 'x'.repeat(256) } }, 'customer_details.first_name too long'],
  [
    'a foreign phone at BNI',
    { ...bni, customer_details: { phone: '628120000000' } },
    'customer_details.phone format is invalid',
  ],
  [
    'a bar in a name at Alfamart',
    { ...alfamart, item_details: [{ ...cake, name: 'a|b' }, shipping] },
    'item_details Name format is invalid',
  ],
  ['an unknown unit', { expiry: { duration: 1, unit: 'week' } }, 'expiry.unit is invalid'],
  [
    'an expiry that is over',
    { expiry: { start_time: '2026-11-19 12:00:00 +0700', duration: 24, unit: 'hours' } },
    'expiry must be at least 20 seconds from now',
  ],
])('%s is refused', (_what, extra, message) => {
  expect(errorsOf(extra)).toEqual([message])
})

test('an order id of 51 characters is refused, one of 50 is not', () => {
  const long = { transaction_details: { order_id: 'x'.repeat(51), gross_amount: 46_000 } }
  expect(errorsOf(long)).toEqual(['transaction_details.order_id too long'])
  expect(errorsOf({ transaction_details: { order_id: 'x'.repeat(50), gross_amount: 46_000 } })).toEqual([])
})

test('a discount can be an item of its own, and names are counted in code points', () => {
  const discount = { price: -10_000, quantity: 1, name: 'Potongan' }
  const cookies = { price: 50_000, quantity: 1, name: '🍪'.repeat(50) }
  expect(errorsOf({ item_details: [cookies, discount, shipping], unknown_field: { x: 1 } })).toEqual([])
})
