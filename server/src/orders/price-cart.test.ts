/** What a cart costs, for any goods and any discounts. */
import {
  type Cart,
  type Discount,
  type GoodsLine,
  leastTotals,
  type PricedCart,
  priceCart,
  sharesOf,
} from '@camilan/contract/pricing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder } from './charges.ts'

const line = (key: string, price: number, quantity = 1, more: Partial<GoodsLine> = {}): GoodsLine => ({
  key,
  price,
  quantity,
  ...more,
})
const cartOf = (lines: readonly GoodsLine[], discounts: readonly Discount[] = [], more: Partial<Cart> = {}): Cart => ({
  lines,
  discounts,
  delivery: 10_000,
  service: 1_000,
  ...more,
})
const voucher = (rest: Pick<Discount, 'kind'> & object): Discount =>
  ({ key: 'v', label: 'HEMAT', source: 'voucher', ...rest }) as Discount
const automatic = (key: string, rest: object): Discount =>
  ({ key, label: key, source: 'automatic', kind: 'percent', percent: 10, ...rest }) as Discount
const sharesIn = ({ lines }: PricedCart) => lines.map(({ discount }) => discount)
const given = ({ discounts }: PricedCart) =>
  discounts.map(({ key, goods, delivery, service }) => [key, goods, delivery, service])

test.each([
  { name: 'one price', goods: line('a', 98_000, 2), unit: 98_000 },
  {
    name: 'below the first step',
    goods: line('a', 98_000, 2, { steps: [{ quantity: 3, price: 93_000 }] }),
    unit: 98_000,
  },
  { name: 'at the step', goods: line('a', 98_000, 3, { steps: [{ quantity: 3, price: 93_000 }] }), unit: 93_000 },
  {
    name: 'the lower of step and own price',
    goods: line('a', 98_000, 3, { steps: [{ quantity: 3, price: 93_000 }], customer_price: 90_000 }),
    unit: 90_000,
  },
  {
    name: 'never both',
    goods: line('a', 98_000, 3, { steps: [{ quantity: 3, price: 80_000 }], customer_price: 90_000 }),
    unit: 80_000,
  },
  { name: 'an own price above the sale price', goods: line('a', 80_000, 1, { customer_price: 90_000 }), unit: 80_000 },
])('a piece costs $unit: $name', ({ goods, unit }) => {
  expect(priceCart(cartOf([goods])).lines[0]?.unit_price).toBe(unit)
})

test('shares do not depend on the order of entry, also of a product from the stock and in batches', () => {
  const each = { productId: 'a', price: 10_000, quantity: 1, weight: '250 gr' }
  const lines = [null, 'b', 'c'].map((batchId) => ({ ...each, batchId }))
  const discounts = [voucher({ kind: 'amount', amount: 1_000, lines: ['a'] } as never)]
  const shares = (entered: typeof lines) =>
    priceOrder(entered, { serviceFee: 0, service: null, discounts }).lines.map(({ batchId, discount }) => [
      batchId,
      discount,
    ])
  const expected = [[null, 334], ['b', 333], ['c', 333]] // biome-ignore format: pairs
  expect(shares(lines)).toEqual(expected)
  expect(shares(lines.toReversed())).toEqual(expected.toReversed())
})

test('the sizes of a group count together for the steps of each', () => {
  const steps = [{ quantity: 3, price: 40_000 }]
  const { lines } = priceCart(
    cartOf([line('a', 45_000, 2, { group: 'g', steps }), line('b', 90_000, 1, { group: 'g' })]),
  )
  expect(lines.map(({ unit_price }) => unit_price)).toEqual([40_000, 90_000])
})

test('a percentage is rounded once, and the shares add up to it', () => {
  const lines = [line('a', 33_333), line('b', 33_333), line('c', 33_333)]
  const priced = priceCart(cartOf(lines, [voucher({ kind: 'percent', percent: 10 } as never)]))
  expect(given(priced)).toEqual([['v', 10_000, 0, 0]])
  expect(sharesIn(priced)).toEqual([3_334, 3_333, 3_333])
})

test('the least total shrinks a discount, and says what it would have been', () => {
  const priced = priceCart(
    cartOf([line('a', 15_000)], [voucher({ kind: 'amount', amount: 50_000 } as never)], { delivery: 0, service: 0 }),
  )
  expect(priced).toMatchObject({ total: 10_000, discounts: [{ wanted: 15_000, goods: 5_000 }] })
})

test.each([
  {
    combinable: true,
    expected: [
      ['auto', 10_000, 0, 0],
      ['v', 9_000, 0, 0],
    ],
  },
  { combinable: false, expected: [['auto', 10_000, 0, 0]] },
])('a voucher of the same worth is combinable: $combinable', ({ combinable, expected }) => {
  const discounts = [automatic('auto', {}), voucher({ kind: 'percent', percent: 10, combinable } as never)]
  expect(given(priceCart(cartOf([line('a', 100_000)], discounts)))).toEqual(expected)
})

test('a voucher that is worth more replaces the automatic discount', () => {
  const discounts = [automatic('auto', {}), voucher({ kind: 'percent', percent: 11, combinable: false } as never)]
  expect(given(priceCart(cartOf([line('a', 100_000)], discounts)))).toEqual([['v', 11_000, 0, 0]])
})

test('of several automatic discounts the largest counts, one for goods and one for the delivery', () => {
  const discounts = [
    automatic('a', { percent: 5 }),
    automatic('b', { percent: 10 }),
    automatic('c', { kind: 'delivery', amount: 4_000 }),
    automatic('d', { kind: 'delivery', amount: 50_000 }),
  ]
  expect(given(priceCart(cartOf([line('a', 100_000)], discounts)))).toEqual([
    ['b', 10_000, 0, 0],
    ['d', 0, 10_000, 0],
  ])
})

test('what the seller agreed is taken from the goods, then from the fees', () => {
  const agreed: Discount = { key: 'x', label: 'Langganan', source: 'agreed', kind: 'agreed', amount: 30_500 }
  const priced = priceCart(cartOf([line('a', 20_000)], [agreed]))
  expect(given(priced)).toEqual([['x', 20_000, 10_000, 500]])
})

test('what the seller agreed may lead to a rupiah, and lets no other discount lead below 10.000', () => {
  const agreed: Discount = { key: 'x', label: 'Langganan', source: 'agreed', kind: 'agreed', amount: 4_000 }
  const those = [automatic('auto', { kind: 'amount', amount: 50_000 }), agreed]
  expect(given(priceCart(cartOf([line('a', 20_000)], those)))).toEqual([
    ['auto', 20_000, 0, 0],
    ['x', 0, 4_000, 0],
  ])
})

test.each([
  { least_sum: 50_000, worth: 5_000 },
  { least_sum: 50_001, worth: 0 },
])('a least sum of $least_sum counts the goods of its lines before discounts', ({ least_sum, worth }) => {
  const lines = [line('a', 50_000), line('b', 70_000)]
  const priced = priceCart(cartOf(lines, [voucher({ kind: 'percent', percent: 10, lines: ['a'], least_sum } as never)]))
  expect(sharesIn(priced)).toEqual([worth, 0])
})

const amounts = fc.integer({ min: 0, max: 300_000 })
const price = fc.integer({ min: 1, max: 100_000_000 })
const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const anyLine = (key: string) =>
  fc.record({
    key: fc.constant(key),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    price,
    steps: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 12 }), price }), { maxLength: 3 }),
    group: fc.constantFrom(undefined, 'g', 'h'),
    customer_price: fc.option(price, { nil: undefined }),
  })
const anyDiscount = (index: number) =>
  fc.record({
    key: fc.constant(`d${index}`),
    label: fc.constant('Promo'),
    source: fc.constantFrom('automatic', 'voucher', 'agreed'),
    kind: fc.constantFrom('percent', 'amount', 'delivery', 'agreed'),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: amounts,
    least_sum: fc.option(amounts, { nil: undefined }),
    lines: fc.option(fc.subarray(keys), { nil: undefined }),
    combinable: fc.boolean(),
  }) as fc.Arbitrary<Discount>
const anyCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.subarray(keys, { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(anyLine))),
  delivery: amounts,
  service: amounts,
  discounts: fc.tuple(...[0, 1, 2, 3].map(anyDiscount)).chain((those) => fc.subarray(those)),
})

test('of 10,000 carts none has a negative part, the shares add up, and the order of entry does not matter', () => {
  const check = (cart: Cart, entered: Cart) => {
    const priced = priceCart(cart)
    const { goods, delivery, service, lines, discounts, total } = priced
    const sum = (part: 'goods' | 'delivery' | 'service') => discounts.reduce((all, one) => all + one[part], 0)
    expect(sum('goods')).toBe(sharesIn(priced).reduce((a, b) => a + b, 0))
    for (const one of lines) {
      expect(one.discount).toBeGreaterThanOrEqual(0)
      expect(one.discount).toBeLessThanOrEqual(one.unit_price * one.quantity)
    }
    expect(goods).toBe(lines.reduce((all, one) => all + one.unit_price * one.quantity, 0))
    expect(sum('delivery')).toBeLessThanOrEqual(delivery)
    expect(sum('service')).toBeLessThanOrEqual(service)
    expect(total).toBe(goods + delivery + service - sum('goods') - sum('delivery') - sum('service'))
    const least = Math.min(...discounts.map(({ source }) => leastTotals[source]), goods + delivery + service)
    expect(total).toBeGreaterThanOrEqual(least)
    for (const one of discounts) expect(one.goods + one.delivery + one.service).toBeLessThanOrEqual(one.wanted)
    const other = priceCart(entered)
    expect({ ...other, lines: other.lines.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }).toEqual(priced)
  }
  const both = anyCart.chain((cart) =>
    fc.tuple(
      fc.constant(cart),
      fc.record({
        lines: fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length }),
        discounts: fc.shuffledSubarray([...cart.discounts], { minLength: cart.discounts.length }),
      }),
    ),
  )
  fc.assert(
    fc.property(both, ([cart, shuffled]) => check(cart, { ...cart, ...shuffled })),
    { numRuns: 10_000 },
  )
})

test('shares are exact for sums beyond what a number holds exactly', () => {
  const shares = sharesOf(90_000_000_000_001, [
    { key: 'a', weight: 45_000_000_000_001 },
    { key: 'b', weight: 45_000_000_000_000 },
  ])
  expect(shares.map(({ share }) => share)).toEqual([45_000_000_000_001, 45_000_000_000_000])
})
