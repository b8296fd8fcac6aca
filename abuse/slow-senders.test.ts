/** Connections that send their headers or their body byte by byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeUser } from '../server/src/testing/make-user.ts'
import { type ShopProcess, startShopProcess } from '../server/src/testing/shop-process.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'
import { acceptedMs, measure, memoryMb } from './measure.ts'
import { startAttack } from './start-attack.ts'

const shop = useTestDb()
let server: ShopProcess

beforeAll(async () => {
  server = await startShopProcess(shop.connection)
  for (let i = 0; i < 100; i += 1) await makeProduct(shop.db)
})
afterAll(() => server.kill())

test('200 slow senders for 20 s hold nobody up', async () => {
  const { origin, pid } = server
  const customer = await makeUser(shop.db)
  const probes = {
    list: { path: '/products' },
    'list of the API': { path: '/api/products' },
    'orders of a customer': { path: '/api/orders/me', headers: customer.headers },
  }
  const before = await memoryMb(pid)
  const accepted = acceptedMs()
  const { answers } = await startAttack({ kind: 'slow senders', origin, seconds: 20, parallel: 200 })
  const felt = await measure(origin, probes, answers)
  const grownMb = (await memoryMb(pid)) - before
  console.log('attacker', await answers, `memory +${grownMb} MB`)
  console.table(felt)
  for (const [name, { p95, statuses }] of Object.entries(felt)) {
    expect([name, Object.keys(statuses)]).toEqual([name, ['200']])
    expect([name, p95]).toEqual([name, expect.toSatisfy((ms: number) => ms < accepted)])
  }
  expect(grownMb).toBeLessThan(150)
}, 60_000)

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
    closedAfterSeconds(`${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"email":"`),
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
