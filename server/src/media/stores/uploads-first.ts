export interface UploadsFirst {
  /** Run the work of an upload, after ending the running background work. */
  upload<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Run background work when no upload waits or runs. Its signal aborts when an upload arrives, or with `signal`. Calls
   * must not overlap.
   * @returns false if it was aborted, before or while it ran; errors that follow from the abort are dropped
   */
  inBackground(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>
}

/** Keeps background work from running beside uploads in one process. */
export function uploadsFirst(): UploadsFirst {
  let uploads = 0
  let noUpload = Promise.withResolvers<void>()
  let background: { interrupt: AbortController; ended: Promise<unknown> } | undefined
  noUpload.resolve()
  return {
    async upload(work) {
      if (uploads++ === 0) noUpload = Promise.withResolvers()
      try {
        background?.interrupt.abort()
        await background?.ended
        return await work()
      } finally {
        if (--uploads === 0) noUpload.resolve()
      }
    },
    async inBackground(signal, work) {
      while (uploads > 0 && !signal.aborted) await unlessAborted(signal, noUpload.promise)
      if (signal.aborted) return false
      const interrupt = new AbortController()
      const either = AbortSignal.any([signal, interrupt.signal])
      const running = work(either)
      background = { interrupt, ended: running.catch(() => {}) }
      try {
        await running
        return true
      } catch (error) {
        if (!either.aborted) throw error
        return false
      } finally {
        background = undefined
      }
    },
  }
}

/** Resolves with the promise, or when the signal aborts. */
async function unlessAborted(signal: AbortSignal, promise: Promise<void>): Promise<void> {
  const aborted = Promise.withResolvers<void>()
  const onAbort = () => aborted.resolve()
  signal.addEventListener('abort', onAbort)
  await Promise.race([promise, aborted.promise])
  signal.removeEventListener('abort', onAbort)
}
