import type { NotificationList } from '@camilan/contract/notifications'
import { createAccountStore } from '~/platform/account-store'
import { api, unchecked } from '~/platform/api'

/** The number of unread notifications. After a change: `unreadCount.set(n)` or `unreadCount.refresh()`. */
export const unreadCount = createAccountStore(0, async () => {
  const { unread_count } = await api.get('/api/notifications?limit=1', unchecked<NotificationList>(), {
    background: true,
  })
  return unread_count
})
