/**
 * One run at a time, so that an older answer never replaces a newer one.
 * @returns a call while one runs is answered by one more run after it
 */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again: Promise<void> | undefined
  return function start(): Promise<void> {
    if (!running) {
      running = run().finally(() => {
        running = undefined
      })
      return running
    }
    again ??= running
      .catch(() => {})
      .then(() => {
        again = undefined
        return start()
      })
    return again
  }
}
