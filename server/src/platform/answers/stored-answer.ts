/** An answer that is kept, with what is known of its age. */
import { minutes } from '../clock.ts'
import type { Answer, Variant } from './answer.ts'
import type { RecordedAnswer } from './recorded-answer.ts'

export interface Change {
  /** Undefined for everything. */
  tags: readonly string[] | undefined
  graceMs: number
  atMs: number
}

/** How much of the time in which an old answer may be sent passes before it is made again. */
const refreshAfter = { age: 0.8, grace: 0.4 }
/** The pause after a refresh that failed. */
const retryMs = 250
/** Of an answer whose age is extended: a change of which nothing tells, such as by hand in the database, is seen after it. */
const maxLifeMs = minutes(5)
/** What an answer takes besides its body: recorded headers, tags, URLs. Measured with pages. */
const overheadBytes = 4_096

/** Of answers that show something of which no event tells. Their age is not extended. */
export const momentaryTag = 'momentary'

/** What the answers of one cache share. */
export interface Keeper {
  caughtUpMs(): number
  mayRefresh(): boolean
  /** @returns whether there is room for so many bytes more; then they are counted */
  reserve(bytes: number): boolean
}

/** Of answers that are in no cache. */
const noKeeper: Keeper = { caughtUpMs: () => 0, mayRefresh: () => true, reserve: () => true }

/** Without tags and age it is valid for ever. All times are those of `performance.now()`. */
export class StoredAnswer {
  readonly answer: Answer
  readonly tags: ReadonlySet<string>
  /** Each variant as it was sent. */
  readonly sent: Partial<Record<Variant, RecordedAnswer>> = {}
  /** The URLs, as they were requested, to which it is the answer. */
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
  /** The pattern of its route, for what observes requests. */
  route = ''
  /** Since the cache last looked for something to remove. */
  wasUsed = false
  /** What it takes of its cache. */
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

  /** Whether it is old, may still be sent, and nothing makes it again yet. */
  wantsRefresh(nowMs: number): boolean {
    const isOld = nowMs >= this.#refreshAtMs || nowMs >= this.#shownMs() + this.#maxAgeMs * refreshAfter.age
    return isOld && nowMs >= this.#retryAtMs && !this.isRefreshing && this.#keeper.mayRefresh()
  }

  /** The first change decides how long it may still be sent: a later one, or a refresh that fails, never adds time. */
  apply({ tags, graceMs, atMs }: Change): void {
    if (tags && !tags.some((tag) => this.tags.has(tag))) return
    const allowedMs = Math.min(graceMs, this.#graceMs)
    this.#endsAtMs = Math.min(this.#endsAtMs, atMs + allowedMs)
    this.#refreshAtMs = Math.min(this.#refreshAtMs, atMs + allowedMs * refreshAfter.grace)
  }

  refreshFailed(nowMs: number): void {
    this.#retryAtMs = nowMs + retryMs
  }

  /** Keep how it was sent, unless that is another encoding and the cache has no room for it. @returns whether it is kept */
  keep(variant: Variant, sent: RecordedAnswer): boolean {
    if (this.sent[variant]) return true
    const bytes = sent.body === undefined || sent.body === this.answer.body ? 0 : sent.body.length
    if (!this.#keeper.reserve(bytes)) return false
    this.bytes += bytes
    this.sent[variant] = sent
    return true
  }

  /** @returns how many bytes the cache has again */
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
