import type { FastifyPluginAsync } from 'fastify'
import { browserRoutes } from './browser/routes.ts'
import { SandboxClock } from './clock.ts'
import { controlRoutes } from './control/routes.ts'
import { DueTimer } from './due-timer.ts'
import { Journal } from './journal.ts'
import { merchantRoutes } from './merchant/routes.ts'
import { endDuePayments } from './payments/end-due-payments.ts'
import { PaymentStore } from './payments/payment-store.ts'
import type { Sandbox } from './sandbox.ts'
import { defaultSwitches } from './switches.ts'
import { Webhooks } from './webhooks/webhooks.ts'

export type { Charge } from './payments/payment.ts'
export type { Switches } from './switches.ts'
export type { Delivery } from './webhooks/delivery.ts'

export interface PaymentSandboxOptions {
  serverKey: string
  clientKey: string
  /** The origin under which browsers reach `browserRoutes`; it is part of `redirect_url`. A function is called each time. */
  browserOrigin: string | (() => string)
  /** The file that keeps the state. Without it a restart loses everything. */
  stateFile?: string
  /** The target of webhooks without X-Override-Notification: the notification URL of Midtrans's dashboard. */
  defaultNotificationUrl?: string
  /** The token that every call of the control API must send as X-Sandbox-Token. Without it calls need none. */
  controlToken?: string
  /** Divides the waits between webhook attempts (2, 10, 30, 90 and 210 minutes). Default 1. */
  speed?: number
  now?: () => Date
  log?: (line: string) => void
}

/** Three independent Fastify plugins, to be registered without a prefix on one app or on several. */
export interface PaymentSandbox {
  browserRoutes: FastifyPluginAsync
  merchantRoutes: FastifyPluginAsync
  controlRoutes: FastifyPluginAsync
  /** Call it after the apps are closed. Undelivered webhooks are sent when `browserRoutes` listens again. */
  close(): Promise<void>
}

/**
 * Opens a test double of Midtrans: Snap and Core API, with the methods of the contract. No money moves.
 * @throws if the server key or client key does not begin with `SB-`, so that real keys are never used here
 */
export function openPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { serverKey, clientKey, browserOrigin, speed = 1, now = () => new Date(), log = () => {} } = options
  for (const key of [serverKey, clientKey]) {
    if (!key.startsWith('SB-')) throw new Error('the payment sandbox takes only keys that begin with SB-')
  }
  const { journal, state } = Journal.open(options.stateFile, log)
  const clock = new SandboxClock(now, state.offsetMs)
  const webhooks = new Webhooks({ journal, clock, serverKey, speed, log }, state.deliveries)
  const paymentTimer = new DueTimer(clock, () => endDuePayments(sandbox))
  const sandbox: Sandbox = {
    serverKey,
    clientKey,
    browserOrigin: () => (typeof browserOrigin === 'string' ? browserOrigin : browserOrigin()).replace(/\/$/, ''),
    speed,
    clock,
    journal,
    payments: new PaymentStore(state.payments),
    webhooks,
    paymentTimer,
    switches: { ...defaultSwitches },
  }
  paymentTimer.schedule(clock.now())
  return {
    browserRoutes: browserRoutes(sandbox),
    merchantRoutes: merchantRoutes(sandbox, options.defaultNotificationUrl),
    controlRoutes: controlRoutes(sandbox, options.controlToken),
    async close() {
      paymentTimer.close()
      await webhooks.close()
      journal.close()
    },
  }
}
