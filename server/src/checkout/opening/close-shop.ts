/** Closing the shop for a while, and opening it again. */
import type { Closure } from '@camilan/contract/settings'
import type { Caller } from '../../people/login/guards.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type ChangeDeps, changeSettings, endsAtOnce, reopensTooEarly } from '../../settings/change-settings.ts'

/**
 * When it returns, no order is being placed: closing waits for open orders. A second call replaces the sentence and the
 * day.
 * @throws {InvalidForm} the day is not after today: the shop would open at once
 */
export async function closeShop(deps: ChangeDeps, by: Caller, closed: Closure, now: Date): Promise<void> {
  if (endsAtOnce(closed, now)) throw new InvalidForm({ reopens_on: reopensTooEarly })
  await changeSettings(deps, by, { version: 'any', change: { closed } }, now)
}

/** Hours that refuse orders, and the cap of the day, still apply. */
export async function reopenShop(deps: ChangeDeps, by: Caller, now: Date): Promise<void> {
  await changeSettings(deps, by, { version: 'any', change: { closed: null } }, now)
}
