import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards, tokenOf } from '../accounts/guards.ts'
import { findAccount } from '../accounts/sessions.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Broadcast } from '../platform/events/broadcast.ts'
import { topicOf } from './live.ts'

interface StreamDeps {
  db: Db
  clock: Clock
  guards: Guards
  broadcast: Broadcast
  heartbeatMs?: number
}

/** A client that has more unread data than this is disconnected; when it connects again, it loads its lists. */
const maxUnreadBytes = 64 * 1024

/**
 * Server-sent events, read with fetch because EventSource can't send a bearer token. The stream ends with the session,
 * after events were missed, and when the server stops: the client then connects again and loads its lists.
 */
export const notificationStreamRoutes =
  ({ db, clock, guards, broadcast, heartbeatMs = 20_000 }: StreamDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const open = new Set<() => void>()
    api.addHook('preClose', async () => {
      for (const end of open) end()
    })

    api.get(
      '/notifications/stream',
      {
        onRequest: guards.signedIn,
        exposeHeadRoute: false, // its answer would have no body, and never end
        schema: {
          tags: ['notifications'],
          security: [{ bearer: [] }],
          summary: 'My notifications and order changes as server-sent events',
          produces: ['text/event-stream'],
        },
      },
      (request, reply) => {
        const { id: userId } = accountOf(request)
        const token = tokenOf(request)
        reply.hijack()
        const { raw } = reply
        raw.writeHead(200, {
          ...(reply.getHeaders() as OutgoingHttpHeaders),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        })

        const write = (text: string) => {
          if (raw.writableLength > maxUnreadBytes) end()
          else raw.write(text)
        }
        const heartbeat = setInterval(async () => {
          const alive = await findAccount(db, token, clock()).catch(() => undefined)
          if (alive) write('event: heartbeat\ndata: {}\n\n')
          else end()
        }, heartbeatMs)
        const unsubscribe = broadcast.subscribe(topicOf(userId), {
          onEvent: ({ event, data }) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
          onDisconnect: () => end(),
        })
        const end = () => {
          open.delete(end)
          clearInterval(heartbeat)
          unsubscribe()
          raw.end()
        }
        open.add(end)
        raw.once('close', end)
        write('retry: 2000\n\n')
      },
    )
  }
