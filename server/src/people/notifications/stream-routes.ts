import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { StreamEventName } from '@camilan/contract/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Broadcast } from '../../platform/events/broadcast.ts'
import { accountOf, type RouteDeps, tokenOf } from '../login/guards.ts'
import { findAccount, sessionsEnded, topicOf } from '../sessions/sessions.ts'

export interface StreamDeps extends RouteDeps {
  broadcast: Broadcast
  heartbeatMs?: number
}

/** A client that has more unread data than this is disconnected; when it connects again, it loads its lists. */
const maxUnreadBytes = 64 * 1024

/** The limit for one user in this process, across all sessions. One more stream ends the oldest. */
const maxStreamsPerUser = 5

/** The time in which a client must read the last data before its connection is closed. */
const closeMs = 5_000

interface Stream {
  /** End it with an event that tells its client not to connect again. */
  replace(): void
  /** A second call has no effect. */
  end(): void
}

/**
 * Server-sent events, read with fetch because EventSource can't send a bearer token. The stream ends with the session,
 * after events were missed, and when the server stops: the client then connects again and loads its lists. `x-silent-ms` says
 * how long before the stream there was no event: a page that is older may have missed one.
 */
export const notificationStreamRoutes =
  (deps: StreamDeps): FastifyPluginAsyncZod =>
  async (api) => {
    /** By the id of the user. */
    const open = new Map<string, Set<Stream>>()
    api.addHook('preClose', async () => {
      for (const stream of [...open.values()].flatMap((streams) => [...streams])) stream.end()
    })

    api.get(
      '/notifications/stream',
      {
        onRequest: deps.guards.signedIn,
        exposeHeadRoute: false, // its answer would have no body, and never end
        schema: {
          tags: ['notifications'],
          summary: 'My notifications and order changes as server-sent events',
          description:
            'At most five for each user: one more ends the oldest with the event `replaced`, after which its client asks from time to time instead of connecting again.',
          produces: ['text/event-stream'],
        },
      },
      (request, reply) => {
        reply.hijack()
        const { raw } = reply
        const userId = accountOf(request).id
        if (raw.destroyed) return // the client left during the lookup of its session
        raw.writeHead(200, {
          ...(reply.getHeaders() as OutgoingHttpHeaders),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          connection: 'close', // a stream that has ended must not hold a connection
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
          'x-silent-ms': Math.floor(deps.broadcast.silentMs(topicOf(userId))),
        })
        openStream(deps, open, { userId, token: tokenOf(request), raw })
      },
    )
  }

function openStream(
  { db, clock, broadcast, heartbeatMs = 20_000 }: StreamDeps,
  open: Map<string, Set<Stream>>,
  { userId, token, raw }: { userId: string; token: string; raw: ServerResponse },
): void {
  const streams = open.get(userId) ?? new Set()
  open.set(userId, streams)
  const write = (text: string) => {
    if (!streams.has(stream)) return
    if (raw.writableLength > maxUnreadBytes) stream.end()
    else raw.write(text)
  }
  const send = (event: StreamEventName | (string & {}), data: unknown = {}) =>
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const beat = async () => {
    const alive = await findAccount(db, token, clock()).catch(() => undefined)
    if (alive) send('heartbeat')
    else stream.end()
  }
  const heartbeat = setInterval(beat, heartbeatMs)
  const unsubscribe = broadcast.subscribe(topicOf(userId), {
    onEvent: ({ event, data }) => (event === sessionsEnded ? beat() : send(event, data)),
    onDisconnect: () => stream.end(),
  })
  const stream: Stream = {
    replace() {
      send('replaced')
      stream.end()
    },
    end() {
      if (!streams.delete(stream)) return
      if (streams.size === 0) open.delete(userId)
      clearInterval(heartbeat)
      unsubscribe()
      raw.end()
      const cut = setTimeout(() => raw.destroy(), closeMs)
      raw.once('close', () => clearTimeout(cut))
    },
  }
  streams.add(stream)
  raw.once('close', stream.end)
  write('retry: 2000\n\n')
  const [oldest] = streams
  if (streams.size > maxStreamsPerUser) oldest?.replace()
}
