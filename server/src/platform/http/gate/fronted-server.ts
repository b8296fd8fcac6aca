import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ClientConnection } from './client-connection.ts'

interface ListenOptions {
  host: string
  port: number
  backlog?: number
}

interface StopOptions {
  /** After this time without a request the open connections count as unused. */
  quietMs?: number
  maxMs?: number
}

/**
 * An HTTP server whose connections are accepted by servers of sockets in front of it, so that `ClientConnection` decides
 * what it reads.
 */
export class FrontedServer extends Server {
  readonly #fronts: NetServer[] = []
  readonly #closed: Promise<unknown>[] = []
  readonly #connections = new Set<ClientConnection>()

  constructor(options: ServerOptions, onRequest: (request: IncomingMessage, response: ServerResponse) => void) {
    super(options, onRequest)
    this.on('connection', (connection) => connection instanceof ClientConnection || connection.destroy())
  }

  /** `localhost` has two addresses, of which a machine may lack one. */
  override listen(...[options]: unknown[]): this {
    this.#open(options as ListenOptions).catch((error) => this.emit('error', error))
    return this
  }

  async #open({ host, port, backlog }: ListenOptions): Promise<void> {
    const addresses = host === 'localhost' ? await lookup(host, { all: true }) : [{ address: host }]
    for (const { address } of addresses) {
      const front = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
      front.listen({ host: address, port: this.address()?.port ?? port, backlog })
      try {
        await once(front, 'listening')
      } catch (error) {
        if (this.#fronts.length === 0) throw error
        continue
      }
      this.#fronts.push(front)
      this.#closed.push(once(front, 'close'))
    }
    // Its timeouts only work while it listens.
    super.listen(ownAddress())
  }

  #accept(socket: Socket): void {
    const connection = new ClientConnection(socket)
    this.#connections.add(connection)
    connection.once('close', () => this.#connections.delete(connection))
    this.emit('connection', connection)
  }

  override address(): AddressInfo | null {
    return (this.#fronts[0]?.address() ?? null) as AddressInfo | null
  }

  /** Also those that never carried a request. Browsers open some in advance, and Node takes them for active. */
  override closeIdleConnections(): void {
    for (const connection of this.#connections) if (connection.held.length === 0) connection.destroy()
  }

  override close(callback?: (error?: Error) => void): this {
    this.#stopListening()
    this.closeIdleConnections()
    // Until then its timeouts end the requests that do not end.
    void Promise.all(this.#closed).then(() => super.close(callback))
    return this
  }

  #stopListening(): void {
    for (const front of this.#fronts) front.close()
  }

  /**
   * Refuse new connections and keep the open ones: each request on them is served as the last one of its connection. A proxy
   * keeps connections open. It asks another process if a connection is refused, but does not repeat a POST that it sent on
   * one that closes. Close the server afterwards.
   * @returns when no connection is left, or no request has arrived for `quietMs`, or after `maxMs`
   */
  async stopAccepting({ quietMs = 300, maxMs = 3_000 }: StopOptions = {}): Promise<void> {
    const began = performance.now()
    let lastRequestAt = began
    this.prependListener('request', (_request, response) => {
      lastRequestAt = performance.now()
      response.setHeader('connection', 'close')
    })
    this.#stopListening()
    for (;;) {
      const now = performance.now()
      if (this.#connections.size === 0 || now - lastRequestAt >= quietMs || now - began >= maxMs) return
      await wait(20)
    }
  }
}

/** An address that no other program uses. Linux has a name space for them besides the files. */
function ownAddress(): string {
  const name = `camilan-${randomUUID()}`
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), name)
}
