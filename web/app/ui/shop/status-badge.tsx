import type { OrderStatus } from '@camilan/contract/orders'
import { CircleCheckBig, CircleX, Hourglass, type LucideIcon, Truck, Wallet } from 'lucide-react'

const looks: Record<OrderStatus, { icon: LucideIcon; className: string }> = {
  DIPROSES: { icon: Hourglass, className: 'bg-diproses-soft text-diproses' },
  DIBAYAR: { icon: Wallet, className: 'bg-dibayar-soft text-dibayar' },
  DIKIRIM: { icon: Truck, className: 'bg-dikirim-soft text-dikirim' },
  SELESAI: { icon: CircleCheckBig, className: 'bg-selesai-soft text-selesai' },
  DIBATALKAN: { icon: CircleX, className: 'bg-dibatalkan-soft text-dibatalkan' },
}

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
