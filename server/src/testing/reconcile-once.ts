/** Reconciles once, as a second server would: a test forks this file, sends it a task and gets back the warnings. */
import { once } from 'node:events'
import Fastify from 'fastify'
import type { PaymentDeps } from '../payments/deps.ts'
import { endLapsedOrders } from '../payments/end-lapsed-orders.ts'
import { createGateway } from '../payments/gateway.ts'
import { reconcile } from '../payments/reconcile.ts'
import { type DatabaseConnection, openDb } from '../platform/db/db.ts'

export interface ReconcileTask {
  connection: DatabaseConnection
  gatewayOrigin: string
  serverKey: string
  now: string
}

const [task] = (await once(process, 'message')) as [ReconcileTask]
const { connection, gatewayOrigin, serverKey, now } = task
const { db, close } = openDb(connection)
const warnings: string[] = []
const log = Fastify({ logger: { stream: { write: (line: string) => void warnings.push(line) }, level: 'warn' } }).log
const payments: PaymentDeps = {
  db,
  gateway: createGateway({ serverKey, snapUrl: gatewayOrigin, apiUrl: gatewayOrigin }),
  clock: () => new Date(now),
  clockWatch: { isRight: async () => true },
  log,
  sender: { shopName: 'Camilan', publicUrl: '' },
  urls: { notification: '', finish: () => '' },
  shippingCost: () => 0,
}
await endLapsedOrders(payments)
await reconcile(payments)
await close()
process.send?.(warnings)
process.disconnect()
