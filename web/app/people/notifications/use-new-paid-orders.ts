import { type Notification, NotificationList } from '@camilan/contract/notification-list'
import { useEffect, useRef } from 'react'
import { api } from '~/platform/api/api'
import { useSession } from '~/platform/api/session'
import { useLiveEvents } from './live'
import { playPaidSound } from './paid-sound'

/** For the admin layout: a paid order makes a sound, and is counted in the tab's title while the tab is hidden. */
export function useNewPaidOrders(): void {
  /** The ids of the handled notifications. Undefined until the first list has been loaded. */
  const known = useRef<Set<string>>(undefined)
  const unseen = useRef(0)
  const { role } = useSession()

  useEffect(() => {
    if (role === 'customer') return
    void loadPaid().then((notices) => {
      known.current ??= new Set(notices?.map(({ id }) => id))
    })
    const show = () => {
      if (document.hidden) return
      unseen.current = 0
      document.title = countedTitle(document.title, 0)
    }
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [role])

  function announce(notices: readonly Notification[]) {
    const ids = known.current ?? new Set()
    known.current = ids
    const fresh = notices.filter(({ id }) => !ids.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) ids.add(id)
    void playPaidSound()
    if (!document.hidden) return
    unseen.current += fresh.length
    document.title = countedTitle(document.title, unseen.current)
  }

  useLiveEvents(async (event) => {
    if (event.kind === 'notification') announce([event.notification].filter(isPaidNotice))
    if (event.kind === 'missed' && known.current) announce((await loadPaid()) ?? [])
  })
}

const isPaidNotice = ({ kind }: Notification) => kind === 'order-paid'

/** Undefined if the request failed, because the next event is enough. */
async function loadPaid(): Promise<Notification[] | undefined> {
  try {
    const { data } = await api.get('/api/notifications?limit=100', NotificationList, { background: true })
    return data.filter(isPaidNotice)
  } catch {
    return undefined
  }
}

const countMark = /^\(\d+\) /

/** A page's title with the number of new orders before it, without a number if there are none. */
export function countedTitle(title: string, count: number): string {
  const plain = title.replace(countMark, '')
  return count > 0 ? `(${count}) ${plain}` : plain
}
