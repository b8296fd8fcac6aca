import { NotificationList } from '@camilan/contract/notifications'
import { useRef } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import drawing from '~/brand/empty-orders.svg'
import { api } from '~/platform/api'
import { privatePage } from '~/platform/meta'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadProblem } from '~/ui/load-problem'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/notifications-page'
import { changeNotifications, useChangeNotifications, useNotifications } from './change-notifications'
import { NotificationRow } from './notification-row'
import { unreadCount } from './unread-count'
import { useLivePage } from './use-live-page'

export const meta = privatePage('Notifikasi')

/** The page stands in the shop and in the administration. */
const isInAdministration = (pathname: string) => pathname.startsWith('/admin/')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = await api.get('/api/notifications', NotificationList, { signal: request.signal })
  unreadCount.set(list.unread_count)
  return list
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeNotifications(request)
}

/** Without an answer the list stays as it was: to load it would only replace it by an error. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.answered ?? defaultShouldRevalidate
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Notifikasi" className="max-w-3xl">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </TitledSkeleton>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title="Notifikasi" sentence="Gagal memuat notifikasi" className="max-w-3xl" />
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  useLivePage((news) => news.kind === 'notification')
  const notices = useNotifications(loaderData.data)
  const { pending, wish } = useChangeNotifications()
  const title = useRef<HTMLHeadingElement>(null)
  const ordersPath = isInAdministration(useLocation().pathname) ? '/admin/manage-orders/order' : '/my-order/order'
  return (
    <main className="page min-h-dvh max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4">
        <h1 ref={title} tabIndex={-1} className="title">
          Notifikasi
        </h1>
        {loaderData.unread_count > 0 && (
          <Button variant="quiet" pending={pending} onClick={() => wish('read-all')} className="-my-1.25">
            Tandai semua dibaca
          </Button>
        )}
      </div>
      {notices.length === 0 ? (
        <EmptyState drawing={drawing} title="Belum ada notifikasi">
          Kabar tentang pesanan akan muncul di sini.
        </EmptyState>
      ) : (
        <ul className="card mt-6 divide-y divide-line overflow-hidden dark:divide-control">
          {notices.map((notice) => (
            <NotificationRow
              key={notice.id}
              notice={notice}
              onDeleted={() => title.current?.focus()}
              orderHref={notice.order_id && `${ordersPath}/${notice.order_id}`}
            />
          ))}
        </ul>
      )}
    </main>
  )
}
