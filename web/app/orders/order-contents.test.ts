import { expect, test } from 'vitest'
import { contentsOf } from './order-contents'

const shippedOrder = (...items: [number, string][]) => orderOf('DIKIRIM', ...items)
const orderOf = (status: string, ...items: [number, string][]) =>
  ({ status, order_items: items.map(([quantity, name]) => ({ quantity, product: { name } })) }) as Parameters<
    typeof contentsOf
  >[0]

test('a card names the first two products of an order, and counts the others', () => {
  expect(contentsOf(shippedOrder([2, 'Nastar']))).toBe('2 Nastar')
  expect(contentsOf(shippedOrder([2, 'Nastar'], [1_200, 'Kastengel']))).toBe('2 Nastar, 1.200 Kastengel')
  expect(
    contentsOf(shippedOrder([2, 'Nastar'], [1, 'Kastengel'], [1, 'Basreng'], [9, 'Kue Lapis'], [1, 'Sagu Keju'])),
  ).toBe('2 Nastar, 1 Kastengel dan 3 lainnya')
})

test('the card of a paid order names all its products', () => {
  const items: [number, string][] = [
    [2, 'Nastar'],
    [1, 'Kastengel'],
    [1, 'Basreng'],
    [9, 'Kue Lapis'],
  ]
  expect(contentsOf(orderOf('DIBAYAR', ...items))).toBe('2 Nastar, 1 Kastengel, 1 Basreng, 9 Kue Lapis')
})
