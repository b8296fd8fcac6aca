import type { Cart, CartItem } from '@camilan/contract/cart'

interface Now {
  data: readonly CartItem[]
  unavailable: Cart['unavailable']
}

/**
 * How the contents of a cart differ from those that the buyer saw, one sentence for each product. The price of a product
 * that is still there is not a part of them: its line shows both.
 */
export function changesOf(before: readonly CartItem[], { data, unavailable }: Now): string[] {
  const left = before.filter(({ id }) => !data.some((line) => line.id === id))
  return [
    ...left.map(({ id, product: { name } }) =>
      unavailable.some((line) => line.id === id)
        ? `${name} tidak dijual lagi.`
        : `${name} sudah dihapus dari keranjang.`,
    ),
    ...data.flatMap(({ id, quantity, product: { name } }) => {
      const line = before.find((old) => old.id === id)
      if (!line) return [`${name} ditambahkan ke keranjang.`]
      return line.quantity === quantity ? [] : [`Jumlah ${name} sekarang ${quantity}.`]
    }),
  ]
}
