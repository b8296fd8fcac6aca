import type { OrderDetail } from '@camilan/contract/orders'
import { RotateCcw } from 'lucide-react'
import { href, useNavigate } from 'react-router'
import { cartCount } from '~/orders/cart/cart-count'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { toast } from '~/platform/state/toasts'
import { addLine } from '~/products/add-line'

type Item = OrderDetail['order_items'][number]

/** Puts the goods of an order into the cart again, at today's prices, and says which of them can't be bought in that number. */
export function OrderAgain({ items }: { items: readonly Item[] }) {
  const navigate = useNavigate()
  const { keyFor, renew } = useIdempotencyKey()
  const { pending, run } = useMutation({
    do: () => addAll(items, keyFor),
    done: async (refused) => {
      renew()
      await cartCount.refresh()
      const on = href('/cart')
      if (refused.length === 0) toast('Berhasil menambahkan produk ke keranjang belanja', 'status', { on })
      else toast(`Stok kurang atau tidak dijual lagi: ${refused.join(', ')}.`, 'alert', { on })
      if (refused.length < items.length) await navigate(on)
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

/**
 * @param keyFor  the key of each line of the order, the same at a second press after an unknown result
 * @returns the names of the goods that the shop refused. Without an answer or a login it throws.
 */
async function addAll(items: readonly Item[], keyFor: (item: object) => string): Promise<string[]> {
  const refused: string[] = []
  for (const { id, quantity, product } of items) {
    try {
      const line = { product_id: product.id, quantity }
      await addLine(line, keyFor({ id, ...line }))
    } catch (error) {
      const isRefusal = error instanceof ApiError && ['OUT_OF_STOCK', 'NOT_FOUND'].includes(error.code)
      if (!isRefusal) throw error
      refused.push(product.name)
    }
  }
  return refused
}
