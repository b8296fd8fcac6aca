import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { clientNetwork } from './client-network.ts'
import type { Held } from './held-requests.ts'

/** At most 36 of the shortest requests. */
const pieceBytes = 1024

/**
 * A client's connection as the HTTP server sees it. Node makes a request of everything that it reads, 1,900 short ones of
 * 64 kB, so it gets a small piece, and the next one when all that it has are answered, or its last one needs more.
 */
export class ClientConnection extends Duplex {
  readonly network: string
  /** In the order in which they arrived. */
  readonly held: Held[] = []
  readonly #socket: Socket
  #unread: Buffer = Buffer.alloc(0)
  #isWanted = false
  #nextTurn: NodeJS.Immediate | undefined

  constructor(socket: Socket) {
    super({ decodeStrings: false, readableHighWaterMark: 1 })
    this.#socket = socket
    this.network = clientNetwork(socket.remoteAddress ?? '')
    socket
      .on('data', (data) => {
        this.#unread = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data])
        this.#readOn()
      })
      .on('end', () => this.push(null))
      .on('timeout', () => this.emit('timeout'))
      .on('error', () => {}) // then it closes
      .on('close', () => this.destroy())
  }

  /** A request was answered. */
  leave(held: Held): void {
    const index = this.held.indexOf(held)
    if (index >= 0) this.held.splice(index, 1)
    this.#readOn()
  }

  #readOn(): void {
    while (this.#unread.length > 0 && this.#mayRead()) {
      const piece = this.#unread.subarray(0, pieceBytes)
      this.#unread = this.#unread.subarray(pieceBytes)
      this.#isWanted = this.push(piece)
      if (this.#unread.length > 0 && !this.#hasStatedBody()) this.#readInNextTurn()
    }
    // Otherwise nobody would see that the client has left.
    if (this.#unread.length === 0) this.#socket.resume()
    else this.#socket.pause()
  }

  #mayRead(): boolean {
    return this.#isWanted && !this.#nextTurn && !this.destroyed && this.held.at(-1)?.request.complete !== true
  }

  /** In chunks of a byte, 64 kB of a body take 20 ms. */
  #hasStatedBody = () => this.held.at(-1)?.request.headers['content-length'] !== undefined

  #readInNextTurn(): void {
    this.#nextTurn = setImmediate(() => {
      this.#nextTurn = undefined
      this.#readOn()
    })
  }

  override _read(): void {
    this.#isWanted = true
    this.#readOn()
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, callback: () => void): void {
    this.#socket.write(chunk, encoding, callback)
  }

  /** Headers and body, with one call of the operating system. */
  override _writev(chunks: { chunk: string | Buffer; encoding: BufferEncoding }[], callback: () => void): void {
    this.#socket.cork()
    for (const [i, { chunk, encoding }] of chunks.entries()) {
      this.#socket.write(chunk, encoding, i === chunks.length - 1 ? callback : undefined)
    }
    this.#socket.uncork()
  }

  override _final(callback: () => void): void {
    this.#socket.end(callback)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#socket.destroy()
    callback(error)
  }

  // What else the HTTP server, Fastify and the access log use of a socket.

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get bytesWritten(): number {
    return this.#socket.bytesWritten
  }

  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds)
    return this
  }

  /** After the last answer of a connection. The client may leave its side open. */
  destroySoon(): void {
    this.end(() => this.destroy())
  }
}
