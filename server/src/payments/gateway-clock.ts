import type { OutsideClock } from '../platform/clock-watch.ts'

const timeoutMs = 5_000

/**
 * The gateway's clock, from the `Date` header of its answers.
 * @param apiUrl  the origin of its Core API; undefined if it can't be asked now
 */
export function gatewayClock(apiUrl: () => string | undefined): OutsideClock {
  return {
    name: 'Midtrans',
    async read() {
      const origin = apiUrl()
      if (origin === undefined) return null
      // The call is refused without a key, but the answer never comes from a cache.
      const response = await fetch(`${origin}/v2/clock/status`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      const time = Date.parse(response.headers.get('date') ?? '')
      return Number.isNaN(time) ? null : new Date(time)
    },
  }
}
