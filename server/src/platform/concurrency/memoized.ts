/**
 * What `make` returned last, for `ms` from the moment in which it was called; concurrent callers wait for the same call.
 * A failure is not kept.
 * @param nowMs  a clock that never goes back
 */
export function memoized<T>(ms: number, nowMs = () => performance.now()): (make: () => Promise<T>) => Promise<T> {
  let kept: { value: Promise<T>; endsAt: number } | undefined
  return (make) => {
    if (kept && nowMs() < kept.endsAt) return kept.value
    const made = { value: make(), endsAt: nowMs() + ms }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}
