import { type Notification, NotificationList } from '@camilan/contract/notifications'
import { useEffect, useRef } from 'react'
import { api } from '~/platform/api'
import { useSession } from '~/platform/session'
import { useLiveNews } from './live'
import { ringPaidSound } from './paid-sound'
import { countedTitle } from './title-count'

/** For the seller's layout: a paid order is heard, and counted in the tab's title while nobody looks at the page. */
export function useNewPaidOrders(): void {
  /** The notices that were there before or were heard since; undefined while that is unknown. */
  const known = useRef<Set<string>>(undefined)
  const unseen = useRef(0)
  const { isAdmin } = useSession()

  useEffect(() => {
    if (!isAdmin) return
    void lookForPaid().then((notices) => {
      known.current ??= new Set(notices?.map(({ id }) => id))
    })
    const show = () => {
      if (document.hidden) return
      unseen.current = 0
      document.title = countedTitle(document.title, 0)
    }
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [isAdmin])

  function arrive(notices: readonly Notification[]) {
    const heard = known.current ?? new Set()
    known.current = heard
    const fresh = notices.filter(({ id }) => !heard.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) heard.add(id)
    void ringPaidSound()
    if (!document.hidden) return
    unseen.current += fresh.length
    document.title = countedTitle(document.title, unseen.current)
  }

  useLiveNews(async (news) => {
    if (news.kind === 'notification') arrive([news.notification].filter(isPaidNotice))
    if (news.kind === 'missed' && known.current) arrive((await lookForPaid()) ?? [])
  })
}

const isPaidNotice = ({ kind }: Notification) => kind === 'order-paid'

/** Undefined when the shop can't be asked: the next news will do. */
async function lookForPaid(): Promise<Notification[] | undefined> {
  try {
    const { data } = await api.get('/api/notifications?limit=100', NotificationList, { background: true })
    return data.filter(isPaidNotice)
  } catch {
    return undefined
  }
}
