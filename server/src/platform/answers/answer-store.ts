/** Recent answers with the tags of what they show. A change names the tags that it touches, and ends those answers. */
import { LRUCache } from 'lru-cache'
import { minutes } from '../clock.ts'
import { type Answer, cachedFor, isForEverybody, type SentAnswer, type Variant } from './answer.ts'

/** Of the things that an answer shows. From `endsAt` on it would show something else without a change. */
export type Tags = Set<string> & { endsAt?: Date }

/** Makes an answer and adds the tags of the things that it shows. */
export type MakeAnswer = (tags: Tags) => Promise<Answer>

export interface KeptAnswer {
  readonly key: string
  readonly answer: Answer
  readonly tags: Readonly<Tags>
  readonly beganAtMs: number
  /** None of the first so many changes touches it. */
  unchangedUntil: number
  /** The forms in which it was sent. */
  readonly sent: Readonly<Partial<Record<Variant, SentAnswer>>>
}

interface GetOptions {
  /** Searches are kept apart, so that those that visitors invent displace no other answers. */
  isSearch?: boolean
  /** Whether others may get the answer. */
  keeps?: (answer: Answer) => boolean
  inTurn?: (work: () => Promise<KeptAnswer>) => Promise<KeptAnswer>
}

const megabyte = 1024 * 1024
const defaultBytes = { answers: 48 * megabyte, searches: 4 * megabyte }
/** The memory of an answer besides its body: headers, tags, URLs. Measured with pages. */
const overheadBytes = 4_096
/**
 * The event of a change can be lost, and is shown within five seconds. An answer ends this long after the last moment for which no
 * event is missing.
 */
const defaultMaxAgeMs = 4_000
/** After it a change without an event, such as by hand in the database, is seen. */
const maxLifeMs = minutes(5)
const maxChangedTags = 20_000

/** The age of answers that show values without events is not extended. */
export const momentaryTag = 'momentary'

export class AnswerStore {
  readonly #stores: Record<keyof typeof defaultBytes, LRUCache<string, KeptAnswer>>
  readonly #making = new Map<string, Promise<KeptAnswer>>()
  readonly #maxAgeMs: number
  readonly #clock: () => Date
  #changes = 0
  /** The number of the last change of everything, and of each tag. */
  #everythingChangedAt = 0
  readonly #changedAt = new Map<string, number>()
  #caughtUpMs = Number.NEGATIVE_INFINITY
  #isMissing = false

  constructor({
    maxAgeMs = defaultMaxAgeMs,
    bytes = {},
    clock = () => new Date(),
  }: { maxAgeMs?: number; bytes?: Partial<typeof defaultBytes>; clock?: () => Date } = {}) {
    this.#maxAgeMs = maxAgeMs
    this.#clock = clock
    const { answers, searches } = { ...defaultBytes, ...bytes }
    const store = (maxSize: number) => new LRUCache<string, KeptAnswer>({ maxSize, sizeCalculation: bytesOf })
    this.#stores = { answers: store(answers), searches: store(searches) }
  }

  get sizes(): { cache: string; bytes: number; answers: number }[] {
    return Object.entries(this.#stores).map(([cache, { calculatedSize, size }]) => ({
      cache,
      bytes: calculatedSize,
      answers: size,
    }))
  }

  /**
   * An answer that no earlier change touches. Concurrent requests wait for the same one, unless a change came since it
   * began. One that is not for everybody is not kept.
   */
  async get(key: string, make: MakeAnswer, options: GetOptions = {}): Promise<KeptAnswer> {
    const kept = this.find(key)
    if (kept) return kept
    const running = this.#making.get(key)
    if (running) {
      const made = await running
      if (this.#isValid(made)) return made
    }
    return this.#making.get(key) ?? this.#make(key, make, options)
  }

  find(key: string): KeptAnswer | undefined {
    const kept = this.#stores.answers.get(key) ?? this.#stores.searches.get(key)
    return kept && this.#isValid(kept) ? kept : undefined
  }

  /** Keep the sent bytes of a kept answer, other encodings than its own only in free room. */
  keepSent({ key, answer }: KeptAnswer, variant: Variant, sent: SentAnswer): boolean {
    const store = Object.values(this.#stores).find((one) => one.peek(key)?.answer === answer)
    const kept = store?.peek(key)
    if (!store || !kept) return false
    const more = { ...kept, sent: { ...kept.sent, [variant]: sent } }
    const isFull = store.calculatedSize + bytesOf(more) - bytesOf(kept) > store.maxSize
    if (!isFull) store.set(key, more)
    return !isFull
  }

  /** Its header Cache-Control for caches in front at this moment; undefined: as its answer has it. */
  protected limitedCaching({ answer, tags }: KeptAnswer): string | undefined {
    const header = answer.headers['cache-control']
    if (!tags.endsAt || typeof header !== 'string') return undefined
    return cachedFor(header, Math.max(0, Math.floor((tags.endsAt.getTime() - this.#clock().getTime()) / 1_000)))
  }

  expire(tags: readonly string[]): void {
    this.#changes += 1
    for (const tag of tags) this.#changedAt.set(tag, this.#changes)
    if (this.#changedAt.size > maxChangedTags) this.clear()
  }

  /** Everything may have changed. */
  clear(): void {
    this.#changes += 1
    this.#everythingChangedAt = this.#changes
    this.#changedAt.clear()
    for (const store of Object.values(this.#stores)) store.clear()
  }

  /** `expire` has been called for every commit before `untilMs`: an answer that is still kept shows that moment. */
  caughtUp(untilMs: number): void {
    if (this.#isMissing) this.clear()
    this.#isMissing = false
    this.#caughtUpMs = untilMs
  }

  /** Answers end by their age, because a process without its database could not make them again. */
  eventsMissed(): void {
    this.#isMissing = true
  }

  #make(key: string, make: MakeAnswer, options: GetOptions): Promise<KeptAnswer> {
    const { isSearch = false, keeps = isForEverybody, inTurn = (work) => work() } = options
    const making = inTurn(async () => {
      // Before the data is read.
      const begun = { beganAtMs: performance.now(), unchangedUntil: this.#changes }
      const tags: Tags = new Set<string>()
      return { key, answer: await make(tags), tags, ...begun, sent: {} }
    })
      .then((made) => {
        if (keeps(made.answer) && this.#isValid(made)) this.#stores[isSearch ? 'searches' : 'answers'].set(key, made)
        return made
      })
      .finally(() => this.#making.get(key) === making && this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #isValid(kept: KeptAnswer): boolean {
    const { beganAtMs, tags } = kept
    const nowMs = performance.now()
    const shownMs = tags.has(momentaryTag) ? beganAtMs : Math.max(beganAtMs, this.#caughtUpMs)
    if (nowMs >= shownMs + this.#maxAgeMs || nowMs >= beganAtMs + maxLifeMs) return false
    if (tags.endsAt && this.#clock() >= tags.endsAt) return false
    if (kept.unchangedUntil === this.#changes) return true
    if (this.#everythingChangedAt > kept.unchangedUntil) return false
    for (const tag of tags) if ((this.#changedAt.get(tag) ?? 0) > kept.unchangedUntil) return false
    kept.unchangedUntil = this.#changes
    return true
  }
}

function bytesOf({ answer, sent }: KeptAnswer): number {
  let bytes = overheadBytes + answer.body.length
  for (const { body } of Object.values(sent)) if (body !== undefined && body !== answer.body) bytes += body.length
  return bytes
}
