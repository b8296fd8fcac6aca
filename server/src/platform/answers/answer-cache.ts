import { type Answer, isForEverybody } from './answer.ts'
import { type Change, type Keeper, StoredAnswer } from './stored-answer.ts'

interface CacheLimits {
  maxBytes: number
  /** Counted from the moment whose state an answer shows. The event of a change can be lost: then the age ends the answer. */
  maxAgeMs: number
  /** The moment until which `expire` has been called for every change. A kept answer shows the state of that moment. */
  caughtUpMs?: () => number
  onRemove?: (removed: StoredAnswer) => void
}

interface GetOptions {
  /** The time for which the answer may still be sent after a change that allows some. */
  graceMs?: number
  inTurn?: (work: () => Promise<StoredAnswer>) => Promise<StoredAnswer>
}

/** Makes an answer and adds the tags of the things that it shows. A change names the tags that it touches. */
export type MakeAnswer = (tags: Set<string>) => Promise<Answer>

/** An answer that is being made. */
interface Making {
  /** False while it waits for its turn. */
  hasBegun: boolean
  /** The changes since it began: it may have read the old state. */
  changes: Change[]
  result: Promise<StoredAnswer>
}

/** The number of refreshes that wait or run. None of them takes the place of a request that waits for an answer. */
const maxRefreshes = 10
/**
 * Recent answers, bounded in bytes. Those that were not used for longest are removed first. Concurrent requests for an
 * answer wait for the same one.
 */
export class AnswerCache {
  readonly #stored = new Map<string, StoredAnswer>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #making = new Map<string, Making>()
  readonly #limits: CacheLimits
  readonly #keeper: Keeper
  #bytes = 0
  #refreshes = 0

  constructor(limits: CacheLimits) {
    this.#limits = limits
    this.#keeper = {
      caughtUpMs: limits.caughtUpMs ?? (() => 0),
      mayRefresh: () => this.#refreshes < maxRefreshes,
      reserve: (bytes) => {
        if (this.#bytes + bytes > limits.maxBytes) return false
        this.#bytes += bytes
        return true
      },
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#stored.size
  }

  /** An answer that shows no state older than its grace allows. One that is not 200, or not for everybody, is not kept. */
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
      // It began before a change, and this request may have come after that change.
    }
    return (this.#making.get(key) ?? this.#make(key, make, options)).result
  }

  /** Removes the answers with one of these tags. If an answer may still be sent, it is removed `graceMs` from now. */
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
    this.#refreshes += 1
    const refreshed = this.#make(key, make, options).result.then(({ answer }) => answer.status < 500)
    refreshed
      .catch(() => false)
      .then((isMade) => {
        old.isRefreshing = false
        this.#refreshes -= 1
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
      const [{ maxAgeMs }, keeper] = [this.#limits, this.#keeper]
      const made = new StoredAnswer(answer, tags, { beganAtMs, maxAgeMs, graceMs, keeper })
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
    this.#bytes += made.bytes
    for (const tag of made.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    this.#makeRoom(made)
  }

  /** A random part of the unused answers stays, for a client that reads more answers than fit, again and again. */
  #makeRoom(made: StoredAnswer): void {
    const isFull = () => this.#bytes > this.#limits.maxBytes
    for (const stored of this.#stored.values()) {
      if (!isFull()) return
      this.#bytes -= stored.dropOtherEncodings()
    }
    for (const [oldest, candidate] of this.#stored) {
      if (!isFull()) return
      if (candidate !== made && (candidate.wasUsed || Math.random() < 0.5)) {
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
    this.#bytes -= stored.bytes
    for (const tag of stored.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
