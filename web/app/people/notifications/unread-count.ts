import type { NotificationList } from '@camilan/contract/notifications'
import { api, unchecked } from '~/platform/api/api'
import { createAccountStore } from '~/platform/forms/account-store'

/** The number of unread notifications; for a seller, of what needs her. After a change: `unreadCount.set(n)` or `unreadCount.refresh()`. */
export const unreadCount = createAccountStore(0, async () => {
  return countOf(await api.get('/api/notifications?limit=1', unchecked<NotificationList>(), { background: true }))
})

export const countOf = ({ unread_count, needs_count = unread_count }: NotificationList) => needs_count
