import type { Room } from '../../platform/room.ts'
import { isPublicAddress } from '../push/post-push.ts'
import { pushRoutes } from '../push/routes.ts'
import { type PushDeps, sendPushes } from '../push/send-pushes.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { type NotificationDeps, notificationRoutes } from './routes.ts'
import { notificationStreamRoutes, type StreamDeps } from './stream-routes.ts'

const pushSeconds = 5

export const openNotifications = (deps: StreamDeps & NotificationDeps & Omit<PushDeps, 'reach'>): Room => ({
  api: [notificationRoutes(deps), notificationStreamRoutes(deps), pushRoutes(deps)],
  jobs: [
    {
      name: 'send pushes',
      seconds: pushSeconds,
      task: (db, signal) => sendPushes({ ...deps, db, reach: { isAllowed: isPublicAddress } }, signal),
    },
  ],
  deleteExpired: deleteOldNotifications,
})
