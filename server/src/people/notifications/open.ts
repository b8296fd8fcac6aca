import { dueJob } from '../../platform/jobs/due-work.ts'
import { isPublicAddress } from '../../platform/outgoing/public-request.ts'
import type { Room } from '../../platform/room.ts'
import { pushRoutes } from '../push/routes.ts'
import { deleteFailedPushes, type PushDeps, pushWork, sendPushes } from '../push/send-pushes.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { pushTopic } from './notify.ts'
import { type NotificationDeps, notificationRoutes } from './routes.ts'
import { notificationStreamRoutes, type StreamDeps } from './stream-routes.ts'

export const openNotifications = (deps: StreamDeps & NotificationDeps & Omit<PushDeps, 'reach'>): Room => ({
  api: [notificationRoutes(deps), notificationStreamRoutes(deps), pushRoutes(deps)],
  jobs: [
    dueJob(pushWork, {
      name: 'send pushes',
      topic: pushTopic,
      clock: deps.clock,
      task: (db, signal) => sendPushes({ ...deps, db, reach: { isAllowed: isPublicAddress } }, signal),
    }),
  ],
  async deleteExpired(db, now, signal) {
    await deleteFailedPushes(db, now)
    await deleteOldNotifications(db, now, signal)
  },
})
