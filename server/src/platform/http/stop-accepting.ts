import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

interface StopOptions {
  /** After this time without a request the open connections count as unused. */
  quietMs?: number
  maxMs?: number
}

/**
 * Refuse new connections and keep the open ones: each request on them is served as the last one of its connection. A proxy
 * keeps connections open. It asks another process if a connection is refused, but does not repeat a POST that it sent on
 * one that closes. Close the server afterwards.
 * @returns when no connection is left, or no request has arrived for `quietMs`, or after `maxMs`
 */
export async function stopAccepting(server: Server, { quietMs = 300, maxMs = 3_000 }: StopOptions = {}): Promise<void> {
  const began = performance.now()
  let lastRequestAt = began
  server.prependListener('request', (_request, response) => {
    lastRequestAt = performance.now()
    response.setHeader('connection', 'close')
  })
  NetServer.prototype.close.call(server) // that of an HTTP server closes idle connections, too
  const countConnections = promisify(server.getConnections.bind(server))
  for (;;) {
    const now = performance.now()
    if ((await countConnections()) === 0 || now - lastRequestAt >= quietMs || now - began >= maxMs) return
    await wait(20)
  }
}
