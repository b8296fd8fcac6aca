import type { Order, OrderDetail, OrderList } from '@camilan/contract/orders'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { filterNames, headingOf, loadOrderLists, type OrderLists } from '~/orders/list/order-lists'
import { adminOrderPath } from '~/orders/list/orders-table'
import { contentsOf } from '~/orders/order-contents'
import { StoppedBadge } from '~/orders/stopped-order'
import { useLiveEvents } from '~/people/notifications/live'
import { type ListState, listHref, readListUrl } from '~/platform/pages/list-url'
import { keepPlace } from '~/platform/state/focus'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Skeleton } from '~/ui/loading/skeleton'
import { SkipLink } from '~/ui/page/skip-link'
import { Moment } from '~/ui/shop/moment'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerStatus } from '~/ui/shop/status-badge'

/** On a wide screen, left of an order: the list from which it was opened, by the query of the URL. */
export function OrdersBeside({ order }: { order: OrderDetail }) {
  const list = readListUrl(new URL(useLocation().search, window.location.href).href, filterNames)
  const { shown, reload } = useOrderLists(list, order)
  const search = listHref(list)
  const listed = shown?.lists ? shown.search : undefined
  const area = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls for another order or list, not for newer data
  useEffect(() => scrollToCurrent(area.current, list.page), [listed, order.id])
  return (
    <nav
      aria-label="Daftar pesanan"
      aria-busy={shown?.search !== search}
      className="sticky top-16 flex h-[calc(100dvh-4rem-var(--messages-height))] flex-col short:top-0 short:h-[calc(100dvh-var(--messages-height))] print:hidden"
    >
      <SkipLink to="pesanan" label="Langsung ke pesanan" />
      <div
        key={listed}
        ref={area}
        className={`min-h-0 grow scroll-pt-14 scroll-pb-2 overflow-y-auto px-2 pb-2 transition-opacity duration-150 ${shown && shown.search !== search ? 'opacity-55' : ''}`}
      >
        {!shown && <RowsSkeleton />}
        {shown?.lists === null && (
          <div role="alert" className="grid justify-items-start gap-3 px-3 py-4">
            <p className="font-semibold">Gagal memuat daftar pesanan.</p>
            <Button variant="quiet" onClick={reload}>
              Coba lagi
            </Button>
          </div>
        )}
        {shown?.lists && <Lists {...shown.lists} list={list} current={order.id} />}
      </div>
      {shown?.lists && <Pages list={list} total={shown.lists.others.pagination.total_page} />}
    </nav>
  )
}

interface Shown {
  search: string
  /** Null if they could not be loaded. */
  lists: OrderLists | null
}

/**
 * They are loaded again with the page's order, and after an event about another one. Until then the old ones are shown.
 * Events can come faster than answers, so those during a load don't end it: one more load follows.
 */
function useOrderLists(list: ListState, order: OrderDetail) {
  const [shown, setShown] = useState<Shown>()
  const [reloads, reload] = useReducer((count: number) => count + 1, 0)
  const load = useRef<'none' | 'running' | 'outdated'>('none')
  const search = listHref(list)
  useLiveEvents((event) => {
    if (event.kind !== 'notification') return
    const { order_id } = event.notification
    if (order_id === null || order_id === order.id) return
    if (load.current === 'none') reload()
    else load.current = 'outdated'
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` is the list; the order is a new object after each load
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    load.current = 'running'
    const end = (lists: OrderLists | null) => {
      if (signal.aborted) return
      setShown((known) => (!lists && known?.search === search && known.lists ? known : { search, lists }))
      if (load.current === 'outdated') reload()
      load.current = 'none'
    }
    loadWithin(list, signal).then(end, () => end(null))
    return () => leaving.abort()
  }, [search, order, reloads])
  return { shown, reload }
}

/** As with `redirectBeyondLastPage`, a page past the end becomes the last one; the URL of the order stays. */
async function loadWithin(list: ListState, signal: AbortSignal): Promise<OrderLists> {
  const lists = await loadOrderLists(list, signal)
  const last = Math.max(lists.others.pagination.total_page, 1)
  return list.page > last ? loadOrderLists({ ...list, page: last }, signal) : lists
}

/** Of a list's sticky heading, which covers the rows behind it. */
const headingHeight = 48

/** Moves the list, and not the page, if the current row is not in full sight. A later page of the list begins below the paid orders. */
function scrollToCurrent(area: HTMLElement | null, page: number): void {
  if (!area) return
  const { top, height } = area.getBoundingClientRect()
  const row = area.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!row) {
    if (page > 1) area.scrollBy({ top: (area.lastElementChild?.getBoundingClientRect().top ?? top) - top })
  } else if (row.top < top + headingHeight || row.bottom > top + height) {
    area.scrollBy({ top: row.top + row.height / 2 - top - height / 2 })
  }
}

interface ListsProps extends OrderLists {
  list: ListState
  current: string
}

function Lists({ paid, others, list, current }: ListsProps) {
  const shared = { search: listHref(list), current }
  return (
    <>
      {paid && paid.data.length > 0 && <Rows heading="Pesanan Dibayar" found={paid} {...shared} />}
      {others.data.length > 0 && <Rows heading={headingOf(list)} about={list.query} found={others} {...shared} />}
      {others.data.length === 0 && !paid?.data.length && (
        <p className="px-3 py-4 text-muted">Tidak ada pesanan yang ditemukan</p>
      )}
    </>
  )
}

interface RowsProps {
  heading: string
  /** What was searched for. */
  about?: string
  found: OrderList
  search: string
  current: string
}

function Rows({ heading, about, found, search, current }: RowsProps) {
  const id = useId()
  return (
    <div>
      <div className="sticky top-0 z-10 bg-surface px-3 pt-4 pb-2">
        {/* No heading: it comes before the h1 of the page. */}
        <p id={id} className="font-bold">
          <span>{heading}</span>{' '}
          <span className="ml-1 text-13 font-semibold text-muted tabular-nums">
            {formatNumber(found.pagination.total_orders)}
          </span>
        </p>
        {about && <p className="truncate text-13 text-muted">{`“${about}”`}</p>}
      </div>
      <ul aria-labelledby={id} className="grid gap-1">
        {found.data.map((order) => (
          <li key={order.id}>
            <Row order={order} to={adminOrderPath(order.id, search)} isCurrent={order.id === current} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** It takes the place of the shown order in the history, so that 'Kembali' leads to the page before the first one. */
function Row({ order, to, isCurrent }: { order: Order; to: string; isCurrent: boolean }) {
  return (
    <Link
      to={to}
      replace
      aria-current={isCurrent ? 'page' : undefined}
      className={`grid gap-1 rounded-xl border px-3 py-2.5 wrap-anywhere ${isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-page'}`}
    >
      <span className="font-bold">{order.user.name}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SellerStatus status={order.status} />
        <Rupiah amount={order.total_price} className="ml-auto font-semibold" />
        <StoppedBadge order={order} />
      </span>
      <span className="text-13 text-muted">
        <span>{`#${order.id} ·`}</span> <Moment at={order.order_time} />
      </span>
      <span className="text-13 font-semibold">{contentsOf(order)}</span>
    </Link>
  )
}

/** Other pages of the list. The order stays, and so does the focus: a step without a page is the same element. */
function Pages({ list, total }: { list: ListState; total: number }) {
  if (total < 2) return null
  const current = Math.min(list.page, total)
  const step = (page: number, label: string, Icon: LucideIcon) => {
    const leads = page >= 1 && page <= total
    return (
      <Link
        to={listHref({ ...list, page: leads ? page : current })}
        replace
        {...keepPlace}
        aria-label={label}
        aria-disabled={!leads || undefined}
        onClick={(event) => leads || event.preventDefault()}
        className={`grid size-11 place-items-center rounded-xl ${leads ? 'hover:bg-soft' : 'cursor-default text-muted'}`}
      >
        <Icon aria-hidden className={`size-4 ${leads ? '' : 'opacity-50'}`} />
      </Link>
    )
  }
  return (
    <div className="flex items-center justify-center gap-2 border-t border-line py-1">
      {step(current - 1, 'Sebelumnya', ChevronLeft)}
      <p className="text-13 text-muted tabular-nums">{`${formatNumber(current)} dari ${formatNumber(total)}`}</p>
      {step(current + 1, 'Berikutnya', ChevronRight)}
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div className="grid gap-2 px-1 pt-4">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}
