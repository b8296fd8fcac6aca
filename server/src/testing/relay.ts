import { connect, createServer, type NetConnectOpts } from 'node:net'
import { onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../platform/db/db.ts'
import { listen } from './free-port.ts'

type Relay = Awaited<ReturnType<typeof startRelay>>

/** A stable port in front of a server, until the test ends. Its connections can be led elsewhere, delayed or silenced. */
export async function startRelay(to: NetConnectOpts) {
  let target = to
  let lagMs = 0
  let isSilent = false
  const links = new Set<{ isSilent: boolean; end(): void }>()
  const server = createServer((client) => {
    const upstream = connect(target)
    const sockets = [client, upstream]
    const link = { isSilent, end: () => sockets.forEach((socket) => void socket.destroy()) }
    links.add(link)
    for (const socket of sockets) {
      const other = socket === client ? upstream : client
      socket.setNoDelay().on('error', () => {}) // 'close' follows
      socket.once('close', () => {
        if (link.isSilent) return // the other side does not see it
        links.delete(link)
        other.destroy()
      })
      socket.on('data', (chunk: Buffer) => {
        if (link.isSilent) return
        if (lagMs === 0) other.write(chunk)
        else setTimeout(() => other.writable && other.write(chunk), lagMs)
      })
    }
  })
  const endConnections = () => {
    for (const link of links) link.end()
  }
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    endConnections()
    await closed
  })
  return {
    port: await listen(server),
    /** New connections go to this server; the present ones are closed. */
    leadTo(next: NetConnectOpts): void {
      target = next
      endConnections()
    },
    /** What is sent arrives so many milliseconds later; what is on the way is lost with its sender. */
    setLag(ms: number): void {
      lagMs = ms
    },
    /**
     * Forward nothing more on the present connections, without closing them, as a router does that forgot them. New
     * connections are forwarded; with `all` they are silent too, until `restore`.
     */
    goSilent({ all = false } = {}): void {
      isSilent = all
      for (const link of links) link.isSilent = true
    },
    /** New connections are forwarded again; the silent ones stay silent. */
    restore(): void {
      isSilent = false
    },
  }
}

/** A relay in front of PostgreSQL; `connection` leads through it. */
export async function relayTo(connection: DatabaseConnection): Promise<Relay & { connection: DatabaseConnection }> {
  const relay = await startRelay(socketOf(connection))
  const { port } = relay
  if (!('connectionString' in connection)) return { ...relay, connection: { ...connection, host: '127.0.0.1', port } }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { ...relay, connection: { connectionString: url.href } }
}

/** Where PostgreSQL listens: without a URL, its host is the folder of a unix socket. */
export function socketOf(connection: DatabaseConnection): NetConnectOpts {
  if (!('connectionString' in connection)) return { path: `${connection.host}/.s.PGSQL.${connection.port}` }
  const { hostname, port } = new URL(connection.connectionString)
  return { host: hostname, port: Number(port || 5432) }
}
