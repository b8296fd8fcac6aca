import { type Answer, bytesOf, isForEverybody, type Variant } from './answer.ts'
import type { RecordedAnswer } from './recorded-answer.ts'

interface CacheLimits {
  maxBytes: number
  /** From the moment in which the answer was begun. The event of a change can be lost; then this is what ends an answer. */
  maxAgeMs: number
  /** Called with each answer that the cache kept until now. */
  onRemove?: (removed: StoredAnswer) => void
}

interface GetOptions {
  /** How long the answer may still be sent after a change that allows some time. */
  graceMs?: number
  /** Runs the work at its turn. */
  inTurn?: (work: () => Promise<StoredAnswer>) => Promise<StoredAnswer>
}

/** Makes an answer and adds the tags of what it shows. A change names the tags that it touches. */
export type MakeAnswer = (tags: Set<string>) => Promise<Answer>

interface Change {
  /** Undefined for everything. */
  tags: readonly string[] | undefined
  graceMs: number
  atMs: number
}

/** An answer that is being made. */
interface Making {
  /** False while it waits for its turn. */
  hasBegun: boolean
  /** What changed since it began: it may have read the old state. */
  changes: Change[]
  result: Promise<StoredAnswer>
}

/** How much of the time in which an old answer may be sent passes before it is made again. */
const refreshAfter = { age: 0.8, grace: 0.4 }
/** The pause after a refresh that failed. */
const retryMs = 250

/** An answer with what is known of its age; without tags and age it is valid for ever. All times are those of `performance.now()`. */
export class StoredAnswer {
  readonly answer: Answer
  readonly tags: ReadonlySet<string>
  /** Each variant as it was sent. */
  readonly sent: Partial<Record<Variant, RecordedAnswer>> = {}
  /** The URLs, as they were requested, to which it is the answer. */
  readonly urls = new Set<string>()
  readonly #graceMs: number
  #endsAtMs: number
  #refreshAtMs: number
  isRefreshing = false
  /** The pattern of its route, for what observes requests. */
  route = ''
  /** Since the cache last looked for something to remove. */
  wasUsed = false

  constructor(
    answer: Answer,
    tags: ReadonlySet<string> = new Set(),
    { beganAtMs = 0, maxAgeMs = Number.POSITIVE_INFINITY, graceMs = 0 } = {},
  ) {
    this.answer = answer
    this.tags = tags
    this.#graceMs = graceMs
    this.#endsAtMs = beganAtMs + maxAgeMs
    this.#refreshAtMs = beganAtMs + maxAgeMs * refreshAfter.age
  }

  isValid(nowMs: number): boolean {
    return nowMs < this.#endsAtMs
  }

  /** Whether it is old, may still be sent, and nothing makes it again yet. */
  wantsRefresh(nowMs: number): boolean {
    return nowMs >= this.#refreshAtMs && !this.isRefreshing
  }

  /** The first change decides how long it may still be sent: a later one, or a refresh that fails, never adds time. */
  apply({ tags, graceMs, atMs }: Change): void {
    if (tags && !tags.some((tag) => this.tags.has(tag))) return
    const allowedMs = Math.min(graceMs, this.#graceMs)
    this.#endsAtMs = Math.min(this.#endsAtMs, atMs + allowedMs)
    this.#refreshAtMs = Math.min(this.#refreshAtMs, atMs + allowedMs * refreshAfter.grace)
  }

  refreshFailed(nowMs: number): void {
    this.#refreshAtMs = nowMs + retryMs
  }

  end(): void {
    this.#endsAtMs = Number.NEGATIVE_INFINITY
  }
}

/**
 * Answers that were made a moment ago, bounded in bytes; those that were not used for a while are removed first.
 * Concurrent requests for an answer wait for the same one.
 */
export class AnswerCache {
  readonly #stored = new Map<string, StoredAnswer>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #making = new Map<string, Making>()
  readonly #limits: CacheLimits
  #bytes = 0

  constructor(limits: CacheLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#stored.size
  }

  /** An answer that shows no state older than its grace allows; one that is not 200, or not for everybody, is not kept. */
  async get(key: string, make: MakeAnswer, options: GetOptions = {}): Promise<StoredAnswer> {
    const nowMs = performance.now()
    const stored = this.#stored.get(key)
    if (stored?.isValid(nowMs)) {
      stored.wasUsed = true
      if (stored.wantsRefresh(nowMs)) this.#refresh(key, stored, make, options)
      return stored
    }
    const running = this.#making.get(key)
    if (running?.hasBegun) {
      const made = await running.result
      if (made.isValid(performance.now())) return made
      // It began before a change that this request may have come after.
    }
    return (this.#making.get(key) ?? this.#make(key, make, options)).result
  }

  /** What has one of these tags has changed. Where it may still be sent, that ends `graceMs` from now. */
  expire(tags: readonly string[], graceMs = 0): void {
    const change = { tags, graceMs, atMs: performance.now() }
    for (const { changes } of this.#making.values()) changes.push(change)
    for (const key of new Set(tags.flatMap((tag) => [...(this.#keysByTag.get(tag) ?? [])]))) {
      const stored = this.#stored.get(key)
      stored?.apply(change)
      if (stored && !stored.isValid(change.atMs)) this.#remove(key)
    }
  }

  /** Everything may have changed. */
  clear(): void {
    const change = { tags: undefined, graceMs: 0, atMs: performance.now() }
    for (const { changes } of this.#making.values()) changes.push(change)
    for (const key of [...this.#stored.keys()]) this.#remove(key)
  }

  #refresh(key: string, old: StoredAnswer, make: MakeAnswer, options: GetOptions): void {
    old.isRefreshing = true
    const refreshed = this.#make(key, make, options).result.then(({ answer }) => answer.status < 500)
    refreshed
      .catch(() => false)
      .then((isMade) => {
        old.isRefreshing = false
        if (!isMade) old.refreshFailed(performance.now())
      })
  }

  #make(key: string, make: MakeAnswer, { graceMs = 0, inTurn = (work) => work() }: GetOptions): Making {
    const work = async () => {
      const beganAtMs = performance.now()
      making.hasBegun = true
      making.changes = []
      const tags = new Set<string>()
      const answer = await make(tags)
      const made = new StoredAnswer(answer, tags, { beganAtMs, maxAgeMs: this.#limits.maxAgeMs, graceMs })
      for (const change of making.changes) made.apply(change)
      return made
    }
    const making: Making = { hasBegun: false, changes: [], result: undefined as never }
    this.#making.set(key, making)
    making.result = inTurn(work)
      .then((made) => {
        if (made.answer.status < 500) this.#store(key, made)
        return made
      })
      .finally(() => this.#making.get(key) === making && this.#making.delete(key))
    return making
  }

  #store(key: string, made: StoredAnswer): void {
    this.#remove(key)
    if (!isForEverybody(made.answer) || !made.isValid(performance.now())) return
    this.#stored.set(key, made)
    this.#bytes += bytesOf(made.answer)
    for (const tag of made.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    for (const [oldest, candidate] of this.#stored) {
      if (this.#bytes <= this.#limits.maxBytes) break
      if (candidate.wasUsed && candidate !== made) {
        candidate.wasUsed = false
        this.#stored.delete(oldest)
        this.#stored.set(oldest, candidate)
      } else {
        this.#remove(oldest)
      }
    }
  }

  #remove(key: string): void {
    const stored = this.#stored.get(key)
    if (!stored) return
    stored.end()
    this.#limits.onRemove?.(stored)
    this.#stored.delete(key)
    this.#bytes -= bytesOf(stored.answer)
    for (const tag of stored.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
