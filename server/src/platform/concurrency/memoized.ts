/**
 * The last value of `make`, for `ms` from the moment of its call. Concurrent callers wait for the same call. A failure is
 * not kept.
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
