import { AdminOrderDetail, type Order } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import * as z from 'zod/mini'
import { batchesOf } from '~/orders/load-order-ids'
import { isStopped } from '~/orders/stopped-order'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatNumber } from '~/platform/state/formats'
import { dismissToast, toast, toasts } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'

interface PackOrderProps {
  order: Order
  /** For a narrow column. */
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
  if (order.status !== 'DIBAYAR' || isStopped(order)) return null
  const Icon = isPacked ? PackageCheck : Package
  return (
    <Button
      variant="quiet"
      pending={pending}
      aria-pressed={isPacked}
      onClick={run}
      className={
        isNarrow ? '-ml-1.5 gap-1.5! border-0! bg-transparent! px-1.5! py-1! text-13! whitespace-nowrap' : className
      }
    >
      {!pending &&
        (isNarrow && !isPacked ? (
          // Many framed buttons in a column would be heavier than the statuses above them.
          <span aria-hidden className="size-4 shrink-0 rounded-sm border-2 border-control" />
        ) : (
          <Icon aria-hidden className={`${isNarrow ? 'size-4 shrink-0' : 'size-5'} ${isPacked ? 'text-accent' : ''}`} />
        ))}
      <span>
        Sudah dikemas<span className="sr-only">{` #${order.id}`}</span>
      </span>
    </Button>
  )
}

interface PackSelectedProps {
  ids: readonly string[]
  /** Receives the orders that got the mark. */
  onPacked: (ids: readonly string[]) => void
}

/** Marks all chosen orders as packed; its message takes that back for those that it has marked. */
export function PackSelected({ ids, onPacked }: PackSelectedProps) {
  const { pending, run } = useMutation({
    do: () => setAllPacked(ids, true),
    done: (packed) => {
      onPacked(packed)
      const undo = { label: 'Urungkan', do: () => setAllPacked(packed, false), failed: 'Gagal mengurungkan.' }
      if (packed.length === 0) toast('Semuanya sudah dikemas')
      else toast(`${formatNumber(packed.length)} pesanan sudah dikemas`, 'status', undo)
    },
    failed: 'Gagal menandai pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={run} className="grow max-sm:px-3">
      {!pending && <Package aria-hidden className="size-5" />}
      <span>Sudah dikemas</span>
    </Button>
  )
}

async function setAllPacked(ids: readonly string[], packed: boolean): Promise<string[]> {
  const changed: string[] = []
  for (const some of batchesOf(ids)) {
    const body = { ids: some, packed }
    changed.push(...(await api.put('/api/admin/orders/packed', body, success(z.array(z.string())))).data)
  }
  return changed
}

const setPacked = (id: string, packed: boolean) =>
  api.put(`/api/admin/orders/${encodeURIComponent(id)}/packed`, { packed }, success(AdminOrderDetail))
