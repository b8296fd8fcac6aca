/**
 * The attacks as a program of its own, so that sending does not delay the measurements. `attack.ts` forks it with the attack
 * as JSON: it says that it is ready, attacks until the time is over, and tells the answers.
 */
import { randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { formBytes } from '../../server/src/testing/forms.ts'
import { makeSlowPicture } from '../../server/src/testing/pictures.ts'
import type { Attack } from './attack.ts'

const attack = JSON.parse(process.argv[2] ?? '') as Attack
const { hostname, port } = new URL(attack.origin)
if (hostname !== '127.0.0.1') throw new Error('Attacks go to this machine only')
/** The number of each status, and of each reason why a connection ended. */
const counts: Record<string, number> = {}
const count = (what: string | number) => {
  counts[what] = (counts[what] ?? 0) + 1
}
const tokenOf = (sender: number) => `Bearer ${attack.tokens?.[sender % attack.tokens.length]}`
const word = () => Math.random().toString(36).slice(2)
const picture = attack.what === 'expensive pictures' ? await makeSlowPicture() : Buffer.alloc(0)

interface Asked {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
}

/** Missing pages and new searches, which the server would have to render. */
const newPages = [
  () => `/${word()}`,
  () => `/help/${word()}`,
  () => `/products?query=${word()}`,
  () => `/products/${randomUUID()}`,
  () => `/products?page=${1 + Math.floor(Math.random() * 1e6)}&sortBy=${word()}`,
  () => `/my-order/order/${randomUUID()}`,
]
let turn = 0
const asks: Record<string, (sender: number) => Asked | Promise<Asked>> = {
  'one list': () => ({ path: '/products' }),
  searches: () => ({ path: `/api/products?query=${word()}` }),
  suggestions: () => ({ path: `/api/products/suggestions?query=${word()}` }),
  pages: () => ({ path: (newPages[turn++ % newPages.length] ?? word)() }),
  streams: (sender) => ({ path: '/api/notifications/stream', headers: { authorization: tokenOf(sender) } }),
  logins: () => ({
    path: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${word()}@contoh.id`, password: 'kata-sandi-lain' }),
  }),
  async 'expensive pictures'(sender) {
    const image = new Blob([new Uint8Array(picture), word()]) // each picture is different
    const { payload, headers } = await formBytes({ image })
    const more = { 'content-length': payload.length, authorization: tokenOf(sender) }
    return { path: '/api/users/me', method: 'PUT', headers: { ...headers, ...more }, body: payload }
  },
}

const loginHead = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const withoutEnd = (begun: Buffer, head: string) =>
  Buffer.concat([Buffer.from(`${head}content-length: ${begun.length + 1}\r\n\r\n`), begun])
const bodies: Record<string, (sender: number) => Buffer | string> = {
  compressed: () =>
    withoutEnd(gzipSync(`{"email":"${' '.repeat(1_000_000)}`), `${loginHead}content-encoding: gzip\r\n`),
  large: () => withoutEnd(Buffer.from(`{"email":"${' '.repeat(1_000_000)}`), loginHead),
  'in chunks of a byte': () => `${loginHead}transfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(16_000)}`,
  pictures(sender) {
    const type = `content-type: multipart/form-data; boundary=b\r\nauthorization: ${tokenOf(sender)}\r\n`
    const part = '--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n'
    return withoutEnd(
      Buffer.concat([Buffer.from(part), Buffer.alloc(4_900_000)]),
      `PUT /api/users/me HTTP/1.1\r\nhost: x\r\n${type}`,
    )
  },
}

const agent = new Agent({ keepAlive: true, maxSockets: 5_000 })
const send = ({ path, method = 'GET', headers = {}, body }: Asked) =>
  new Promise<void>((resolve) => {
    const sent = request({ hostname, port, path, method, agent, headers }, (response) => {
      count(response.statusCode ?? 0)
      response.resume().once('close', resolve)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? error.message)
      resolve()
    })
    sent.end(body)
  })

/** A connection that is opened again after it was closed. */
function keepOpen(sender: number, begin: (socket: Socket, sender: number) => void): void {
  const socket = connect(Number(port), hostname)
  socket.on('data', (data) => count(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 'other'))
  socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
  socket.once('close', () => setTimeout(keepOpen, 50, sender, begin))
  begin(socket, sender)
}

/** Resolves when the socket is closed. */
function writeAgain(socket: Socket, ms: number, text: () => string): void {
  const writing = setInterval(() => socket.writable && socket.write(text()), ms)
  socket.once('close', () => clearInterval(writing))
}

const begins: Record<Exclude<Attack['kind'], 'flood'>, (socket: Socket, sender: number) => void> = {
  pipelining(socket) {
    const pathOf = () => (asks[attack.what]?.(0) as Asked | undefined)?.path ?? '/'
    const line = () => `GET ${pathOf()} HTTP/1.1\r\nhost: x\r\n\r\n`
    socket.pause().write(Array.from({ length: attack.requests ?? 1 }, line).join(''))
    // Only a write shows that a connection was closed, because nothing is read.
    writeAgain(socket, 250, line)
  },
  bodies: (socket, sender) => void socket.write(bodies[attack.what]?.(sender) ?? ''),
  slow(socket, sender) {
    socket.write(
      sender % 2 === 0
        ? 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '
        : `${loginHead}content-length: 10000\r\n\r\n{"email":"`,
    )
    writeAgain(socket, 200, () => 'a')
  },
}

async function flood(sender: number): Promise<void> {
  for (;;) await send(await (asks[attack.what]?.(sender) ?? { path: '/' }))
}

process.send?.('ready')
process.on('disconnect', () => process.exit())
for (let sender = 0; sender < attack.connections; sender += 1) {
  if (attack.kind === 'flood') void flood(sender)
  else keepOpen(sender, begins[attack.kind])
}
// The program does not wait for later answers, because a picture may wait for minutes.
await wait(attack.seconds * 1_000)
process.send?.(counts, () => process.exit())
