/** Connections that send their headers or their body byte by byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const shop = useTestDb()
let server: ShopProcess

beforeAll(async () => {
  server = await startShopProcess(shop.connection)
})
afterAll(() => server.kill())

/** @returns after how many seconds the server closed a connection that sends `begin` and then a byte each second */
async function closedAfterSeconds(begin: string): Promise<{ seconds: number; answer: string }> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  const startedAt = performance.now()
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  if (begin !== '') socket.write(begin)
  const sending = setInterval(() => begin !== '' && socket.writable && socket.write('a'), 1_000)
  await once(socket, 'close')
  clearInterval(sending)
  return { seconds: (performance.now() - startedAt) / 1_000, answer: answer.split('\r\n')[0] ?? '' }
}

test('a connection is closed after 20 to 30 s without complete headers, after 60 to 70 s without a complete request', async () => {
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n'
  const [silent, headers, body] = await Promise.all([
    closedAfterSeconds(''),
    closedAfterSeconds(`${head}x-slow: `),
    closedAfterSeconds(`${head}content-type: application/json\r\ncontent-length: 10000\r\n\r\n{"email":"`),
  ])
  console.log({ silent, headers, body })
  for (const { seconds } of [silent, headers]) {
    expect(seconds).toBeGreaterThan(19)
    expect(seconds).toBeLessThan(30)
  }
  expect(headers.answer).toBe('HTTP/1.1 408 Request Timeout')
  expect(body.answer).toBe('HTTP/1.1 408 Request Timeout')
  expect(body.seconds).toBeGreaterThan(59)
  expect(body.seconds).toBeLessThan(70)
}, 100_000)
