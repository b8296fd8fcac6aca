import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Gateway } from './gateway.ts'

/** What every verb of this room works with. */
export interface PaymentDeps {
  db: Db
  gateway: Gateway
  clock: Clock
  log: FastifyBaseLogger
  publicUrl: string
  /** Whole rupiah; how an order's costs are told apart on the payment page. */
  shippingCost: number
}
