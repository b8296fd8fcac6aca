import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Gate } from '../http/gate.ts'
import { addStandardHeaders, standardHeaders } from '../http/standard-headers.ts'
import { makeAnswer } from './answer.ts'
import { ReadyAnswers } from './ready-answers.ts'

/** A compressed text, a short one without compression, and one that is longer than the limit for text. */
const texts: Record<string, string> = {
  '/small': JSON.stringify({ name: 'Kue Nastar – ‘keju’ 🍪' }),
  '/medium': JSON.stringify({ name: 'Keripik “pedas” 🌶 '.repeat(200) }),
  '/large': JSON.stringify({ name: randomBytes(40_000).toString('base64') }),
}

async function open() {
  let count = 0
  const newId = () => `id-${++count}`
  const ready = new ReadyAnswers({ maxAgeMs: 60_000, newId })
  const gate = new Gate({ trustProxy: [], turnOf: () => undefined, answer: ready.answer, headers: {}, newId })
  const serverFactory = (handler: Parameters<Gate['serverFor']>[0]) =>
    gate.serverFor(handler, { keepAliveTimeout: 7_000 })
  const app = Fastify({ forceCloseConnections: true, genReqId: newId, serverFactory })
  addStandardHeaders(app, standardHeaders({ hsts: { includeSubDomains: false } }))
  ready.open(app)
  app.get('/*', async (request, reply) => {
    const text = texts[request.url] ?? ''
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
    return ready.send(await ready.data.get(request.url, () => makeAnswer(200, text, headers)), request, reply)
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  onTestFinished(() => app.close())
  return { ready, connection: () => connect(Number(port), '127.0.0.1') }
}

const lines = (url: string, more = '', version = '1.1') => `GET ${url} HTTP/${version}\r\nhost: x\r\n${more}\r\n`

/** The bytes of one answer on a connection that stays open, as latin1 text. */
async function ask(socket: Socket, request: string): Promise<string> {
  socket.write(request)
  let received = ''
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    received += chunk.toString('latin1')
    const headEnd = received.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/.exec(received)?.[1] ?? 0)
    if (headEnd >= 0 && received.length >= headEnd + 4 + length) return received
  }
}

const withoutIdAndDate = (answer: string) =>
  answer.replace(/x-request-id: id-\d+\r\n/, 'x-request-id: \r\n').replace(/Date: [^\r]+/, 'Date: ')

test.each([
  ['small', ''],
  ['medium', ''],
  ['medium', 'accept-encoding: gzip\r\n'],
  ['medium', 'accept-encoding: gzip, br\r\n'],
  ['large', ''],
  ['large', 'accept-encoding: br\r\n'],
])('%s, %s: the repeated answer has the bytes that Fastify has sent', async (name, headers) => {
  const { ready, connection } = await open()
  const socket = connection()
  const first = await ask(socket, lines(`/${name}`, headers))
  expect(ready.sent).toBe(0)
  const second = await ask(socket, lines(`/${name}`, headers))
  expect(ready.sent).toBe(1)
  expect(withoutIdAndDate(second)).toBe(withoutIdAndDate(first))
  expect(first).toContain('\r\nx-request-id: id-1\r\n')
  expect(second).toContain('\r\nx-request-id: id-2\r\n')
  expect(second).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=7\r\n')

  const etag = /etag: (\S+)/.exec(first)?.[1]
  const known = lines(`/${name}`, `${headers}if-none-match: ${etag}\r\n`)
  const unchanged = [await ask(socket, known), await ask(socket, known)]
  expect(ready.sent).toBe(2)
  expect(unchanged[0]).toMatch(/^HTTP\/1.1 304 Not Modified\r\n/)
  expect(withoutIdAndDate(unchanged[1] ?? '')).toBe(withoutIdAndDate(unchanged[0] ?? ''))
  socket.destroy()
})

test('the date is the present one', async () => {
  const { ready, connection } = await open()
  const socket = connection()
  const dateOf = async () => Date.parse(/Date: ([^\r]+)/.exec(await ask(socket, lines('/small')))?.[1] ?? '')
  await dateOf()
  for (let i = 0; i < 2; i += 1) {
    const before = Date.now()
    const date = await dateOf()
    expect(date).toBeGreaterThan(before - 1_000)
    expect(date).toBeLessThanOrEqual(Date.now())
    await expect.poll(() => Date.now()).toBeGreaterThan(date + 1_000)
  }
  expect(ready.sent).toBe(2)
  socket.destroy()
})

test.each([
  ['connection: close\r\n', '1.1'],
  ['', '1.0'],
])('the last answer of a connection has the header for it: %s HTTP/%s', async (headers, version) => {
  const { ready, connection } = await open()
  const first = connection()
  first.write(lines('/small', headers, version))
  expect(Buffer.concat(await first.toArray()).toString()).toMatch(/\r\nConnection: close\r\n/)
  const other = connection()
  await ask(other, lines('/small'))
  await ask(other, lines('/small'))
  expect(ready.sent).toBe(1)
  const last = connection()
  last.write(lines('/small', headers, version))
  expect(Buffer.concat(await last.toArray()).toString()).toMatch(/\r\nConnection: close\r\n/)
  expect(ready.sent).toBe(1)
  other.destroy()
})
