/**
 * Sends prepared requests over a number of connections for a while, each connection one after the other. It uses sockets,
 * because it shares the processor with the server that it measures: `node:http` would take more than the server does.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request as bytes, or a function that makes another one for each time. */
export type Prepared = Buffer | (() => Buffer)

export interface Load extends Spread {
  /** The number of repetitions. */
  requests: number
  perSecond: number
  /** How many answers were no success and no 304, by their status. */
  refused: Record<string, number>
}

/** Percentiles in milliseconds. */
export interface Spread {
  p50: number
  p95: number
  p99: number
  longest: number
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

/** Send these requests in turn; each connection sends the next one after the answer. */
export async function load(
  origin: string,
  requests: readonly Prepared[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  let turn = 0
  return withClients(origin, connections, (clients) =>
    repeat(clients, forSeconds(seconds), async ({ ask }) => {
      const request = requests[turn++ % requests.length] ?? Buffer.alloc(0)
      return [(await ask(typeof request === 'function' ? request() : request)).status]
    }),
  )
}

/** Each worker repeats its work while `goesOn`. @param once  returns the statuses of its answers */
export async function repeat<Worker>(
  workers: readonly Worker[],
  goesOn: () => boolean,
  once: (worker: Worker) => Promise<readonly number[]>,
): Promise<Load> {
  const times: number[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  async function work(worker: Worker): Promise<void> {
    while (goesOn()) {
      const beganAt = performance.now()
      const statuses = await once(worker)
      times.push(performance.now() - beganAt)
      for (const status of statuses) if (status >= 400) refused[status] = (refused[status] ?? 0) + 1
    }
  }
  await Promise.all(workers.map(work))
  const seconds = (performance.now() - startedAt) / 1_000
  return { requests: times.length, perSecond: times.length / seconds, ...spread(times), refused }
}

export function forSeconds(seconds: number): () => boolean {
  const endsAt = performance.now() + seconds * 1_000
  return () => performance.now() < endsAt
}

export function spread(times: number[]): Spread {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

export interface Answer {
  status: number
  head: string
  body: Buffer
}

export type Client = Awaited<ReturnType<typeof openClient>>

/** One connection that is kept open. Ask again only after the answer. */
export async function openClient(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return { ask: (request: Buffer) => exchange(socket, request), close: () => void socket.destroy() }
}

/** Opens so many clients, which are closed after the work. */
export async function withClients<Result>(
  origin: string,
  count: number,
  work: (clients: Client[]) => Promise<Result>,
): Promise<Result> {
  const clients = await Promise.all(Array.from({ length: count }, () => openClient(origin)))
  return work(clients).finally(() => {
    for (const client of clients) client.close()
  })
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
