import type { Order } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatJakartaTime, formatNumber } from '~/platform/formats'
import { type Column, DataTable } from '~/ui/data-table'
import { Rupiah } from '~/ui/rupiah'
import { StatusBadge } from '~/ui/status-badge'
import { pieces } from './pieces'

interface OrdersTableProps {
  label: string
  orders: readonly Order[]
  firstNumber?: number
  pending?: boolean
  /** Where orders can be ticked. */
  selection?: OrderSelection
}

export interface OrderSelection {
  has: (id: string) => boolean
  toggle: (id: string) => void
}

/** Orders as the seller sees them. */
export function OrdersTable({ label, orders, selection, ...more }: OrdersTableProps) {
  const tick = (order: Order) => selection && <Tick order={order} selection={selection} />
  return (
    <DataTable
      label={label}
      columns={selection ? [{ heading: 'Pilih', cell: tick }, ...columns] : columns}
      rows={orders}
      card={(order) => <OrderCard order={order} tick={tick(order)} />}
      {...more}
    />
  )
}

function Tick({ order, selection }: { order: Order; selection: OrderSelection }) {
  return (
    <label className="relative z-10 -m-2 grid size-11 shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={`Pilih pesanan ${order.id}`}
        checked={selection.has(order.id)}
        onChange={() => selection.toggle(order.id)}
        className="tick"
      />
    </label>
  )
}

const columns: readonly Column<Order>[] = [
  {
    heading: 'Penerima',
    cell: (order) => (
      <>
        <p className="font-semibold">{order.user.name}</p>
        <p className="text-13 whitespace-nowrap text-muted">#{order.id}</p>
      </>
    ),
    className: 'min-w-32',
  },
  { heading: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
  { heading: 'Waktu Dipesan', cell: (order) => formatJakartaTime(order.order_time), className: 'min-w-24 text-13' },
  { heading: 'Total Pesanan', cell: (order) => <Rupiah amount={order.total_price} />, numeric: true },
  { heading: 'Jumlah Produk', cell: (order) => formatNumber(pieces(order)), numeric: true },
  { heading: 'Kota', cell: (order) => order.city ?? '-', className: 'text-13' },
  { heading: 'Alamat', cell: (order) => <Excerpt text={order.address} />, className: 'min-w-32' },
  { heading: 'Catatan', cell: (order) => <Excerpt text={order.notes ?? '-'} />, className: 'min-w-26' },
  {
    heading: 'Action',
    pinned: true,
    cell: ({ id }) => (
      <Link to={pathOf(id)} aria-label={`Lihat pesanan ${id}`} className="link inline-flex min-h-11 items-center">
        Lihat
      </Link>
    ),
  },
]

function pathOf(id: string): string {
  return `/admin/manage-orders/order/${encodeURIComponent(id)}`
}

function Excerpt({ text }: { text: string }) {
  return (
    <p title={text} className="line-clamp-2 text-13 wrap-anywhere text-muted">
      {text}
    </p>
  )
}

/** The whole card leads to the order. */
function OrderCard({ order, tick }: { order: Order; tick: ReactNode }) {
  return (
    <div className="relative grid gap-1">
      <div className="flex items-start justify-between gap-3">
        {tick}
        <Link
          to={pathOf(order.id)}
          className="line-clamp-2 min-w-0 grow font-bold before:absolute before:-inset-4 before:rounded-2xl"
        >
          {order.user.name}
        </Link>
        <StatusBadge status={order.status} />
      </div>
      <p className="text-13 text-muted">
        #{order.id} · {formatJakartaTime(order.order_time)}
      </p>
      <p className="line-clamp-2 text-13 text-muted">
        {order.city && `${order.city} · `}
        {order.address}
      </p>
      {order.notes && <p className="line-clamp-2 text-13 text-muted">Catatan: {order.notes}</p>}
      <div className="mt-1 flex items-baseline justify-between gap-3">
        <span>{formatNumber(pieces(order))} produk</span>
        <Rupiah amount={order.total_price} className="font-semibold" />
      </div>
    </div>
  )
}
