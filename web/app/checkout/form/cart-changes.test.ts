import type { CartItem } from '@camilan/contract/cart'
import { expect, test } from 'vitest'
import { changesOf } from './cart-changes'

const line = (id: string, quantity: number, price = 10_000) =>
  ({ id, quantity, price: quantity * price, product: { id, name: `Kue ${id}`, price } }) as CartItem

test('a product that left the shop, one that left the cart, a new one and another quantity are named, and a price is not', () => {
  const before = [line('A', 1), line('B', 2), line('C', 1), line('D', 1)]
  const data = [line('C', 3), line('D', 1, 12_000), line('E', 1)]
  expect(changesOf(before, { data, unavailable: [{ id: 'A', name: 'Kue A' }] })).toEqual([
    'Kue A tidak dijual lagi.',
    'Kue B sudah dihapus dari keranjang.',
    'Jumlah Kue C sekarang 3.',
    'Kue E ditambahkan ke keranjang.',
  ])
})
