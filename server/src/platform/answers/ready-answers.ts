/** Public answers of the API and pages as ready bytes, sent before Fastify looks for a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RequestObserver, routeOf } from '../http/observe-requests.ts'
import { type Body, bodyOf, isForEverybody, sendAnswer, type Variant, variantFor } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'
import { recordAnswer, sendRecorded } from './recorded-answer.ts'
import type { StoredAnswer } from './stored-answer.ts'

const megabyte = 1024 * 1024
const maxBytes = { pages: 36 * megabyte, data: 8 * megabyte, searches: 4 * megabyte, sitemaps: 48 * megabyte }
/** The event of a change can be lost. An answer ends this long after the last moment for which no event is missing. */
const defaultMaxAgeMs = 5_000
/** A large sitemap takes long to make, and search engines read it hours later. */
const sitemapMaxAgeMs = 600_000
/** A request for a removed URL goes through Fastify again, which finds the answer by its key. */
const maxUrls = 5_000
const maxUrlLength = 500

interface ReadyOptions {
  maxAgeMs?: number
  /** Makes the id of a request that is answered before routing. */
  newId?: (request: IncomingMessage) => string
}

/**
 * The answers of one app. The first request for each variant goes through Fastify, and the bytes that Fastify sends are
 * recorded. Later requests get the same bytes.
 */
export class ReadyAnswers {
  readonly pages: AnswerCache
  readonly data: AnswerCache
  /** Answers whose URLs visitors can invent. Kept apart, so that they displace no others. */
  readonly searches: AnswerCache
  /** A sitemap can have some megabytes. It shows neither stock nor price, so few changes concern it. */
  readonly sitemaps: AnswerCache
  /** The answers of requested URLs, as they were written. */
  readonly #urls = new Map<string, StoredAnswer>()
  /** Whether requests may be answered before Fastify's hooks see them. */
  #isOpen = false
  #caughtUpMs = Number.NEGATIVE_INFINITY
  /** The moment when every answer that may lack an event has ended by its age; -Infinity: there is none. */
  #missedEndsMs = Number.NEGATIVE_INFINITY
  readonly #maxAgeMs: number
  readonly #newId: (request: IncomingMessage) => string
  #observer: { bytes: boolean; onRequest: RequestObserver } | undefined
  /** The number of requests that were answered before routing. */
  sent = 0

  constructor({ maxAgeMs = defaultMaxAgeMs, newId = () => '' }: ReadyOptions = {}) {
    this.#newId = newId
    this.#maxAgeMs = maxAgeMs
    const onRemove = ({ urls }: StoredAnswer) => {
      for (const url of urls) this.#urls.delete(url)
    }
    const caughtUpMs = () => this.#caughtUpMs
    this.pages = new AnswerCache({ maxBytes: maxBytes.pages, maxAgeMs, caughtUpMs, onRemove })
    this.data = new AnswerCache({ maxBytes: maxBytes.data, maxAgeMs, caughtUpMs, onRemove })
    this.searches = new AnswerCache({ maxBytes: maxBytes.searches, maxAgeMs, onRemove })
    this.sitemaps = new AnswerCache({ maxBytes: maxBytes.sitemaps, maxAgeMs: sitemapMaxAgeMs, onRemove })
  }

  /** Removes the answers with one of these tags. Pages may still be sent for `graceMs`. */
  expire(tags: readonly string[], graceMs: number): void {
    for (const cache of [this.pages, this.data, this.searches]) cache.expire(tags, graceMs)
  }

  /** `expire` has been called for every commit before `untilMs`: an answer that is still kept shows that moment. */
  caughtUp(untilMs: number): void {
    if (untilMs < this.#missedEndsMs) return
    if (this.#missedEndsMs > Number.NEGATIVE_INFINITY) this.clear() // none of them may be extended
    this.#missedEndsMs = Number.NEGATIVE_INFINITY
    this.#caughtUpMs = untilMs
  }

  /** Answers end by their age, because a process without its database could not make them again. */
  eventsMissed(): void {
    this.#missedEndsMs = performance.now() + this.#maxAgeMs
  }

  /** Report each request that is answered before routing. */
  observe(observer: { bytes: boolean; onRequest: RequestObserver }): void {
    this.#observer = observer
  }

  clear(): void {
    for (const cache of [this.pages, this.data, this.searches, this.sitemaps]) cache.clear()
  }

  /** Send a public answer through Fastify; the next request for the same URL is answered before routing. */
  async send(stored: StoredAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { answer } = stored
    const { url, method } = request.raw
    const variant = variantFor(answer, request.headers)
    const body = stored.sent[variant]?.body ?? (await bodyOf(answer, variant))
    // The headers for another origin name it, and the URLs are kept without the origin.
    const isUsual = method === 'GET' && request.headers.origin === undefined
    if (isUsual && url !== undefined && url.length <= maxUrlLength && isForEverybody(answer)) {
      reply.raw.once('finish', () => this.#record(url, stored, { variant, body }, request, reply))
    }
    return sendAnswer(answer, request, reply, variant, body)
  }

  #record(
    url: string,
    stored: StoredAnswer,
    { variant, body }: { variant: Variant; body: Body | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!stored.isValid(performance.now())) return
    const sent = recordAnswer(reply.raw, body, request.id)
    if (!sent) return
    if (!stored.keep(variant, sent)) return
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

  /** Answer before routing from now on, until the app closes. */
  open(app: FastifyInstance): void {
    this.#isOpen = true
    app.addHook('preClose', async () => {
      this.#isOpen = false
    })
  }

  /** @returns false for a request that Fastify has to answer */
  readonly answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET') return false
    const stored = this.#urls.get(request.url ?? '')
    if (!stored) return false
    const nowMs = performance.now()
    if (!stored.isValid(nowMs) || stored.wantsRefresh(nowMs) || !this.#isOpen) return false
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
