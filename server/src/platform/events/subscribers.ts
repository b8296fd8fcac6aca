import type { BroadcastEvent } from './outbox.ts'

export interface Subscriber {
  /** @param isOwn  whether this process has published it, so that only one process acts on it */
  onEvent(event: BroadcastEvent, isOwn: boolean): void
  /** Called when events may have been missed: when the listening connection is lost, and when it is restored. */
  onDisconnect(): void
  /** Every event with a mark that was committed before `untilMs`, a time of `performance.now()`, has been delivered. */
  onCaughtUp?(untilMs: number): void
}

/** For so long the time of an event is remembered. Opening a page takes less. */
const rememberedMs = 60_000

/** The subscribers of each topic in this process. A subscriber that fails does not affect the others. */
export class Subscribers {
  readonly #byTopic = new Map<string, Set<Subscriber>>()
  /** The time of the last event of each topic; the latest is the last one. */
  readonly #lastMs = new Map<string, number>()
  #completeSinceMs = performance.now()
  readonly #warn: (message: string) => void

  constructor(warn: (message: string) => void) {
    this.#warn = warn
  }

  add(topic: string, subscriber: Subscriber): () => void {
    const ofTopic = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, ofTopic.add(subscriber))
    return () => {
      ofTopic.delete(subscriber)
      if (ofTopic.size === 0 && this.#byTopic.get(topic) === ofTopic) this.#byTopic.delete(topic)
    }
  }

  silentMs(topic: string): number {
    const nowMs = performance.now()
    const lastMs = this.#lastMs.get(topic) ?? 0
    return nowMs - Math.max(lastMs, this.#completeSinceMs, nowMs - rememberedMs)
  }

  deliver(event: BroadcastEvent, isOwn: boolean): void {
    this.#remember(event.topic)
    this.#each(this.#byTopic.get(event.topic) ?? [], (subscriber) => {
      try {
        subscriber.onEvent(event, isOwn)
      } catch (error) {
        this.#warn(`the event ${event.event} of ${event.topic} has failed: ${messageOf(error)}`)
        subscriber.onDisconnect() // it has missed it
      }
    })
  }

  disconnected(): void {
    this.#completeSinceMs = performance.now()
    this.#each(this.#all(), (subscriber) => subscriber.onDisconnect())
  }

  caughtUp(untilMs: number): void {
    this.#each(this.#all(), (subscriber) => subscriber.onCaughtUp?.(untilMs))
  }

  #remember(topic: string): void {
    const nowMs = performance.now()
    this.#lastMs.delete(topic)
    this.#lastMs.set(topic, nowMs)
    for (const [old, atMs] of this.#lastMs) {
      if (atMs >= nowMs - rememberedMs) break
      this.#lastMs.delete(old)
    }
  }

  #all(): Subscriber[] {
    return [...this.#byTopic.values()].flatMap((some) => [...some])
  }

  #each(some: Iterable<Subscriber>, tell: (subscriber: Subscriber) => void): void {
    for (const subscriber of some) {
      try {
        tell(subscriber)
      } catch (error) {
        this.#warn(`a subscriber has failed: ${messageOf(error)}`)
      }
    }
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
