/** Public answers of the API and pages as ready bytes, sent before Fastify looks for a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestIdHeader } from '../http/gate/request-id.ts'
import { type RequestObserver, routeOf } from '../http/observe-requests.ts'
import { bodyOf, isForEverybody, sendAnswer, variantFor } from './answer.ts'
import { AnswerStore, type KeptAnswer } from './answer-store.ts'

/** A request for a forgotten URL goes through Fastify again, which finds the answer by its key. */
const maxUrls = 5_000
const maxUrlLength = 500

type StoreOptions = ConstructorParameters<typeof AnswerStore>[0]

/**
 * The answers of one app. The first request for each encoding goes through Fastify, and what Fastify sends is kept. Later
 * requests get the same headers and bytes.
 */
export class ReadyAnswers extends AnswerStore {
  /** The keys of requested URLs, as these were written. */
  readonly #keys = new LRUCache<string, string>({ max: maxUrls })
  /** Whether requests may be answered before Fastify's hooks see them. */
  #isOpen = false
  readonly #newId: (request: IncomingMessage) => string
  #observer: { bytes: boolean; onRequest: RequestObserver } | undefined
  /** The number of requests that were answered before routing. */
  sentCount = 0

  /** @param newId  makes the id of a request that is answered before routing */
  constructor({ newId = () => '', ...options }: StoreOptions & { newId?: (request: IncomingMessage) => string } = {}) {
    super(options)
    this.#newId = newId
  }

  /** Report each request that is answered before routing. */
  observe(observer: { bytes: boolean; onRequest: RequestObserver }): void {
    this.#observer = observer
  }

  /** Send a public answer through Fastify; the next request for the same URL is answered before routing. */
  async send(kept: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { url, method } = request.raw
    const limited = this.limitedCaching(kept)
    const { answer } = kept
    const variant = variantFor(answer, request.headers)
    const body = kept.sent[variant]?.body ?? (await bodyOf(answer, variant))
    // The headers for another origin name it, and the URLs are kept without the origin.
    const isUsual = method === 'GET' && request.headers.origin === undefined
    if (isUsual && url !== undefined && url.length <= maxUrlLength && isForEverybody(answer)) {
      reply.raw.once('finish', () => {
        const headers = headersOf(reply)
        if (!headers) return
        const sent = { status: reply.statusCode, headers, body, route: routeOf(request) }
        if (this.keepSent(kept, variant, sent)) this.#keys.set(url, kept.key)
      })
    }
    const headers = { ...answer.headers, ...(limited !== undefined && { 'cache-control': limited }) }
    return sendAnswer({ ...answer, headers }, request, reply, variant, body)
  }

  /** Answer before routing from now on, until the app closes. */
  open(app: FastifyInstance): void {
    this.#isOpen = true
    app.addHook('preClose', async () => {
      this.#isOpen = false
    })
  }

  /** @returns false for a request that Fastify has to answer */
  readonly answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || headers.origin !== undefined || !this.#isOpen) return false
    const key = this.#keys.get(url)
    const kept = key === undefined ? undefined : this.find(key)
    const sent = kept?.sent[variantFor(kept.answer, headers)]
    if (!kept || !sent) return false
    const startedAtMs = performance.now()
    const id = this.#newId(request)
    const observer = this.#observer
    const before = observer?.bytes ? request.socket.bytesWritten : undefined
    response
      .writeHead(sent.status, [...headersNow(sent.headers, this.limitedCaching(kept)), requestIdHeader, id])
      .end(sent.body, 'latin1')
    this.sentCount += 1
    observer?.onRequest({
      method,
      route: sent.route,
      status: sent.status,
      ms: performance.now() - startedAtMs,
      bytes: before === undefined ? undefined : request.socket.bytesWritten - before,
      id,
    })
    return true
  }
}

/** @param limited  what the header Cache-Control is by now; undefined: as it was sent first */
function headersNow(sent: readonly string[], limited: string | undefined): readonly string[] {
  if (limited === undefined) return sent
  return sent.map((text, index) => (index % 2 === 1 && sent[index - 1] === 'cache-control' ? limited : text))
}

/** As a list of names and values. Undefined if they are for this visitor. Node adds those of the connection and the date. */
function headersOf(reply: FastifyReply): string[] | undefined {
  const { [requestIdHeader]: _id, connection: _connection, ...headers } = reply.getHeaders()
  if (headers['set-cookie'] !== undefined) return undefined
  return Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => [name, String(value)]),
  )
}
