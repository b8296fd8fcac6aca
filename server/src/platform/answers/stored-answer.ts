/** A kept answer and its age. */
import { minutes } from '../clock.ts'
import type { Answer, Variant } from './answer.ts'
import type { RecordedAnswer } from './recorded-answer.ts'

export interface Change {
  /** Undefined: all tags. */
  tags: readonly string[] | undefined
  graceMs: number
  atMs: number
}

/** The share of its remaining time after which an old answer is made again. */
const refreshAfter = { age: 0.8, grace: 0.4 }
/** The pause after a failed refresh. */
const retryMs = 250
/** The limit of an extended age. After it a change without an event, such as by hand in the database, is seen. */
const maxLifeMs = minutes(5)
/** The memory of an answer besides its body: recorded headers, tags, URLs. Measured with pages. */
const overheadBytes = 4_096

/** The age of answers that show values without events. It is not extended. */
export const momentaryTag = 'momentary'

/** The state that the answers of one cache share. */
export interface Keeper {
  caughtUpMs(): number
  mayRefresh(): boolean
  /** @returns whether there is room for this many more bytes, which are then counted */
  reserve(bytes: number): boolean
}

/** For answers that are in no cache. */
const noKeeper: Keeper = { caughtUpMs: () => 0, mayRefresh: () => true, reserve: () => true }

/** Without tags and age it is valid for ever. All times are those of `performance.now()`. */
export class StoredAnswer {
  readonly answer: Answer
  readonly tags: ReadonlySet<string>
  readonly sent: Partial<Record<Variant, RecordedAnswer>> = {}
  /** The requested URLs whose answer this is. */
  readonly urls = new Set<string>()
  readonly #keeper: Keeper
  readonly #graceMs: number
  readonly #beganAtMs: number
  readonly #maxAgeMs: number
  readonly #isMomentary: boolean
  #endsAtMs: number
  #refreshAtMs: number
  #retryAtMs = 0
  isRefreshing = false
  /** The pattern of its route, for the observers of requests. */
  route = ''
  /** Used since the cache last searched for answers to remove. */
  wasUsed = false
  /** Its bytes in its cache. */
  bytes: number

  constructor(
    answer: Answer,
    tags: ReadonlySet<string> = new Set(),
    { beganAtMs = 0, maxAgeMs = Number.POSITIVE_INFINITY, graceMs = 0, keeper = noKeeper } = {},
  ) {
    this.answer = answer
    this.tags = tags
    this.bytes = answer.body.length + overheadBytes
    this.#keeper = keeper
    this.#graceMs = graceMs
    this.#beganAtMs = beganAtMs
    this.#maxAgeMs = maxAgeMs
    this.#isMomentary = tags.has(momentaryTag)
    const lifeMs = Math.max(maxAgeMs, maxLifeMs)
    this.#endsAtMs = beganAtMs + lifeMs
    this.#refreshAtMs = beganAtMs + lifeMs * refreshAfter.age
  }

  /** The moment whose state it shows. */
  #shownMs(): number {
    return this.#isMomentary ? this.#beganAtMs : Math.max(this.#beganAtMs, this.#keeper.caughtUpMs())
  }

  isValid(nowMs: number): boolean {
    return nowMs < this.#endsAtMs && nowMs < this.#shownMs() + this.#maxAgeMs
  }

  /** Whether it is old, may still be sent, and is not being made again. */
  wantsRefresh(nowMs: number): boolean {
    const isOld = nowMs >= this.#refreshAtMs || nowMs >= this.#shownMs() + this.#maxAgeMs * refreshAfter.age
    return isOld && nowMs >= this.#retryAtMs && !this.isRefreshing && this.#keeper.mayRefresh()
  }

  /** The first change decides for how long it may still be sent. A later change, or a failed refresh, never adds time. */
  apply({ tags, graceMs, atMs }: Change): void {
    if (tags && !tags.some((tag) => this.tags.has(tag))) return
    const allowedMs = Math.min(graceMs, this.#graceMs)
    this.#endsAtMs = Math.min(this.#endsAtMs, atMs + allowedMs)
    this.#refreshAtMs = Math.min(this.#refreshAtMs, atMs + allowedMs * refreshAfter.grace)
  }

  refreshFailed(nowMs: number): void {
    this.#retryAtMs = nowMs + retryMs
  }

  /** Keep the sent bytes, unless they have another encoding and the cache has no room. @returns whether they are kept */
  keep(variant: Variant, sent: RecordedAnswer): boolean {
    if (this.sent[variant]) return true
    const bytes = sent.body === undefined || sent.body === this.answer.body ? 0 : sent.body.length
    if (!this.#keeper.reserve(bytes)) return false
    this.bytes += bytes
    this.sent[variant] = sent
    return true
  }

  /** @returns the number of bytes that the cache has again */
  dropOtherEncodings(): number {
    const bytes = this.bytes - this.answer.body.length - overheadBytes
    this.bytes -= bytes
    for (const variant of ['gzip', 'identity'] as const) if (variant !== this.answer.encoding) delete this.sent[variant]
    return bytes
  }

  end(): void {
    this.#endsAtMs = Number.NEGATIVE_INFINITY
  }
}
