/** A stable address in front of a PostgreSQL. Its connections lead to one server, and later to another one. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The host is the folder of a unix socket. */
interface SocketAddress {
  host: string
  port: number
}

export async function startRelay(to: SocketAddress) {
  let target = to
  let lagMs = 0
  const open = new Set<Socket>()
  const join = (from: Socket, into: Socket) => {
    open.add(from)
    from.setNoDelay().on('error', () => {}) // 'close' follows
    from.once('close', () => {
      open.delete(from)
      into.destroy()
    })
    from.on('data', (chunk: Buffer) => {
      if (lagMs === 0) into.write(chunk)
      else if (Number.isFinite(lagMs)) setTimeout(() => into.writable && into.write(chunk), lagMs)
    })
  }
  const server = createServer((client) => {
    const upstream = connect(`${target.host}/.s.PGSQL.${target.port}`)
    join(client, upstream)
    join(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeConnections = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** New connections go to this server. The present ones are closed. */
    leadTo(next: SocketAddress): void {
      target = next
      closeConnections()
    },
    /** Data arrives this many milliseconds later. Data on the way is lost with its sender. Infinity: no data arrives. */
    setLag(ms: number): void {
      lagMs = ms
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      closeConnections()
      await closed
    },
  }
}
