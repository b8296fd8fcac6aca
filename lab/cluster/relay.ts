import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Postgres15 } from '../operate/postgres-15.ts'

/** A stable address in front of a PostgreSQL. Its connections lead to one server, and later to another one. */
export async function startRelay(target: Postgres15['connection']) {
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
  const closeConnections = () => open.forEach((socket) => void socket.destroy())
  onTestFinished(() => {
    server.close()
    closeConnections()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** New connections go to this server. The present ones are closed. */
    leadTo(next: Postgres15['connection']): void {
      target = next
      closeConnections()
    },
    /** Data arrives this many milliseconds later. Data on the way is lost with its sender. Infinity: no data arrives. */
    setLag(ms: number): void {
      lagMs = ms
    },
  }
}
