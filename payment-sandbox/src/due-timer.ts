import type { SandboxClock } from './clock.ts'

const longestTimerMs = 2 ** 31 - 1
const shortestTimerMs = 5

/**
 * Calls `run` when the earliest scheduled time has come. `run` does the due work and returns the next due time (epoch ms,
 * Infinity for none). Times are those of the sandbox's clock. After it was advanced, call `runIfDue`.
 */
export class DueTimer {
  readonly #clock: SandboxClock
  readonly #run: () => number
  #dueAt = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(clock: SandboxClock, run: () => number) {
    this.#clock = clock
    this.#run = run
  }

  schedule(at: number): void {
    if (at < this.#dueAt) this.#setTimer(at)
  }

  runIfDue(): void {
    if (this.#clock.now() < this.#dueAt) return
    this.#dueAt = Number.POSITIVE_INFINITY
    this.schedule(this.#run())
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #setTimer(at: number): void {
    this.#dueAt = at
    clearTimeout(this.#timer)
    if (this.#closed || at === Number.POSITIVE_INFINITY) return
    const waitMs = Math.min(Math.max(at - this.#clock.now(), shortestTimerMs), longestTimerMs)
    this.#timer = setTimeout(() => {
      this.runIfDue()
      this.#setTimer(this.#dueAt) // too early: the machine's clock was set back, or the wait was too long for one timer
    }, waitMs)
    this.#timer.unref()
  }
}
