import type { OrderDetail } from '@camilan/contract/orders'
import { RotateCcw } from 'lucide-react'
import { href, useNavigate } from 'react-router'
import { cartCount } from '~/cart/cart-count'
import { api, unchecked } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'

type Item = OrderDetail['order_items'][number]

/** Puts the goods of an order into the cart again, at today's prices, and says which of them can't be bought in that number. */
export function OrderAgain({ items }: { items: readonly Item[] }) {
  const navigate = useNavigate()
  const { pending, run } = useMutation({
    do: () => addAll(items),
    done: async (refused) => {
      await cartCount.refresh()
      if (refused.length === 0) toast('Berhasil menambahkan produk ke keranjang belanja')
      else toast(`Stok kurang atau tidak dijual lagi: ${refused.join(', ')}.`, 'alert')
      if (refused.length < items.length) await navigate(href('/cart'))
    },
    failed: 'Gagal menambahkan produk ke keranjang',
  })
  return (
    <button
      type="button"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={() => void run()}
      className="link inline-flex min-h-11 items-center gap-1.5 disabled:opacity-55"
    >
      <RotateCcw aria-hidden className="size-4" />
      Pesan lagi
    </button>
  )
}

/** @returns the names of the goods that the shop refused. Without an answer or a login it throws. */
async function addAll(items: readonly Item[]): Promise<string[]> {
  const refused: string[] = []
  for (const { quantity, product } of items) {
    try {
      await api.post('/api/carts', { product_id: product.id, quantity }, unchecked())
    } catch (error) {
      const isRefusal = error instanceof ApiError && ['OUT_OF_STOCK', 'NOT_FOUND'].includes(error.code)
      if (!isRefusal) throw error
      refused.push(product.name)
    }
  }
  return refused
}
