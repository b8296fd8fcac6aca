/** How many products a search finds, kept between requests, because counting reads every product that matches. */

/** An event of a change can be lost; after this time a search is counted again in any case. */
const maxAgeMs = 5_000
/** Searches are chosen by visitors, so their number has a bound. */
const maxKept = 1_000

export type Keep = (search: string, total: number) => void

export interface KeptTotals {
  /** Undefined when the search must be counted. */
  of(search: string): number | undefined
  /** Call it before counting: what it returns keeps nothing that was counted before a `clear`. */
  keeper(): Keep
  /** Forget all, because products were added, removed or renamed. */
  clear(): void
}

interface Kept {
  total: number
  endsAt: number
}

/** @param nowMs  a clock that never goes back */
export function keptTotals(nowMs: () => number = () => performance.now()): KeptTotals {
  let kept = new Map<string, Kept>()
  return {
    of(search) {
      const found = kept.get(search)
      return found && nowMs() < found.endsAt ? found.total : undefined
    },
    keeper() {
      const target = kept
      const endsAt = nowMs() + maxAgeMs
      return (search, total) => {
        target.delete(search)
        target.set(search, { total, endsAt })
        const [oldest] = target.keys()
        if (target.size > maxKept && oldest !== undefined) target.delete(oldest)
      }
    },
    clear() {
      kept = new Map()
    },
  }
}
