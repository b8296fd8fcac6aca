import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { ClockWatch } from '../platform/clock-watch.ts'
import type { Db } from '../platform/db/db.ts'
import type { Gateway } from './gateway.ts'

/** URLs of the shop that the gateway uses. */
export interface PaymentUrls {
  /** Where it sends its notifications. */
  notification: string
  /** Where it sends the buyer after the payment page. */
  finish(orderId: string): string
}

/** The dependencies of this room's verbs. */
export interface PaymentDeps {
  db: Db
  gateway: Gateway
  clock: Clock
  /** Nothing expires while the clock of this machine is wrong. */
  clockWatch: ClockWatch
  log: FastifyBaseLogger
  urls: PaymentUrls
  /** Whole rupiah; the part of an order's costs that the payment page shows as shipping. */
  shippingCost: number
}
