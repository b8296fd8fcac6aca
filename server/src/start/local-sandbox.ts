import path from 'node:path'
import Fastify from 'fastify'
import type { Config } from '../config.ts'
import { lockSandbox } from '../payments/keys/lock-sandbox.ts'
import { randomToken } from '../people/users/random-token.ts'
import type { DatabaseConnection } from '../platform/db/db.ts'

/**
 * The payment sandbox. The shop calls it over HTTP on a listener of its own, which is closed after the shop's.
 * @param closers  gets the function that closes it
 * @param onLost  called when another process on the database has started its own sandbox: this process must stop
 */
export async function openLocalSandbox(
  config: Config,
  connection: DatabaseConnection,
  { closers, onLost }: { closers: (() => Promise<unknown>)[]; onLost: (error: Error) => void },
) {
  const { dataDir, publicUrl, payments } = config
  const { keys } = payments
  if (!keys) throw new Error('the local sandbox has no keys')
  // Its control API can pay any order. Behind a proxy every peer is on loopback, so an IP address proves nothing.
  const controlToken = config.production ? randomToken() : undefined
  // A shop without it does not load it.
  const { openPaymentSandbox } = await import('@camilan/payment-sandbox')
  const lock = await lockSandbox(connection, onLost)
  closers.push(() => lock.release())
  const sandbox = openPaymentSandbox({
    ...keys,
    browserOrigin: publicUrl,
    ...(controlToken !== undefined && { controlToken }),
    stateFile: path.join(dataDir, 'payment-sandbox.jsonl'),
  })
  const listener = Fastify({ forceCloseConnections: true }) // its only client was closed before
  await listener.register(sandbox.merchantRoutes)
  const origin = await listener.listen({ host: '127.0.0.1', port: 0 })
  closers.push(async () => {
    await listener.close()
    await sandbox.close()
  })
  return {
    controlToken,
    origins: { snapUrl: origin, apiUrl: origin },
    browserRoutes: async (app: Parameters<typeof sandbox.browserRoutes>[0]) => {
      await app.register(sandbox.browserRoutes)
      await app.register(sandbox.controlRoutes)
    },
  }
}
