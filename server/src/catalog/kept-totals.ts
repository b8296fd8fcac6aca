/** How many products a search finds, kept between requests, because counting reads every product that matches. */

/** An event of a change can be lost; after this time a search is counted again in any case. */
const maxAgeMs = 5_000
/** Searches are chosen by visitors, so their number has a bound. */
const maxKept = 1_000

export interface KeptTotals {
  /** Calls `count` unless the total is kept or is being counted. */
  get(search: string, count: () => Promise<number>): Promise<number>
  /** Forget all, because products were added, removed or renamed. What is being counted now is not kept. */
  clear(): void
}

interface Kept {
  total: Promise<number>
  endsAt: number
}

/** @param nowMs  a clock that never goes back */
export function keptTotals(nowMs: () => number = () => performance.now()): KeptTotals {
  let kept = new Map<string, Kept>()
  return {
    get(search, count) {
      const target = kept
      const found = target.get(search)
      if (found && nowMs() < found.endsAt) return found.total
      const counted = { total: count(), endsAt: nowMs() + maxAgeMs }
      target.delete(search)
      target.set(search, counted)
      const [oldest] = target.keys()
      if (target.size > maxKept && oldest !== undefined) target.delete(oldest)
      counted.total.catch(() => target.get(search) === counted && target.delete(search))
      return counted.total
    },
    clear() {
      kept = new Map()
    },
  }
}
