import type { OrderStatus } from '@camilan/contract/orders'
import { StatusBadge } from '~/ui/status-badge'

/** The badge, and for a buyer what DIPROSES means: it is the shop's word for an order that is not paid yet. */
export function OrderStatusLine({ status }: { status: OrderStatus }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusBadge status={status} />
      {status === 'DIPROSES' && <span className="text-13 font-semibold text-warning">Menunggu Pembayaran</span>}
    </p>
  )
}
