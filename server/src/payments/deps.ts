import type { FastifyBaseLogger } from 'fastify'
import type { Sender } from '../accounts/account-mails.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClockWatch } from '../platform/clock-watch.ts'
import type { Db } from '../platform/db/db.ts'
import type { Gateways } from './gateways.ts'

/** URLs of the shop that the gateway uses. */
export interface PaymentUrls {
  /** Where it sends its notifications. */
  notification: string
  /** Where it sends the buyer after the payment page. */
  finish(orderId: string): string
}

/** Called when something has happened; it must neither throw nor take time. */
export interface PaymentWatch {
  webhook(outcome: WebhookOutcome): void
  /** An order was paid, and this is how the shop learned of it. */
  paid(by: 'webhook' | 'reconciliation'): void
}

/**
 * `applied`: it changed something. `unchanged`: it was known, or is not one of ours. `forged`: its signature is wrong.
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
  /** The shop in mails to its administrators. */
  sender: Sender
  /** What the shop's watch counts; none in a process that has no watch. */
  watch?: PaymentWatch
}
