import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { FastifyBaseLogger } from 'fastify'
import type { Sender } from '../mail/mail-content.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClockWatch } from '../platform/clock-watch.ts'
import type { Db } from '../platform/db/db.ts'
import type { Gateways } from './keys/gateways.ts'

export interface PaymentUrls {
  notification: string
  /** The gateway sends the buyer here after the payment page. */
  finish(orderId: string): string
  /** The same for the buyer of an order without an account. */
  linkedOrder: string
}

/** Called after an event of a payment. It must neither throw nor take time. */
export interface PaymentWatch {
  webhook(outcome: WebhookOutcome): void
  /** An order was paid. The value says how the shop learned of it. */
  paid(by: 'webhook' | 'reconciliation'): void
}

/**
 * `applied`: it changed something. `unchanged`: it was known, or is not ours. `forged`: its signature is wrong.
 * `later`: it can't be handled now, and the gateway sends it again. `failed`: an unexpected error.
 */
export type WebhookOutcome = 'applied' | 'unchanged' | 'forged' | 'later' | 'failed'

/** The dependencies of this room's verbs. */
export interface PaymentDeps {
  db: Db
  gateways: Gateways
  clock: Clock
  /** Nothing expires while the clock of this machine is wrong. */
  clockWatch: ClockWatch
  log: FastifyBaseLogger
  urls: PaymentUrls
  /** The methods that the shop has on, in the order of the table. */
  methodsOn(): readonly PaymentMethod[]
  /** The name and the origin of the shop in mails to its administrators. */
  sender: Sender
  /** The counters of the shop's watch; undefined in a process without a watch. */
  watch?: PaymentWatch
}
