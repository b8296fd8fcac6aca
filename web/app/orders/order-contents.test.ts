import { expect, test } from 'vitest'
import { contentsOf, countPieces } from './order-contents'

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
