import type { Alarm } from './alarm.ts'
import type { SandboxClock } from './clock.ts'
import type { Journal } from './journal.ts'
import type { PaymentStore } from './payments/payment-store.ts'
import type { Switches } from './switches.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What every route and verb of the sandbox works on. */
export interface Sandbox {
  readonly serverKey: string
  readonly clientKey: string
  /** The origin that browsers see, without a slash at its end. */
  readonly browserOrigin: () => string
  readonly speed: number
  readonly clock: SandboxClock
  readonly journal: Journal
  readonly payments: PaymentStore
  readonly webhooks: Webhooks
  /** Rings when a VA expires. */
  readonly lapses: Alarm
  switches: Switches
}
