import type { Room } from '../platform/room.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { notificationRoutes } from './routes.ts'
import { notificationStreamRoutes, type StreamDeps } from './stream-routes.ts'

export const openNotifications = (deps: StreamDeps): Room => ({
  api: [notificationRoutes(deps), notificationStreamRoutes(deps)],
  deleteExpired: deleteOldNotifications,
})
