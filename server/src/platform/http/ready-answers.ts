/** Public answers of the API and pages as ready bytes, sent before Fastify looks for a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, isForEverybody, sendAnswer, variantFor } from './answer.ts'
import { AnswerCache, type StoredAnswer } from './answer-cache.ts'
import { type RequestObserver, routeOf } from './observe-requests.ts'
import { recordAnswer, sendRecorded } from './recorded-answer.ts'

const megabyte = 1024 * 1024
const maxBytes = { pages: 24 * megabyte, data: 8 * megabyte, searches: 4 * megabyte, sitemaps: 48 * megabyte }
/** The event of a change can be lost; after this time an answer is made again in any case. */
const defaultMaxAgeMs = 5_000
/** A large sitemap takes long to make, and search engines read it hours later. */
const sitemapMaxAgeMs = 600_000
/** A URL that was forgotten takes the way through Fastify again, where its answer is found by its key. */
const maxUrls = 5_000
const maxUrlLength = 500

interface ReadyOptions {
  maxAgeMs?: number
  /** Makes the id of a request that is answered before routing. */
  newId?: (request: IncomingMessage) => string
}

/**
 * The answers of one app. The first request for each variant of an answer takes the way through Fastify, and is
 * recorded as it was sent: what is sent from here is the same as what Fastify sends.
 */
export class ReadyAnswers {
  readonly pages: AnswerCache
  readonly data: AnswerCache
  /** What visitors can think of in any number. It is kept apart, so that it removes nothing else. */
  readonly searches: AnswerCache
  /** A sitemap can have some megabytes. It shows neither stock nor price, so that few changes concern it. */
  readonly sitemaps: AnswerCache
  /** The answers of requested URLs, as they were written. */
  readonly #urls = new Map<string, StoredAnswer>()
  /** Whether requests may be answered before Fastify's hooks see them. */
  #isOpen = () => false
  readonly #newId: (request: IncomingMessage) => string
  #observer: { bytes: boolean; onRequest: RequestObserver } | undefined
  /** How many requests were answered before routing. */
  sent = 0

  constructor({ maxAgeMs = defaultMaxAgeMs, newId = () => '' }: ReadyOptions = {}) {
    this.#newId = newId
    const onRemove = ({ urls }: StoredAnswer) => {
      for (const url of urls) this.#urls.delete(url)
    }
    this.pages = new AnswerCache({ maxBytes: maxBytes.pages, maxAgeMs, onRemove })
    this.data = new AnswerCache({ maxBytes: maxBytes.data, maxAgeMs, onRemove })
    this.searches = new AnswerCache({ maxBytes: maxBytes.searches, maxAgeMs, onRemove })
    this.sitemaps = new AnswerCache({ maxBytes: maxBytes.sitemaps, maxAgeMs: sitemapMaxAgeMs, onRemove })
  }

  /** What has one of these tags has changed; pages that show it may be sent for `graceMs` more. */
  expire(tags: readonly string[], graceMs: number): void {
    for (const cache of [this.pages, this.data, this.searches]) cache.expire(tags, graceMs)
  }

  /** Tell of each request that is answered before routing. */
  observe(observer: { bytes: boolean; onRequest: RequestObserver }): void {
    this.#observer = observer
  }

  clear(): void {
    for (const cache of [this.pages, this.data, this.searches, this.sitemaps]) cache.clear()
  }

  /** Send a public answer through Fastify; the next request for the same URL is answered before routing. */
  send(stored: StoredAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { url, method } = request.raw
    // The headers for another origin name it, and the URLs are kept without the origin.
    const isUsual = method === 'GET' && request.headers.origin === undefined
    if (isUsual && url !== undefined && url.length <= maxUrlLength && isForEverybody(stored.answer)) {
      reply.raw.once('finish', () => this.#record(url, stored, request, reply))
    }
    return sendAnswer(stored.answer, request, reply)
  }

  #record(url: string, stored: StoredAnswer, request: FastifyRequest, reply: FastifyReply): void {
    if (!stored.isValid(performance.now())) return
    const variant = variantFor(stored.answer, request.headers)
    const sent = recordAnswer(reply.raw, bodyOf(stored.answer, variant), request.id)
    if (!sent) return
    stored.sent[variant] ??= sent
    stored.route = routeOf(request)
    this.#urls.delete(url)
    this.#urls.set(url, stored)
    stored.urls.add(url)
    for (const [oldest, { urls }] of this.#urls) {
      if (this.#urls.size <= maxUrls) break
      this.#urls.delete(oldest)
      urls.delete(oldest)
    }
  }

  /**
   * Answer before routing from now on. Not with Fastify's `serverFactory`, which changes how its server closes and to
   * which addresses `localhost` is bound. Call it when the overload protection is registered.
   */
  open(app: FastifyInstance): void {
    let closing = false
    app.addHook('preClose', async () => {
      closing = true
    })
    this.#isOpen = () => !closing && !app.isUnderPressure()
    const { server, routing } = app
    server.off('request', routing)
    server.prependListener('request', (request, response) => {
      if (!this.#answer(request, response)) routing(request, response)
    })
  }

  /** @returns false for what is left to Fastify */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const stored = this.#urls.get(request.url ?? '')
    if (!stored) return false
    const nowMs = performance.now()
    if (!stored.isValid(nowMs) || stored.wantsRefresh(nowMs) || !this.#isOpen()) return false
    const { headers } = request
    if (headers.origin !== undefined || !response.shouldKeepAlive) return false
    const sent = stored.sent[variantFor(stored.answer, headers)]
    if (!sent) return false
    stored.wasUsed = true
    this.sent += 1
    const id = this.#newId(request)
    const observer = this.#observer
    const before = observer?.bytes ? request.socket.bytesWritten : undefined
    sendRecorded(sent, response, id)
    observer?.onRequest({
      method: 'GET',
      route: stored.route,
      status: sent.status,
      ms: performance.now() - nowMs,
      bytes: before === undefined ? undefined : request.socket.bytesWritten - before,
      id,
    })
    return true
  }
}
