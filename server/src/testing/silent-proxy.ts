import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../platform/db/db.ts'

export interface SilentProxy {
  /** The URL of the database, through the proxy. */
  connection: DatabaseConnection
  /**
   * Forward nothing more on the present connections, without closing them, like a router that has lost their state. New
   * connections are forwarded; with `all` they are silent too, until `restore`.
   */
  goSilent(options?: { all?: boolean }): void
  /** New connections are forwarded again; the silent ones stay silent. */
  restore(): void
  /** Forward nothing more on a connection whose client sends `text`. @returns after a client has tried to */
  holdBack(text: string): Promise<void>
}

/** A proxy on a loopback port in front of PostgreSQL, closed after the test. */
export async function startSilentProxy(connection: DatabaseConnection): Promise<SilentProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  let held: { text: string; sent: () => void } | undefined
  const server = createServer((client) => {
    const upstream = connectTo(connection)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('error', () => {})
      from.once('close', () => {
        if (pairs.delete(pair)) to.destroy()
      })
    }
    upstream.pipe(client)
    const forward = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!held || !chunk.includes(held.text)) return done(null, chunk)
        mute(pair)
        held.sent()
      },
    })
    client.pipe(forward).pipe(upstream)
    if (silent) mute(pair)
  })
  function mute(pair: [Socket, Socket]): void {
    pairs.delete(pair) // each side no longer sees the end of the other
    muted.add(pair)
    for (const socket of pair) socket.unpipe().pause()
  }
  const muted = new Set<[Socket, Socket]>()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    for (const socket of [...pairs, ...muted].flat()) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    connection: throughPort(connection, port),
    goSilent({ all = false } = {}) {
      silent = all
      for (const pair of pairs) mute(pair)
    },
    restore() {
      silent = false
    },
    holdBack: (text) =>
      new Promise((sent) => {
        held = { text, sent }
      }),
  }
}

function connectTo(connection: DatabaseConnection): Socket {
  if ('connectionString' in connection) {
    const { hostname, port } = new URL(connection.connectionString)
    return connect(Number(port || 5432), hostname)
  }
  return connect(`${connection.host}/.s.PGSQL.${connection.port}`)
}

function throughPort(connection: DatabaseConnection, port: number): DatabaseConnection {
  if (!('connectionString' in connection)) return { ...connection, host: '127.0.0.1', port }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}
