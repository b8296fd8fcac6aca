import { AdminOrderDetail, type Order } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { Package, PackageCheck } from 'lucide-react'
import { api } from '~/platform/api'
import { dismissToast, toast, toasts } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { isHeld } from './held-order'

interface PackOrderProps {
  order: Order
  /** Only its icon is shown. */
  isNarrow?: boolean
  className?: string
}

/** Marks a paid order as packed, and removes the mark. Nothing for other orders, and for one that must not be shipped. */
export function PackOrder({ order, isNarrow = false, className = '' }: PackOrderProps) {
  const isPacked = Boolean(order.packed_at)
  const { pending, run } = useMutation({
    do: () => setPacked(order.id, !isPacked),
    done: () => {
      const undo = { label: 'Urungkan', do: () => setPacked(order.id, isPacked), failed: 'Gagal mengurungkan.' }
      for (const { id, text } of toasts.get()) if (text.endsWith(' dikemas')) dismissToast(id)
      // A list of orders to pack loses this one, so the way back is in the message.
      toast(isPacked ? `#${order.id} belum dikemas` : `#${order.id} sudah dikemas`, 'status', undo)
    },
    failed: 'Gagal menandai pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })
  if (order.status !== 'DIBAYAR' || isHeld(order)) return null
  const Icon = isPacked ? PackageCheck : Package
  return (
    <Button
      variant="quiet"
      pending={pending}
      aria-pressed={isPacked}
      onClick={run}
      className={isNarrow ? 'px-3' : className}
    >
      {!pending && <Icon aria-hidden className={`size-5 ${isPacked ? 'text-accent' : ''}`} />}
      <span className={isNarrow ? 'sr-only' : ''}>
        Sudah dikemas<span className="sr-only"> #{order.id}</span>
      </span>
    </Button>
  )
}

const setPacked = (id: string, packed: boolean) =>
  api.put(`/api/admin/orders/${encodeURIComponent(id)}/packed`, { packed }, success(AdminOrderDetail))
