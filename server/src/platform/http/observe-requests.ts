/** The facts of an answered request, without any text that a person typed and without personal data. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReadyAnswers } from '../answers/ready-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page that answers it. All pages are one route. */
    pagePattern: string
  }
}

export interface RequestRecord {
  method: string
  /** The pattern of its route or page, such as /api/products/:id; `unmatched` if no route answers. */
  route: string
  status: number
  /** Until the operating system had its answer. Undefined for a stream, which lasts as long as its page is open. */
  ms: number | undefined
  /** Includes the headers. Undefined unless `bytes` is asked for. */
  bytes: number | undefined
  id: string
}

export type RequestObserver = (record: RequestRecord) => void

/** A build has hundreds of files, and each is a route of its own. */
const assets = '/assets/'

export function routeOf(request: FastifyRequest): string {
  const url = request.pagePattern || request.routeOptions.url
  if (url === undefined) return 'unmatched'
  return url.startsWith(assets) ? `${assets}*` : url
}

/** Call it before the routes are added. Answers that are sent before routing are observed, too. */
export function observeRequests(
  server: FastifyInstance,
  ready: ReadyAnswers,
  { bytes: countsBytes, onRequest }: { bytes: boolean; onRequest: RequestObserver },
): void {
  /** The bytes that the connection had sent before. */
  const sentBefore = new WeakMap<FastifyRequest, number>()
  if (countsBytes) {
    server.addHook('onRequest', (request, _reply, done) => {
      sentBefore.set(request, request.socket.bytesWritten ?? 0)
      done()
    })
  }
  server.addHook('onResponse', (request, reply, done) => {
    const { schema } = request.routeOptions
    const isStream = schema?.produces?.includes('text/event-stream')
    const before = sentBefore.get(request)
    onRequest({
      method: request.method,
      route: routeOf(request),
      status: reply.raw.statusCode,
      ms: isStream ? undefined : reply.elapsedTime,
      bytes: before === undefined ? undefined : (request.socket.bytesWritten ?? before) - before,
      id: request.id,
    })
    done()
  })
  ready.observe({ bytes: countsBytes, onRequest })
}
