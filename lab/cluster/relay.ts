/** A stable address in front of a PostgreSQL: its connections lead to one server, and later to another one. */
import { connect, createServer, type Socket } from 'node:net'

interface SocketAddress {
  /** The folder of a unix socket. */
  host: string
  port: number
}

export interface Relay {
  port: number
  /** New connections go to this server; the present ones are closed. */
  leadTo(target: SocketAddress): void
  /** What is sent arrives so many milliseconds later; what is on the way is lost with its sender. Infinity: nothing arrives. */
  setLag(ms: number): void
  close(): Promise<void>
}

export async function startRelay(to: SocketAddress): Promise<Relay> {
  let target = to
  let lagMs = 0
  const open = new Set<Socket>()
  const forward = (from: Socket, into: Socket) =>
    from.on('data', (chunk: Buffer) => {
      if (lagMs === 0) into.write(chunk)
      else if (Number.isFinite(lagMs)) setTimeout(() => into.writable && into.write(chunk), lagMs)
    })
  const server = createServer((client) => {
    const upstream = connect(`${target.host}/.s.PGSQL.${target.port}`)
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.setNoDelay?.(true)
      from.on('error', () => {}) // 'close' follows
      from.once('close', () => {
        open.delete(from)
        into.destroy()
      })
      forward(from, into)
    }
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  const closeConnections = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(next) {
      target = next
      closeConnections()
    },
    setLag(ms) {
      lagMs = ms
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      closeConnections()
      await closed
    },
  }
}
