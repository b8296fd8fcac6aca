/**
 * Sends prepared requests for a while over a number of connections, each with one request at a time. It uses sockets,
 * because it shares the processor with the measured server, and `node:http` would take more than the server.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request as bytes, or a function that makes each one. */
export type Prepared = Buffer | (() => Buffer)

export interface Load {
  requests: number
  seconds: number
  perSecond: number
  /** Milliseconds from a request to the end of its response. */
  p50: number
  p95: number
  p99: number
  /** The number of answers other than success and 304, by their status. */
  refused: Record<string, number>
}

interface RequestParts {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

export function prepare(path: string, { method = 'GET', headers = {}, body }: RequestParts = {}): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    ...(content && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
}

export async function load(
  origin: string,
  requests: readonly Prepared[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  let turn = 0

  async function send(): Promise<void> {
    const client = await openClient(origin)
    while (performance.now() < endsAt) {
      const request = requests[turn++ % requests.length] ?? Buffer.alloc(0)
      const sentAt = performance.now()
      const { status } = await client.ask(typeof request === 'function' ? request() : request)
      times.push(performance.now() - sentAt)
      if (status >= 400) refused[status] = (refused[status] ?? 0) + 1
    }
    client.close()
  }

  await Promise.all(Array.from({ length: connections }, send))
  const took = (performance.now() - startedAt) / 1_000
  return { requests: times.length, seconds: took, perSecond: times.length / took, ...spread(times), refused }
}

export function spread(times: number[]): { p50: number; p95: number; p99: number } {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export interface Answer {
  status: number
  head: string
  body: Buffer
}

/** One connection that stays open. Send the next request only after the answer. */
export async function openClient(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return { ask: (request: Buffer) => exchange(socket, request), close: () => void socket.destroy() }
}

function exchange(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let head = ''
    let bodyAt = -1
    let isComplete = (_body: Buffer) => false
    const end = () => {
      socket.off('data', read).off('error', fail).off('close', fail)
    }
    const fail = (error: unknown) => {
      end()
      reject(error instanceof Error ? error : new Error('the server closed the connection'))
    }
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (bodyAt < 0) {
        const headEnd = received.indexOf('\r\n\r\n')
        if (headEnd < 0) return
        head = received.toString('latin1', 0, headEnd)
        bodyAt = headEnd + 4
        isComplete = endOfBody(head)
      }
      const body = received.subarray(bodyAt)
      if (!isComplete(body)) return
      end()
      resolve({ status: Number(head.slice(9, 12)), head, body })
    }
    socket.on('data', read).on('error', fail).on('close', fail)
    socket.write(request)
  })
}

function endOfBody(head: string): (body: Buffer) => boolean {
  if (/^HTTP\/1.1 (204|304)/.test(head)) return () => true
  const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return (body) => body.length >= Number(length)
  return (body) => body.subarray(-5).toString('latin1') === '0\r\n\r\n'
}
