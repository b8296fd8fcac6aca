import { type Notification, NotificationKind } from '@camilan/contract/notifications'
import type { NotificationRow } from './queries.ts'

export function presentNotification({ kind, created_at, ...row }: NotificationRow): Notification {
  // A newer version of the shop may have stored a kind that is unknown here.
  return { ...row, kind: NotificationKind.parse(kind), created_at: created_at.toISOString() }
}
