/**
 * What `make` returned last, for `ms` from the moment in which it was called; concurrent callers wait for the same call.
 * A failure is not kept.
 * @param nowMs  a clock that never goes back
 */
export function keptFor<T>(ms: number, make: () => Promise<T>, nowMs = () => performance.now()): () => Promise<T> {
  let kept: { value: Promise<T>; endsAt: number } | undefined
  return () => {
    if (kept && nowMs() < kept.endsAt) return kept.value
    const made = { value: make(), endsAt: nowMs() + ms }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}
