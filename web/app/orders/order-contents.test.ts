import { expect, test } from 'vitest'
import { contentsOf } from './order-contents'

const orderOf = (...items: [number, string][]) =>
  ({ order_items: items.map(([quantity, name]) => ({ quantity, product: { name } })) }) as Parameters<
    typeof contentsOf
  >[0]

test('a card names the first two products of an order, and counts the others', () => {
  expect(contentsOf(orderOf([2, 'Nastar']))).toBe('2 Nastar')
  expect(contentsOf(orderOf([2, 'Nastar'], [1_200, 'Kastengel']))).toBe('2 Nastar, 1.200 Kastengel')
  expect(contentsOf(orderOf([2, 'Nastar'], [1, 'Kastengel'], [1, 'Basreng'], [9, 'Kue Lapis'], [1, 'Sagu Keju']))).toBe(
    '2 Nastar, 1 Kastengel dan 3 lainnya',
  )
})
