import type { SandboxClock } from './clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1
const SHORTEST_TIMER_MS = 5

/**
 * Calls `ring` when the earliest time it was set for has come. `ring` does what is due and returns the next due time
 * (epoch ms, Infinity for none). Times are the sandbox's, so whoever advances the clock calls `ringIfDue`.
 */
export class Alarm {
  readonly #clock: SandboxClock
  readonly #ring: () => number
  #dueAt = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(clock: SandboxClock, ring: () => number) {
    this.#clock = clock
    this.#ring = ring
  }

  setFor(at: number): void {
    if (at < this.#dueAt) this.#arm(at)
  }

  ringIfDue(): void {
    if (this.#clock.now() < this.#dueAt) return
    this.#dueAt = Number.POSITIVE_INFINITY
    this.setFor(this.#ring())
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #arm(at: number): void {
    this.#dueAt = at
    clearTimeout(this.#timer)
    if (this.#closed || at === Number.POSITIVE_INFINITY) return
    const waitMs = Math.min(Math.max(at - this.#clock.now(), SHORTEST_TIMER_MS), LONGEST_TIMER_MS)
    this.#timer = setTimeout(() => {
      this.ringIfDue()
      this.#arm(this.#dueAt) // woken too early: the machine's clock was set back, or the wait was too long for one timer
    }, waitMs)
    this.#timer.unref()
  }
}
