import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { openPaymentSandbox } from './index.ts'
import { readStandaloneConfig, type StandaloneConfig } from './standalone-config.ts'

try {
  await serve(readStandaloneConfig(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function serve(config: StandaloneConfig) {
  const { host, port, stateFile, serverKey, clientKey, notificationUrl, speed } = config
  const controlToken = config.production ? randomBytes(32).toString('base64url') : undefined
  const app = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({
    serverKey,
    clientKey,
    browserOrigin: () => app.listeningOrigin,
    speed,
    log: console.log,
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(stateFile === undefined ? {} : { stateFile }),
    ...(notificationUrl === undefined ? {} : { defaultNotificationUrl: notificationUrl }),
  })
  await app.register(sandbox.browserRoutes)
  await app.register(sandbox.merchantRoutes)
  await app.register(sandbox.controlRoutes)

  let isClosing = false
  const close = async () => {
    if (isClosing) return // npm forwards a signal that the process group has already received
    isClosing = true
    await app.close()
    await sandbox.close()
  }
  process.on('SIGTERM', close).on('SIGINT', close)

  const origin = await app.listen({ host, port })
  console.log(`Payment sandbox: ${origin} (simulation, no real money)
  snap.js          ${origin}/snap/snap.js
  Snap, Core API   ${origin}/snap/v1/transactions, ${origin}/v2/{id}/status
  bank simulator   ${origin}/bca/va/index
  control page     ${origin}/_sandbox/${controlToken === undefined ? '' : `#${controlToken}`}
  server key       ${serverKey}
  client key       ${clientKey}`)
}
