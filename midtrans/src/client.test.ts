/** Answers that the sandbox never sends. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { snapRequest } from './request.ts'

let answer: (response: ServerResponse) => unknown
const server = createServer((_request, response) => answer(response))
let origin: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

function client(allowHttp: boolean) {
  return createClient({ serverKey: 'SB-Mid-server-x', snapUrl: origin, apiUrl: origin, allowHttp, timeoutMs: 5_000 })
}
/** A failure of this kind. */
const noAnswer = expect.objectContaining({ kind: 'no-answer' })

const request = snapRequest(
  {
    ...{ id: 'A', goods: { lines: [], sum: { id: 'goods', name: 'Pesanan', price: 1_000, quantity: 1 } }, others: [] },
    ...{ methods: [], expiresAt: new Date(), buyer: { name: 'Ani', email: null, phone: '' } },
    ...{ finishUrl: '', notificationUrl: '' },
  },
  new Date(),
)

const create = (created: object, { allowHttp = false } = {}) => {
  answer = (response) => response.writeHead(201).end(JSON.stringify({ token: 'token', ...created }))
  return client(allowHttp).createTransaction(request)
}

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://app.midtrans.com/snap/v4/redirection/token',
  'ftp://app.midtrans.com/',
  '//app.midtrans.com/',
  'https://app.midtrans.com/\0',
  '',
])('a payment page at %j is refused', async (redirect_url) => {
  await expect(create({ redirect_url })).rejects.toThrow(noAnswer)
})

test('a payment page may have an http URL if that is allowed', async () => {
  const [https, http] = ['https://app.midtrans.com/snap', 'http://localhost:3000/snap']
  expect((await create({ redirect_url: https })).redirectUrl).toBe(https)
  expect((await create({ redirect_url: http }, { allowHttp: true })).redirectUrl).toBe(http)
  await expect(create({ redirect_url: 'javascript:alert(1)' }, { allowHttp: true })).rejects.toThrow(noAnswer)
})

test('a token with NUL is refused', async () => {
  await expect(create({ token: 'a\0b', redirect_url: 'https://app.midtrans.com/' })).rejects.toThrow(noAnswer)
})

/** A status with this many blanks after it, which JSON allows. */
const status = (blanks: number) => JSON.stringify({ status_code: '404' }) + ' '.repeat(blanks)

test('an answer of up to one megabyte is read', async () => {
  answer = (response) => response.end(status(1_000_000))
  expect((await client(false).status('x')).state).toBe('absent')
})

test('a longer answer counts as none, also if it is compressed', async () => {
  answer = (response) => response.end(status(1_048_576))
  await expect(client(false).status('x')).rejects.toThrow(noAnswer)
  // 400 MB of blanks: a gzip file may have several members.
  const bomb = Buffer.concat(Array(400).fill(gzipSync(Buffer.alloc(1_000_000, ' '))))
  answer = (response) => response.setHeader('content-encoding', 'gzip').end(bomb)
  const before = process.memoryUsage().rss
  await expect(client(false).status('x')).rejects.toThrow(noAnswer)
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test('an endless answer is abandoned at one megabyte, before the timeout', async () => {
  let sent = 0
  answer = (response) => {
    const chunk = Buffer.alloc(65_536, 32)
    const more = () => {
      while (!response.destroyed && sent < 64_000_000) {
        sent += chunk.length
        if (!response.write(chunk)) return response.once('drain', more)
      }
      return response
    }
    more()
  }
  const startedAt = performance.now()
  await expect(client(false).status('x')).rejects.toThrow(noAnswer)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect(sent).toBeLessThan(16_000_000)
})

test('a redirect is not followed: it counts as no answer', async () => {
  const asked: (string | undefined)[] = []
  server.prependListener('request', ({ url }) => asked.push(url))
  answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end('{"status_code":"200"}')
  await expect(client(false).status('x')).rejects.toThrow(noAnswer)
  await expect(client(false).cancelSession('x')).rejects.toThrow(noAnswer)
  expect(asked).not.toContain('/elsewhere')
})

test('requests share a connection', async () => {
  let connections = 0
  server.on('connection', () => (connections += 1))
  answer = (response) => response.end(status(0))
  const shared = client(false)
  for (let i = 0; i < 3; i += 1) await shared.status('x')
  expect(connections).toBe(1)
})

test('a call that is not answered ends when its time is over', async () => {
  answer = () => {}
  const options = { serverKey: 'SB-Mid-server-x', snapUrl: origin, apiUrl: origin }
  const impatient = createClient({ ...options, timeoutMs: 20 })
  for (const call of [
    () => impatient.createTransaction(request),
    () => impatient.status('A'),
    () => impatient.cancel('A'),
    () => createClient({ ...options, timeoutMs: 60_000 }).status('A', 20),
  ]) {
    await expect(call()).rejects.toThrow(noAnswer)
  }
})

test('an answer that breaks off counts as none', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"status_code":"200"}')
    setTimeout(() => response.destroy(), 10)
  }
  await expect(client(false).status('x')).rejects.toThrow(noAnswer)
})
