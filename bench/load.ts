/** A small HTTP client that needs less processor time than the servers which it measures. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  path: string
  headers?: Record<string, string>
  seconds: number
  connections: number
  /** Requests in a second over all connections; without it each connection asks again at once. */
  perSecond?: number
}

export interface Measured {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** How often each status was answered. */
  statuses: Record<string, number>
  bytes: number
}

/** Ask for one path with connections that are kept alive. */
export async function load(origin: string, options: Load): Promise<Measured> {
  const { path, headers = {}, seconds, connections, perSecond } = options
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let bytes = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  const count = (status: string, length: number, ms: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    bytes = length
    times.push(ms)
  }
  await Promise.all(
    sockets.map(async (socket, i) => {
      const pauseMs = perSecond === undefined ? 0 : (connections * 1_000) / perSecond
      await askUntil({ socket, request, endsAt, pauseMs, firstAt: startedAt + (pauseMs * i) / connections, count })
      socket.destroy()
    }),
  )
  times.sort((a, b) => a - b)
  const quantile = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
  const rate = Math.round((times.length * 1_000) / (performance.now() - startedAt))
  return { perSecond: rate, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), statuses, bytes }
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

interface Asking {
  socket: Socket
  request: Buffer
  endsAt: number
  /** Between the beginnings of two requests; a late answer makes the next one late, and its time counts from when it was due. */
  pauseMs: number
  firstAt: number
  count(status: string, length: number, ms: number): void
}

function askUntil({ socket, request, endsAt, pauseMs, firstAt, count }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    let dueAt = firstAt
    let status = ''
    let length = 0
    let received = 0
    const ask = () => {
      if (performance.now() >= endsAt) return resolve()
      if (pauseMs === 0) dueAt = performance.now()
      received = 0
      length = 0
      socket.write(request)
    }
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (received === 0) {
        const end = chunk.indexOf('\r\n\r\n')
        if (end < 0) return reject(new Error('the headers came in parts'))
        const head = chunk.toString('latin1', 0, end)
        status = head.slice(9, 12)
        length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      received += chunk.length
      if (received < length) return
      count(status, length, performance.now() - dueAt)
      dueAt += pauseMs
      if (pauseMs === 0) ask()
      else setTimeout(ask, Math.max(0, dueAt - performance.now()))
    })
    setTimeout(ask, Math.max(0, firstAt - performance.now()))
  })
}
