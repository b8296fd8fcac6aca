import { expect, test } from 'vitest'
import { contentsOf, costLines, countPieces, goodsOf } from './order-contents'

type Item = [quantity: number, name: string, taken?: number]
const shippedOrder = (...items: Item[]) => orderOf('DIKIRIM', ...items)
const orderOf = (status: string, ...items: Item[]) =>
  ({
    status,
    order_items: items.map(([quantity, name, taken_quantity = 0]) => ({ quantity, taken_quantity, product: { name } })),
  }) as Parameters<typeof contentsOf>[0]

test('a card names the first two products of an order, and counts the others', () => {
  expect(contentsOf(shippedOrder([2, 'Nastar']))).toBe('2 Nastar')
  expect(contentsOf(shippedOrder([2, 'Nastar'], [1_200, 'Kastengel']))).toBe('2 Nastar, 1.200 Kastengel')
  expect(
    contentsOf(shippedOrder([2, 'Nastar'], [1, 'Kastengel'], [1, 'Basreng'], [9, 'Kue Lapis'], [1, 'Sagu Keju'])),
  ).toBe('2 Nastar, 1 Kastengel dan 3 lainnya')
})

test('the card of a paid order names all its products', () => {
  const items: Item[] = [
    [2, 'Nastar'],
    [1, 'Kastengel'],
    [1, 'Basreng'],
    [9, 'Kue Lapis'],
  ]
  expect(contentsOf(orderOf('DIBAYAR', ...items))).toBe('2 Nastar, 1 Kastengel, 1 Basreng, 9 Kue Lapis')
})

test('what was taken out of an order is not named or counted', () => {
  const order = orderOf('DIBAYAR', [3, 'Nastar', 1], [1, 'Kastengel', 1], [2, 'Basreng'])
  expect([contentsOf(order), countPieces(order)]).toEqual(['2 Nastar, 2 Basreng', 4])
})

test('a sentence names one or two products, and counts the others', () => {
  expect(goodsOf(shippedOrder([2, 'Nastar']))).toBe('Nastar')
  expect(goodsOf(shippedOrder([2, 'Nastar'], [1, 'Basreng', 1], [1, 'Kastengel']))).toBe('Nastar dan Kastengel')
  expect(goodsOf(shippedOrder([2, 'Nastar'], [1, 'Kastengel'], [1, 'Basreng']))).toBe('Nastar dan 2 lainnya')
})

test('the cost has the lines of the order form, or the label of an order that knows only their sum', () => {
  const lines = costLines({
    total_price: 40_000,
    charges: [
      { kind: 'goods', label: null, amount: 40_000 },
      { kind: 'delivery', label: 'Biaya Pengiriman dan Pelayanan', amount: 6_000 },
      { kind: 'service', label: null, amount: 2_000 },
      { kind: 'discount', label: 'Pelanggan lama', amount: -8_000 },
    ],
  })
  expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Subtotal Produk', 40_000],
    ['Biaya Pengiriman dan Pelayanan', 6_000],
    ['Biaya Pelayanan', 2_000],
    ['Diskon: Pelanggan lama', -8_000],
    ['Total Pembayaran', 40_000],
  ])
})

test('a fee that the shop did not take has no line', () => {
  const charges = [
    { kind: 'goods', label: null, amount: 40_000 },
    { kind: 'delivery', label: null, amount: 0 },
    { kind: 'service', label: null, amount: 0 },
  ] as const
  const names = costLines({ total_price: 40_000, charges: [...charges] }).map(({ name }) => name)
  expect(names).toEqual(['Subtotal Produk', 'Total Pembayaran'])
})
