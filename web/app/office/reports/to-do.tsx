import type { Order } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { contentsOf } from '~/orders/order-contents'
import { StoppedBadge } from '~/orders/stopped-order'
import { formatNumber, formatRelativeTime } from '~/platform/state/formats'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Rupiah } from '~/ui/shop/rupiah'

/** The first need of a shop without sales: products, or else buyers. */
export type Opening = 'products' | 'sales'

interface ToDoProps {
  toShip: readonly Order[]
  /** The number of all paid orders. */
  toShipCount: number
  lowStock: Dashboard['low_stock']
  /** Undefined if the shop has sold something. */
  opening: Opening | undefined
  /** A short card above the products that are to be made; on a phone above both. */
  card: ReactNode
}

/** The orders that are to be shipped, and the products that are to be made. */
export function ToDo({ toShip, toShipCount, lowStock, opening, card }: ToDoProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:grid-rows-[auto_1fr]">
      {card && <div className="grid md:col-start-2">{card}</div>}
      <SectionCard
        title={toShip.length > 0 ? `${formatNumber(toShipCount)} pesanan perlu dikirim` : 'Perlu dikirim'}
        className="flex flex-col md:col-start-1 md:row-span-2 md:row-start-1"
      >
        {toShip.length === 0 ? (
          <NothingToShip opening={opening} />
        ) : (
          <ul className="-mx-2">
            {toShip.map((order) => {
              const { id, user, total_price, transaction, order_time } = order
              return (
                <Task key={id} to={href('/admin/manage-orders/order/:orderId', { orderId: id })}>
                  <span className="min-w-0 grow">
                    <span className="flex justify-between gap-3">
                      <span className="min-w-0 font-semibold wrap-anywhere">{user.name}</span>
                      <Rupiah amount={total_price} />
                    </span>
                    <span className="flex justify-between gap-x-3 text-13">
                      <span className="min-w-0 wrap-anywhere">{contentsOf(order)}</span>
                      <span className="shrink-0 text-muted">
                        {formatRelativeTime(transaction.paid_at ?? order_time)}
                      </span>
                    </span>
                    <StoppedBadge order={order} />
                  </span>
                </Task>
              )
            })}
          </ul>
        )}
        {toShip.length > 0 && (
          <SeeAll to={href('/admin/manage-orders')} further={toShipCount - toShip.length}>
            Lihat semua pesanan dibayar
          </SeeAll>
        )}
      </SectionCard>
      <SectionCard
        title="Stok menipis"
        className={`flex flex-col md:col-start-2 ${card ? '' : 'md:row-span-2 md:row-start-1'}`}
      >
        {lowStock.length === 0 ? (
          <Done>{opening === 'products' ? 'Belum ada produk yang dijual.' : 'Stok semua produk masih cukup.'}</Done>
        ) : (
          <ul className="-mx-2 max-h-80 overflow-y-auto">
            {lowStock.map(({ id, name, stock }) => (
              <Task key={id} to={`${href('/admin/manage-products')}?${new URLSearchParams({ query: name })}`}>
                <span className="min-w-0 grow truncate font-semibold narrow:basis-full narrow:wrap-anywhere narrow:whitespace-normal">
                  {name}
                </span>
                <span className={stock === 0 ? 'font-bold text-danger' : 'whitespace-nowrap tabular-nums'}>
                  {stock === 0 ? 'Habis' : `Sisa ${formatNumber(stock)}`}
                </span>
              </Task>
            ))}
          </ul>
        )}
        {lowStock.length > 0 && (
          <SeeAll to={`${href('/admin/manage-products')}?stock=low`}>Lihat semua stok menipis</SeeAll>
        )}
      </SectionCard>
    </div>
  )
}

function NothingToShip({ opening }: Pick<ToDoProps, 'opening'>) {
  if (opening === undefined) return <Done>Semua pesanan yang dibayar sudah dikirim.</Done>
  if (opening === 'products') {
    return (
      <>
        <Done>Toko Anda belum punya produk.</Done>
        <SeeAll to={href('/admin/manage-products')}>Tambahkan produk pertama</SeeAll>
      </>
    )
  }
  return (
    <>
      <Done>Belum ada pesanan yang dibayar. Lihat toko seperti pembeli melihatnya, lalu bagikan tautannya.</Done>
      <SeeAll to={href('/')}>Lihat toko</SeeAll>
    </>
  )
}

function Task({ to, children }: { to: string; children: Elements }) {
  return (
    <li>
      <Link to={to} className="flex min-h-11 items-center gap-3 rounded-xl px-2 py-1.5 hover:bg-soft narrow:flex-wrap">
        {children}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted narrow:hidden" />
      </Link>
    </li>
  )
}

interface SeeAllProps {
  to: string
  /** How many are not shown. */
  further?: number
  children: ReactNode
}

/** At the lower edge of its card, whose neighbour may be higher. */
function SeeAll({ to, further = 0, children }: SeeAllProps) {
  return (
    <p className="mt-auto -mb-2 flex flex-wrap items-center gap-x-3">
      {further > 0 && <span className="text-muted">{`dan ${formatNumber(further)} lagi`}</span>}
      <Link to={to} className="link inline-flex min-h-11 items-center">
        {children}
      </Link>
    </p>
  )
}

function Done({ children }: { children: ReactNode }) {
  return <p className="text-muted">{children}</p>
}
