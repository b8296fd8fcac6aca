import type { Role } from '@camilan/contract/accounts'
import { formatDate } from '@camilan/contract/arrival'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { ListedNotification, NotificationKind, NotificationList } from '@camilan/contract/notification-list'
import Bell from 'lucide-react/icons/bell'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { href, useLocation } from 'react-router'
import drawing from '~/brand/empty-notifications.svg'
import { api, unchecked } from '~/platform/api/api'
import { useSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { serverNow } from '~/platform/state/server-time'
import { Button, LinkButton } from '~/ui/ask/button'
import { EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/notifications-page'
import { changeNotifications, useChangeNotifications, useNotifications } from './change-notifications'
import { useLivePage } from './live'
import { NotificationRow } from './notification-row'
import { countOf, unreadCount } from './unread-count'

export const meta = privatePage('Notifikasi')
export const handle: PageWords = { title: 'Notifikasi', failed: 'Gagal memuat notifikasi' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const answer = api.get('/api/notifications', unchecked<NotificationList>(), { signal: request.signal })
  return unreadCount.from(answer, countOf)
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeNotifications(request)
}

export { revalidateIfAnswered as shouldRevalidate } from '~/platform/api/run-action'

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Notifikasi">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </TitledSkeleton>
  )
}

const PushForm = lazy(() => import('./push-form'))

/** Pushes to this device: a button beside the heading, on a phone below it. The browser asks for its permission only after the button. */
function PushSection({ role }: { role: Role }) {
  const [isAble, setAble] = useState<boolean>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setAble('PushManager' in window && 'serviceWorker' in navigator), [])
  if (isAble === undefined) return null
  if (!isAble) {
    return (
      <p className="mt-4 basis-full text-13 text-muted">
        Peramban ini tidak bisa menerima kabar; di iPhone bisa, setelah toko dipasang di layar utama lewat tombol
        Bagikan.
      </p>
    )
  }
  if (isOpen) {
    return (
      <Suspense>
        <PushForm role={role} />
      </Suspense>
    )
  }
  return (
    <Button variant="quiet" onClick={() => setOpen(true)} className="max-md:mt-4 max-md:w-full">
      <Bell aria-hidden className="size-5" />
      Kabari saya di perangkat ini
    </Button>
  )
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification')
  // The newest first, as the notifications are.
  const groups = grouped(useNotifications(loaderData.data), ({ order_id, id }) => order_id ?? id).map(([, of]) => of)
  const { pending, change } = useChangeNotifications()
  const title = useRef<HTMLHeadingElement>(null)
  // The same page is a route of the shop and of the administration.
  const isAdmin = useLocation().pathname.startsWith('/admin/')
  const { role } = useSession()
  return (
    <main className="page min-h-dvh">
      <div className="flex min-h-11 flex-wrap items-center gap-x-5">
        <h1 ref={title} tabIndex={-1} className="title grow">
          Notifikasi
        </h1>
        {loaderData.unread_count > 0 && (
          <button
            type="button"
            disabled={pending}
            onClick={() => change('read-all')}
            className="link min-h-11 disabled:opacity-55"
          >
            Tandai semua dibaca
          </button>
        )}
        <PushSection role={isAdmin ? role : 'customer'} />
      </div>
      {groups.length === 0 ? (
        <EmptyState
          drawing={drawing}
          title="Belum ada notifikasi"
          action={
            isAdmin ? (
              <LinkButton to={href('/admin/manage-orders')}>Lihat Pesanan</LinkButton>
            ) : (
              <LinkButton to={href('/products')}>Lihat Produk</LinkButton>
            )
          }
        >
          Kabar tentang pesanan akan muncul di sini.
        </EmptyState>
      ) : (
        byDay(groups).map(([day, ofDay]) => (
          <section key={day} aria-label={day} className="mt-6">
            <h2 className="mb-2 text-15 font-bold text-muted">{day}</h2>
            <ul className="card divide-y divide-line overflow-hidden">
              {ofDay.map(([notice, ...earlier]) => (
                <NotificationRow
                  key={notice.order_id ?? notice.id}
                  notice={notice}
                  earlier={earlier}
                  onDeleted={() => title.current?.focus()}
                  pageHref={pageOf(notice, isAdmin)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
    </main>
  )
}

type NotEmpty<Item> = [Item, ...Item[]]

function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, NotEmpty<Item>][] {
  const groups = new Map<string, NotEmpty<Item>>()
  for (const item of items) {
    const name = nameOf(item)
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return [...groups]
}

/** The groups of each day in Jakarta, by the day's name. */
function byDay(groups: readonly NotEmpty<ListedNotification>[]) {
  const dayOf = (time: number | string) => jakartaDay(new Date(time))
  const now = serverNow()
  const names = { [dayOf(now)]: 'Hari ini', [dayOf(now - 86_400_000)]: 'Kemarin' }
  return grouped(groups, ([{ created_at: at }]) => names[dayOf(at)] ?? formatDate(at))
}

/** What they tell stays on the page of money until it is dealt with. */
const ofMoney = new Set<NotificationKind>([
  'refund-due',
  'amount-differs',
  'payment-reversed',
  'payment-restored',
  'payment-unclear',
  'unmatched-payment',
])

function pageOf({ kind, order_id: orderId }: ListedNotification, isAdmin: boolean): string | null {
  if (isAdmin && ofMoney.has(kind)) return href('/admin/money')
  if (orderId === null) return null
  return isAdmin
    ? href('/admin/manage-orders/order/:orderId', { orderId })
    : href('/my-order/order/:orderId', { orderId })
}
