import type { FastifyPluginAsync } from 'fastify'
import { Alarm } from './alarm.ts'
import { browserRoutes } from './browser/routes.ts'
import { SandboxClock } from './clock.ts'
import { controlRoutes } from './control/routes.ts'
import { Journal } from './journal.ts'
import { merchantRoutes } from './merchant/routes.ts'
import { lapse } from './payments/lapse.ts'
import { PaymentStore } from './payments/payment-store.ts'
import type { Sandbox } from './sandbox.ts'
import { DEFAULT_SWITCHES } from './switches.ts'
import { Webhooks } from './webhooks/webhooks.ts'

export interface PaymentSandboxOptions {
  serverKey: string
  clientKey: string
  /** The origin under which browsers reach `browserRoutes`; it stands in `redirect_url`. Asked anew each time. */
  browserOrigin: string | (() => string)
  /** Where the memory is kept; without it a restart forgets everything. */
  stateFile?: string
  /** Where webhooks go that have no X-Override-Notification: the address in Midtrans' dashboard. */
  defaultNotificationUrl?: string
  /** Divides the waits between webhook attempts (2, 10, 30, 90 and 210 minutes). Default 1. */
  speed?: number
  now?: () => Date
  log?: (line: string) => void
}

/** Three Fastify plugins, each self-contained, to be registered without a prefix on one app or on several. */
export interface PaymentSandbox {
  browserRoutes: FastifyPluginAsync
  merchantRoutes: FastifyPluginAsync
  controlRoutes: FastifyPluginAsync
  /** Call it after the apps are closed. Undelivered webhooks go out when `browserRoutes` next listens. */
  close(): Promise<void>
}

/**
 * Opens a stand-in for Midtrans Snap and its Core API, BCA virtual account only. No money moves.
 * @throws when the server key or client key does not begin with `SB-`: real keys have no business here
 */
export function openPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { serverKey, clientKey, browserOrigin, speed = 1, now = () => new Date(), log = () => {} } = options
  for (const key of [serverKey, clientKey]) {
    if (!key.startsWith('SB-')) throw new Error('the payment sandbox takes only keys that begin with SB-')
  }
  const { journal, state } = Journal.open(options.stateFile, log)
  const clock = new SandboxClock(now, state.offsetMs)
  const webhooks = new Webhooks({ journal, clock, serverKey, speed, log }, state.deliveries)
  const lapses = new Alarm(clock, () => lapse(sandbox))
  const sandbox: Sandbox = {
    serverKey,
    clientKey,
    browserOrigin: () => (typeof browserOrigin === 'string' ? browserOrigin : browserOrigin()).replace(/\/$/, ''),
    speed,
    clock,
    journal,
    payments: new PaymentStore(state.payments),
    webhooks,
    lapses,
    switches: { ...DEFAULT_SWITCHES },
  }
  lapses.setFor(clock.now())
  return {
    browserRoutes: browserRoutes(sandbox),
    merchantRoutes: merchantRoutes(sandbox, options.defaultNotificationUrl),
    controlRoutes: controlRoutes(sandbox),
    async close() {
      lapses.close()
      await webhooks.close()
      journal.close()
    },
  }
}
