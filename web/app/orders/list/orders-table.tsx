import { dayInWords } from '@camilan/contract/arrival'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { Order } from '@camilan/contract/orders'
import { href, Link } from 'react-router'
import { AdminOrderCard } from '~/orders/order-card'
import { contentsOf, countPieces } from '~/orders/order-contents'
import { PackOrder } from '~/orders/ship/pack-order'
import { StoppedBadge } from '~/orders/stopped-order'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import type { Elements } from '~/ui/elements'
import { type Column, DataTable } from '~/ui/lists/data-table'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerStatus } from '~/ui/shop/status-badge'

interface OrdersTableProps {
  label: string
  orders: readonly Order[]
  firstNumber?: number
  pending?: boolean
  /** The query of the list's URL, for the links to its orders. */
  search?: string
  /** Adds checkboxes that choose orders. */
  selection?: OrderSelection
  /** The buyer whose page it is. Their name is not repeated. */
  buyer?: string
}

export interface OrderSelection {
  has: (id: string) => boolean
  toggle: (id: string) => void
}

/** The administrator's view of orders: a table, on a phone cards. */
export function OrdersTable({ label, orders, selection, search = '', buyer, ...more }: OrdersTableProps) {
  const tick = (order: Order) => selection && <Tick order={order} selection={selection} />
  return (
    <DataTable
      label={label}
      columns={columnsWith({ tick, search, mayPack: selection !== undefined, buyer })}
      rows={orders}
      clickableRows
      card={(order) => (
        <AdminOrderCard
          order={order}
          buyer={buyer}
          to={adminOrderPath(order.id, search)}
          tick={tick(order)}
          heldBadge={
            <>
              <StoppedBadge order={order} />
              <HandoverDay order={order} />
            </>
          }
          action={selection && <PackOrder order={order} className="relative z-10" />}
        />
      )}
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

interface ColumnParts {
  tick: (order: Order) => Elements
  search: string
  mayPack: boolean
  buyer: string | undefined
}

/** Wide for what is read, the names and products; narrow for what is glanced at. */
const columnsWith = ({ tick, search, mayPack, buyer }: ColumnParts): readonly Column<Order>[] => [
  {
    heading: buyer === undefined ? 'Penerima' : 'Pesanan',
    cell: (order) => (
      <span className="flex items-center gap-3">
        {tick(order)}
        <span className="min-w-0">
          {order.user.name !== buyer && <span className="block font-semibold wrap-anywhere">{order.user.name}</span>}
          <span
            className={`block whitespace-nowrap ${order.user.name === buyer ? 'font-semibold' : 'text-13 text-muted'}`}
          >
            {`#${order.id}`}
          </span>
        </span>
      </span>
    ),
    className: buyer === undefined ? 'min-w-44' : '',
  },
  {
    heading: 'Status',
    cell: (order) => (
      <span className="grid justify-items-start gap-1">
        <SellerStatus status={order.status} />
        <StoppedBadge order={order} />
        <HandoverDay order={order} />
        {mayPack && <PackOrder order={order} isNarrow />}
      </span>
    ),
  },
  { heading: 'Waktu Dipesan', cell: (order) => formatJakartaTime(order.order_time), className: 'min-w-24 text-13' },
  { heading: 'Total Pesanan', cell: (order) => <Rupiah amount={order.total_price} />, numeric: true },
  {
    heading: 'Jumlah Produk',
    cell: (order) => (
      <>
        <p className="font-semibold tabular-nums">{formatNumber(countPieces(order))}</p>
        <p className="text-13 wrap-anywhere text-muted">{contentsOf(order)}</p>
      </>
    ),
    className: 'min-w-32',
  },
  {
    heading: 'Alamat',
    cell: (order) => (
      <>
        {order.city && <p className="text-13">{[order.city, order.delivery?.service].filter(Boolean).join(' · ')}</p>}
        <Excerpt text={order.address} />
      </>
    ),
    className: 'min-w-28',
  },
  {
    heading: 'Catatan',
    // The one who packs it reads all of the note.
    cell: (order) => <Excerpt text={order.notes ?? '-'} isWhole={order.status === 'DIBAYAR'} />,
    className: 'min-w-28',
  },
  {
    heading: 'Action',
    pinned: true,
    cell: ({ id }) => (
      <Link
        to={adminOrderPath(id, search)}
        aria-label={`Lihat Pesanan ${id}`}
        className="link inline-flex min-h-11 items-center"
      >
        Lihat
      </Link>
    ),
  },
]

/** Of a paid order, where the seller has set days for it. */
function HandoverDay({ order: { status, handover_on } }: { order: Order }) {
  if (status !== 'DIBAYAR' || !handover_on) return null
  const now = serverDate()
  const isLate = handover_on < jakartaDay(now)
  return (
    <span className={`text-13 font-semibold ${isLate ? 'text-warning' : 'text-muted'}`}>
      {`Serahkan ${dayInWords(handover_on, now)}`}
    </span>
  )
}

function Excerpt({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  return (
    <p title={text} className={`text-13 wrap-anywhere text-muted ${isWhole ? '' : 'line-clamp-3'}`}>
      {text}
    </p>
  )
}

/** @param search  the query of the URL of the list from which the order is opened */
export const adminOrderPath = (orderId: string, search: string) =>
  href('/admin/manage-orders/order/:orderId', { orderId }) + search
