/**
 * Call `act` when the browser is idle, at the latest after 2 s: for parts of the page beside its content.
 * @param signal  prevents the call
 */
export function whenIdle(act: () => void, signal: AbortSignal): void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    act()
    return
  }
  const idle = requestIdleCallback(act, { timeout: 2_000 })
  signal.addEventListener('abort', () => cancelIdleCallback(idle))
}
