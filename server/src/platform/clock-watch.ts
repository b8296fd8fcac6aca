import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, minutes, seconds } from './clock.ts'
import { memoized } from './concurrency/memoized.ts'

/** The clock of another machine. `read`: null if it can't be read now; it may also throw. */
export type OutsideClock = { name: string; read(): Promise<Date | null> }

/** `aheadMs`: the lead of our clock; negative if it is behind. */
export type ClockDifference = { name: string; aheadMs: number }

export interface ClockWatch {
  /** False while our clock differs from one of the others by more than five minutes. Clocks that can't be read are ignored. */
  isRight(): Promise<boolean>
  /** The result of the last check. Undefined while the clock is right. */
  difference(): ClockDifference | undefined
}

interface ClockWatchOptions {
  clock: Clock
  outside: readonly OutsideClock[]
  /** Called once when the clocks begin to differ, and once when they agree again. */
  onChange(difference: ClockDifference | undefined): unknown
  /** The other clocks are not read again within this time, unless our clock is set. */
  recheckMs?: number
}

/** Compares the clock of this machine with clocks outside of it. Without others it counts as right. */
export function createClockWatch({ clock, outside, onChange, recheckMs = seconds(30) }: ClockWatchOptions): ClockWatch {
  let difference: ClockDifference | undefined
  let startedAt = 0
  let lately = memoized<boolean>(recheckMs)

  async function check(): Promise<boolean> {
    const differences = await Promise.all(outside.map((other) => differenceFrom(clock, other)))
    const found = differences.find((one) => Math.abs(one.aheadMs) > minutes(5))
    if (!found !== !difference) await onChange(found)
    difference = found
    return !found
  }

  return {
    difference: () => difference,
    isRight() {
      const former = startedAt
      startedAt = clock().getTime() - performance.now() // which does not follow our clock when that is set
      if (Math.abs(startedAt - former) > seconds(1)) lately = memoized(recheckMs)
      return lately(check)
    },
  }
}

async function differenceFrom(clock: Clock, { name, read }: OutsideClock): Promise<ClockDifference> {
  const askedAt = clock().getTime()
  const theirs = await Promise.race([read().catch(() => null), wait(seconds(5), null, { ref: false })])
  if (theirs === null) return { name, aheadMs: 0 }
  // Their clock was read at some moment between the question and the answer.
  const nearest = Math.min(Math.max(theirs.getTime(), askedAt), clock().getTime())
  return { name, aheadMs: nearest - theirs.getTime() }
}
