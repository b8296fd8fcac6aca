/** While the clock of this machine is wrong, no unpaid order ends. */
import { type AlarmDeps, endAlarm, raiseAlarm } from '../people/notifications/alarms.ts'
import type { ClockDifference, OutsideClock } from '../platform/clock-watch.ts'
import type { PaymentDeps } from './deps.ts'

/** @param apiUrl  the origin of the gateway's Core API; undefined if it can't be asked now */
export const gatewayClock = (apiUrl: () => string | undefined): OutsideClock => ({
  name: 'Midtrans',
  async read() {
    if (apiUrl() === undefined) return null
    // The call is refused without a key, but its answer, with the `Date` header, never comes from a cache.
    const { body, headers } = await fetch(`${apiUrl()}/v2/clock/status`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    })
    await body?.cancel()
    const time = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(time) ? null : new Date(time)
  },
})

/** Notify the administrators of a wrong clock, daily, and of a right one if any process has notified them of a wrong one. */
export async function alertClock(deps: AlarmDeps & Pick<PaymentDeps, 'log'>, difference: ClockDifference | undefined) {
  const warn = (err: unknown) => deps.log.warn({ err }, 'the administrators were not notified of the clock')
  if (difference) {
    const { name: clockName, aheadMs } = difference
    deps.log.error(difference, 'the clock of this machine is wrong: no unpaid order ends until it is right')
    await raiseAlarm(deps, 'clock', { kind: 'clock-differs', to: 'admins', clockName, aheadMs }).catch(warn)
  } else if (await endAlarm(deps, 'clock', { kind: 'clock-right', to: 'admins' }).catch(warn)) {
    deps.log.info('the clock of this machine is right again')
  }
}
