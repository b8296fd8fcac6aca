import { NotificationList, NotificationQuery } from '@camilan/contract/notifications'
import { Message, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { accountOf, type RouteDeps } from '../login/guards.ts'
import { deleteNotification } from './delete-notification.ts'
import { markAllRead, markRead } from './mark-read.ts'
import { presentNotification } from './present.ts'
import { countUnread, listNotifications } from './queries.ts'

export type NotificationDeps = Pick<RouteDeps, 'db' | 'guards'> & { imageUrl: ImageUrl }

/** A user's own notifications; those of other users are not found. */
export const notificationRoutes =
  ({ db, guards, imageUrl }: NotificationDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = guards.signedIn
    const common = { tags: ['notifications'] }
    const one = { ...common, params: UuidPath, response: { 200: Message } }

    api.get(
      '/notifications',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'My newest notifications',
          querystring: NotificationQuery,
          response: { 200: NotificationList },
        },
      },
      async (request) => {
        const { id, role } = accountOf(request)
        const rows = await listNotifications(db, id, request.query.limit)
        const data = rows.map(({ image, ...row }) => ({ ...presentNotification(row), ...imageUrl.withLook(image) }))
        const { unread, needing } = await countUnread(db, id)
        const forSeller = role === 'customer' ? {} : { needs_count: needing }
        return { data, unread_count: unread, ...forSeller }
      },
    )

    api.put(
      '/notifications/read-all',
      { onRequest, schema: { ...common, summary: 'Mark all of mine as read', response: { 200: Message } } },
      async (request) => {
        await markAllRead(db, accountOf(request).id)
        return { message: 'Semua notifikasi telah dibaca.' }
      },
    )

    api.put(
      '/notifications/:id/read',
      { onRequest, schema: { ...one, summary: 'Mark one as read' } },
      async (request) => {
        await markRead(db, accountOf(request).id, request.params.id)
        return { message: 'Notifikasi telah dibaca.' }
      },
    )

    api.delete('/notifications/:id', { onRequest, schema: { ...one, summary: 'Delete one' } }, async (request) => {
      await deleteNotification(db, accountOf(request).id, request.params.id)
      return { message: 'Notifikasi telah dihapus.' }
    })
  }
