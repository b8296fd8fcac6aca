/**
 * The attacks as a program of its own, so that measuring beside them is not delayed by the sending:
 * `node lab/abuse/attacker.ts '{"attack":…}'`. It prints `ready`, attacks until the time is over, and prints what was answered.
 */
import { randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { makeSlowPicture } from '../../server/src/testing/pictures.ts'
import { type Attack, addresses } from './start-attack.ts'

/** How often each status came, or what ended a connection. */
const counts: Record<string, number> = {}
const count = (what: string | number) => {
  counts[what] = (counts[what] ?? 0) + 1
}

const attack = JSON.parse(process.argv[2] ?? '') as Attack
const { hostname, port } = new URL(attack.origin)
if (hostname !== '127.0.0.1') throw new Error('Attacks go to this machine only')
const agent = new Agent({ keepAlive: true, maxSockets: 5_000 })
let endsAt = 0

interface Sent {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
}

const send = (path: string, { method = 'GET', headers, body }: Sent = {}) =>
  new Promise<void>((resolve) => {
    const sent = request({ hostname, port, path, method, agent, ...(headers && { headers }) }, (response) => {
      count(response.statusCode ?? 0)
      response.resume().once('close', resolve)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? error.message)
      resolve()
    })
    sent.end(body)
  })

/** Keep this many requests running until the time is over. */
async function repeat(parallel: number, next: (sender: number) => Promise<void>): Promise<void> {
  const sender = async (_: unknown, index: number) => {
    while (performance.now() < endsAt) await next(index)
  }
  await Promise.all(Array.from({ length: parallel }, sender))
}

const word = () => Math.random().toString(36).slice(2)

/** What is not there, and what nobody has searched for before; all of it would be rendered anew. */
const newPages = [
  () => `/${word()}`,
  () => `/help/${word()}`,
  () => `/products?query=${word()}`,
  () => `/products/${randomUUID()}`,
  () => `/products?page=${1 + Math.floor(Math.random() * 1e6)}&sortBy=${word()}`,
  () => `/my-order/order/${randomUUID()}`,
]

async function floodPages(parallel: number): Promise<void> {
  let turn = 0
  await repeat(parallel, () => send((newPages[turn++ % newPages.length] ?? word)()))
}

async function floodLogins(parallel: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await repeat(parallel, async () => {
    const body = JSON.stringify({ email: `${word()}@contoh.id`, password: 'kata-sandi-lain' })
    await send('/api/auth/login', { method: 'POST', headers, body })
  })
}

async function upload(tokens: string[], picture: Buffer): Promise<void> {
  await repeat(tokens.length, async (sender) => {
    const image = new Blob([new Uint8Array(picture), word()]) // no two are the same
    const { payload, headers } = await multipartBody({ image })
    const authorization = `Bearer ${tokens[sender]}`
    const length = { 'content-length': payload.length }
    await send('/api/users/me', { method: 'PUT', headers: { ...headers, ...length, authorization }, body: payload })
  })
}

type Pipelining = Extract<Attack, { kind: 'pipelining' }>

async function pipeline({ connections, requests, what }: Pipelining): Promise<void> {
  const nextAddress = addresses[what]
  const open = (): void => {
    const socket = connect(Number(port), hostname).pause()
    const lines = Array.from({ length: requests }, () => `GET ${nextAddress()} HTTP/1.1\r\nhost: x\r\n\r\n`)
    socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
    socket.once('close', () => {
      count('closed')
      setTimeout(open, 50)
    })
    socket.write(lines.join(''))
    // What is not read does not show that a connection was closed, a write does.
    const asking = setInterval(() => socket.write(`GET ${nextAddress()} HTTP/1.1\r\nhost: x\r\n\r\n`), 250)
    socket.once('close', () => clearInterval(asking))
  }
  for (let i = 0; i < connections; i += 1) open()
  await wait(endsAt - performance.now())
}

/** Each lacks its end. */
const begunBodies = {
  compressed: () => bodyOf(gzipSync(`{"email":"${' '.repeat(1_000_000)}`), 'content-encoding: gzip'),
  large: () => bodyOf(Buffer.from(`{"email":"${' '.repeat(1_000_000)}`)),
  'in chunks of a byte': () => `${loginHead}transfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(16_000)}`,
}
const loginHead = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const bodyOf = (begun: Buffer, header = 'x: y') =>
  Buffer.concat([Buffer.from(`${loginHead}${header}\r\ncontent-length: ${begun.length + 1}\r\n\r\n`), begun])

async function beginBodies({ connections, what }: Extract<Attack, { kind: 'bodies' }>): Promise<void> {
  const begun = begunBodies[what]()
  const open = (): void => {
    const socket = connect(Number(port), hostname)
    socket.on('data', (data) => count(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 'other'))
    socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
    socket.once('close', () => setTimeout(open, 50))
    socket.write(begun)
  }
  for (let i = 0; i < connections; i += 1) open()
  await wait(endsAt - performance.now())
}

/** Half of the senders never finish their headers, the others never finish a body. A byte each 200 ms. */
async function sendSlowly(parallel: number): Promise<void> {
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n'
  const withBody = `${head}content-type: application/json\r\ncontent-length: 10000\r\n\r\n{"email":"`
  const open = (index: number): Socket => {
    const socket = connect(Number(port), hostname)
    socket.on('data', (data) => count(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 'other'))
    socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
    socket.write(index % 2 === 0 ? `${head}x-slow: ` : withBody)
    return socket
  }
  const sockets = Array.from({ length: parallel }, (_, index) => open(index))
  while (performance.now() < endsAt) {
    for (const [index, socket] of sockets.entries()) {
      if (socket.destroyed) sockets[index] = open(index)
      else if (socket.writable) socket.write('a')
    }
    await wait(200)
  }
  for (const socket of sockets) socket.destroy()
}

function end(): never {
  console.log(JSON.stringify(counts))
  process.exit()
}

const picture = attack.kind === 'uploads' ? await makeSlowPicture() : Buffer.alloc(0)
console.log('ready')
endsAt = performance.now() + attack.seconds * 1_000
// What is not answered by then is not waited for: a picture may wait for minutes.
setTimeout(end, (attack.seconds + 1) * 1_000)
switch (attack.kind) {
  case 'pipelining':
    await pipeline(attack)
    break
  case 'flood': {
    const nextAddress = addresses[attack.what]
    await repeat(attack.connections, () => send(nextAddress()))
    break
  }
  case 'page flood':
    await floodPages(attack.parallel)
    break
  case 'login flood':
    await floodLogins(attack.parallel)
    break
  case 'bodies':
    await beginBodies(attack)
    break
  case 'slow senders':
    await sendSlowly(attack.parallel)
    break
  case 'uploads':
    await upload(attack.tokens, picture)
}
end()
