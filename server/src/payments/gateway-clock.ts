import type { OutsideClock } from '../platform/clock-watch.ts'

const timeoutMs = 5_000

/**
 * The gateway's clock, as the `Date` header of its answers tells it.
 * @param apiUrl  the origin of its Core API; undefined: it can't be asked now
 */
export function gatewayClock(apiUrl: () => string | undefined): OutsideClock {
  return {
    name: 'Midtrans',
    async read() {
      const origin = apiUrl()
      if (origin === undefined) return null
      // Without a key it is refused, but never out of a cache.
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
