import type { OrderStatus } from '@camilan/contract/orders'
import type { LucideIcon } from 'lucide-react'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import Truck from 'lucide-react/icons/truck'
import Wallet from 'lucide-react/icons/wallet'

const looks: Record<OrderStatus, { icon: LucideIcon; className: string }> = {
  DIPROSES: { icon: Hourglass, className: 'bg-diproses-soft text-diproses' },
  DIBAYAR: { icon: Wallet, className: 'bg-dibayar-soft text-dibayar' },
  DIKIRIM: { icon: Truck, className: 'bg-dikirim-soft text-dikirim' },
  SELESAI: { icon: CircleCheckBig, className: 'bg-selesai-soft text-selesai' },
  DIBATALKAN: { icon: CircleX, className: 'bg-dibatalkan-soft text-dibatalkan' },
}

/** For the seller, to whom DIPROSES alone would say that the order is in work. */
export const SellerStatus = ({ status }: { status: OrderStatus }) =>
  status === 'DIPROSES' ? (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-13 font-semibold whitespace-nowrap text-warning">Belum dibayar</span>
      <StatusBadge status={status} />
    </span>
  ) : (
    <StatusBadge status={status} />
  )

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { icon: Icon, className } = looks[status]
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-lg px-2.5 py-1 text-13 font-bold whitespace-nowrap ${className}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span>{status}</span>
    </span>
  )
}
