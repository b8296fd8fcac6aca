import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../platform/clock.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

export interface GatewayAccount {
  serverKey: string
  clientKey: string
  sandbox: Sandbox
}

/**
 * A gateway with several merchant accounts at one origin, like Midtrans. Each account is a payment sandbox of its own, and
 * the key of a call selects it.
 */
export async function openGatewayAccounts(names: readonly string[], { clock }: { clock: Clock }) {
  const accounts: GatewayAccount[] = await Promise.all(
    names.map(async (name) => {
      const keys = { serverKey: `SB-Mid-server-${name}`, clientKey: `SB-Mid-client-${name}` }
      return { ...keys, sandbox: await openSandbox({ ...keys, clock }) }
    }),
  )
  const refused = new Set<string>()
  /** Live keys belong to the account of the same name. */
  const accountOf = (authorization: string | undefined) => {
    const [key = ''] = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':')
    const own = key.replace(/^Mid-/, 'SB-Mid-')
    return refused.has(key) ? undefined : accounts.find(({ serverKey }) => serverKey === own)
  }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const account = accountOf(headers.authorization)
    const [any] = accounts
    if (!any) return response.destroy()
    const { origin } = (account ?? any).sandbox
    const authorization = account ? account.sandbox.authorization : 'Basic d3Jvbmc6'
    const passed: Record<string, string> = { authorization }
    for (const name of ['content-type', 'x-override-notification'] as const) {
      const value = headers[name]
      if (typeof value === 'string') passed[name] = value
    }
    const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request))
    const answer = await fetch(origin + url, { method, headers: passed, ...(body && { body }) }).catch(() => undefined)
    if (!answer) return response.destroy()
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    reached: { snapUrl: origin, apiUrl: origin },
    account(name: string): GatewayAccount {
      const found = accounts.find(({ serverKey }) => serverKey.endsWith(`-${name}`))
      if (!found) throw new Error(`no account ${name}`)
      return found
    },
    /** From now on this key is refused, as after a new one was made in the dashboard. */
    refuse: (serverKey: string) => void refused.add(serverKey),
    async close() {
      server.closeAllConnections()
      server.close()
      for (const { sandbox } of accounts) await sandbox.close()
    },
  }
}
