import { NotificationList, NotificationQuery } from '@camilan/contract/notifications'
import { Message, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { countUnread, deleteNotification, listNotifications, markAllRead, markRead } from './queries.ts'

/** One's own notifications; those of others do not exist here. */
export const notificationRoutes =
  ({ db, guards }: { db: Db; guards: Guards }): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = guards.signedIn
    const common = { tags: ['notifications'], security: [{ bearer: [] }] }
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
        const { id } = accountOf(request)
        return { data: await listNotifications(db, id, request.query.limit), unread_count: await countUnread(db, id) }
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
        const found = await markRead(db, accountOf(request).id, request.params.id)
        if (!found) throw new NotFound()
        return { message: 'Notifikasi telah dibaca.' }
      },
    )

    api.delete('/notifications/:id', { onRequest, schema: { ...one, summary: 'Delete one' } }, async (request) => {
      const found = await deleteNotification(db, accountOf(request).id, request.params.id)
      if (!found) throw new NotFound()
      return { message: 'Notifikasi telah dihapus.' }
    })
  }
