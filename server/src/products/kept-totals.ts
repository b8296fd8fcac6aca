/** The number of products that a search finds, kept between requests, because a count reads every product that matches. */
import { memoized } from '../platform/concurrency/memoized.ts'

/** An event of a change can be lost. A total is counted again after this time. */
const maxAgeMs = 5_000
/** Visitors choose searches, so their number has a bound. */
const maxKept = 1_000

export interface KeptTotals {
  /** Calls `count` unless the total is kept or is being counted. */
  get(search: string, count: () => Promise<number>): Promise<number>
  /** Remove all totals, because products were added, removed or renamed. A count that is running is not kept. */
  clear(): void
}

/** @param nowMs  a clock that never goes back */
export function keptTotals(nowMs?: () => number): KeptTotals {
  const kept = new Map<string, ReturnType<typeof memoized<number>>>()
  return {
    get(search, count) {
      const total = kept.get(search) ?? memoized<number>(maxAgeMs, nowMs)
      kept.delete(search)
      kept.set(search, total)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      return total(count)
    },
    clear: () => kept.clear(),
  }
}
