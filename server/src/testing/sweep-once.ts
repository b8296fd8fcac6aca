/** A second server's sweep, as a process of its own: forked by a test, told what it needs, it answers with its warnings. */
import { once } from 'node:events'
import Fastify from 'fastify'
import { createGateway } from '../payments/gateway.ts'
import { reconcile } from '../payments/reconcile.ts'
import { type DatabaseConnection, openDb } from '../platform/db/db.ts'

export interface SweepTask {
  connection: DatabaseConnection
  gatewayOrigin: string
  serverKey: string
  now: string
}

const [task] = (await once(process, 'message')) as [SweepTask]
const { connection, gatewayOrigin, serverKey, now } = task
const { db, close } = openDb(connection)
const warnings: string[] = []
const log = Fastify({ logger: { stream: { write: (line: string) => void warnings.push(line) }, level: 'warn' } }).log
await reconcile({
  db,
  gateway: createGateway({ serverKey, snapUrl: gatewayOrigin, apiUrl: gatewayOrigin }),
  clock: () => new Date(now),
  log,
  publicUrl: '',
  shippingCost: 0,
})
await close()
process.send?.(warnings)
process.disconnect()
