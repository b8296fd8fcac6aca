import type { SandboxClock } from './clock.ts'
import type { DueTimer } from './due-timer.ts'
import type { Journal } from './journal.ts'
import type { PaymentStore } from './payments/payment-store.ts'
import type { Switches } from './switches.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The state and parts that every route and function of the sandbox uses. */
export interface Sandbox {
  readonly serverKey: string
  readonly clientKey: string
  /** The origin that browsers see, without a trailing slash. */
  readonly browserOrigin: () => string
  readonly speed: number
  readonly clock: SandboxClock
  readonly journal: Journal
  readonly payments: PaymentStore
  readonly webhooks: Webhooks
  /** Ends payments when they are due. */
  readonly paymentTimer: DueTimer
  switches: Switches
}
