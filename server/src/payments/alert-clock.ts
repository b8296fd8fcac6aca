import { type AlarmDeps, endAlarm, raiseAlarm } from '../notifications/alarms.ts'
import type { ClockDifference } from '../platform/clock-watch.ts'
import type { PaymentDeps } from './deps.ts'

type Deps = AlarmDeps & Pick<PaymentDeps, 'log'>

/** The clock of this machine is wrong, so no unpaid order ends: log it, and notify the administrators daily. */
export async function alertClock(deps: Deps, { name, aheadMs }: ClockDifference): Promise<void> {
  const { log } = deps
  log.error({ name, aheadMs }, 'the clock of this machine is wrong: no unpaid order ends until it is right')
  await raiseAlarm(deps, 'clock', { kind: 'clock-differs', to: 'admins', clockName: name, aheadMs }).catch(
    (error: unknown) => log.warn({ err: error }, 'the administrators were not notified of the wrong clock'),
  )
}

/** It also notifies if another process, or this one before its restart, noticed the wrong clock. */
export async function clockIsRightAgain(deps: Deps): Promise<void> {
  const { log } = deps
  const wasWrong = await endAlarm(deps, 'clock', { kind: 'clock-right', to: 'admins' }).catch((error: unknown) => {
    log.warn({ err: error }, 'the administrators were not notified that the clock is right again')
    return false
  })
  if (wasWrong) log.info('the clock of this machine is right again')
}
