import { createServer, request as httpRequest } from 'node:http'
import type { Clock } from '../platform/clock.ts'
import { listen } from './free-port.ts'
import { openSandbox } from './sandbox.ts'

/**
 * A gateway with several merchant accounts at one origin, like Midtrans. Each account is a payment sandbox of its own, and
 * the key of a call selects it.
 */
export async function openGatewayAccounts(names: readonly string[], { clock }: { clock: Clock }) {
  const accounts = await Promise.all(
    names.map(async (name) => {
      const keys = { serverKey: `SB-Mid-server-${name}`, clientKey: `SB-Mid-client-${name}` }
      return { ...keys, sandbox: await openSandbox({ ...keys, clock }) }
    }),
  )
  function account(name: string) {
    const found = accounts.find(({ serverKey }) => serverKey.endsWith(`-${name}`))
    if (!found) throw new Error(`no account ${name}`)
    return found
  }
  const refused = new Set<string>()
  /** Live keys belong to the account of the same name. A call with another key goes to any, which refuses it. */
  function sandboxOf(authorization = '') {
    const key = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().replace(/:$/, '')
    const known = accounts.find(({ serverKey }) => serverKey === key.replace(/^Mid-/, 'SB-Mid-'))
    if (known && !refused.has(key)) return known.sandbox
    return { origin: account(names[0] ?? '').sandbox.origin, authorization: 'Basic d3Jvbmc6' }
  }
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const { origin, authorization } = sandboxOf(headers.authorization)
    const passed = httpRequest(`${origin}${url}`, { method, headers: { ...headers, authorization } }, (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    request.pipe(passed.on('error', () => response.destroy()))
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    reached: { snapUrl: origin, apiUrl: origin },
    account,
    /** From now on this key is refused, as after another one was made in the dashboard. */
    refuse: (serverKey: string) => void refused.add(serverKey),
    async close() {
      server.closeAllConnections()
      server.close()
      for (const { sandbox } of accounts) await sandbox.close()
    },
  }
}
