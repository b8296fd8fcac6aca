import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, minutes } from './clock.ts'

/** The clock of another machine. */
export interface OutsideClock {
  /** For the log and for the administrators. */
  name: string
  /** Null if it can't be read now. It may also throw. */
  read(): Promise<Date | null>
}

export interface ClockDifference {
  name: string
  /** The lead of our clock; negative if it is behind. */
  aheadMs: number
}

export interface ClockWatch {
  /** False while our clock differs from one of the others by more than five minutes. Clocks that can't be read are ignored. */
  isRight(): Promise<boolean>
}

export interface ReadableClockWatch extends ClockWatch {
  /** The result of the last check. Undefined while the clock is right. */
  difference(): ClockDifference | undefined
}

interface ClockWatchOptions {
  clock: Clock
  outside: readonly OutsideClock[]
  /** Called once when the clocks begin to differ. */
  onWrong(difference: ClockDifference): unknown
  /** Called once when they agree again. */
  onRight(): unknown
  /** The other clocks are not read again within this time, unless our clock jumps. */
  recheckMs?: number
}

const maxDifferenceMs = minutes(5)
/** If our clock and the time since the start of the process move apart by more, our clock was set. */
const jumpMs = 1_000
const readTimeoutMs = 5_000

/** Compares the clock of this machine with clocks outside of it. Without others it counts as right. */
export function createClockWatch(options: ClockWatchOptions): ReadableClockWatch {
  const { clock, outside, onWrong, onRight, recheckMs = 30_000 } = options
  let wasRight = true
  let latest: ClockDifference | undefined
  let last: { at: number; clockAt: number; isRight: Promise<boolean>; running: boolean } | undefined

  async function check(): Promise<boolean> {
    const differences = await Promise.all(outside.map((other) => differenceFrom(clock, other)))
    const difference = differences.find((found) => found !== null)
    const isRight = difference === undefined
    if (difference && wasRight) await onWrong(difference)
    if (isRight && !wasRight) await onRight()
    wasRight = isRight
    latest = difference
    return isRight
  }

  return {
    difference: () => latest,
    isRight() {
      // Setting the clock does not affect `performance.now()`.
      const [at, clockAt] = [performance.now(), clock().getTime()]
      if (last) {
        const [passed, passedByClock] = [at - last.at, clockAt - last.clockAt]
        const hasJumped = Math.abs(passedByClock - passed) > jumpMs
        if (last.running || (passed < recheckMs && !hasJumped)) return last.isRight
      }
      const started = { at, clockAt, isRight: check(), running: true }
      const stop = () => {
        started.running = false
      }
      started.isRight.then(stop, stop)
      last = started
      return started.isRight
    },
  }
}

async function differenceFrom(clock: Clock, { name, read }: OutsideClock): Promise<ClockDifference | null> {
  const askedAt = clock().getTime()
  const theirs = await Promise.race([read().catch(() => null), wait(readTimeoutMs, null, { ref: false })])
  if (theirs === null) return null
  const answeredAt = clock().getTime()
  // Their clock was read at some moment between the two.
  const nearest = Math.min(Math.max(theirs.getTime(), askedAt), answeredAt)
  const aheadMs = nearest - theirs.getTime()
  return Math.abs(aheadMs) > maxDifferenceMs ? { name, aheadMs } : null
}
