/** The effect of an attack on other clients, and the server's memory: it has 768 MB if there are cgroups. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { memoryMb } from '../bench/process-use.ts'
import { limitMemory } from '../operate/memory-limit.ts'
import { type Attack, measure, startAttack } from './attack.ts'

const seconds = Number(process.env.ATTACK_SECONDS ?? 15)
const limitBytes = 768 * 1024 * 1024
/** The memory of the server process. */
const maxMemoryMb = 400
/** The difference to a second shop without an attack, asked at the same time on the same machine. */
const longestMs = 2_000
const closedWithinMs = 12_000

const shop = useTestDb()
const quiet = useTestDb()
let control: ShopProcess

beforeAll(async () => {
  for (const { db } of [shop, quiet]) for (let i = 0; i < 100; i += 1) await makeProduct(db)
  control = await startShopProcess(quiet.connection)
})
afterAll(() => control?.kill())

test.each<[string, Omit<Attack, 'origin' | 'seconds' | 'tokens'>, number?]>([
  ['pipelined searches on few connections', { kind: 'pipelining', connections: 20, requests: 1_200, what: 'searches' }],
  ['pipelined searches', { kind: 'pipelining', connections: 50, requests: 1_500, what: 'searches' }],
  ['pipelined lists', { kind: 'pipelining', connections: 500, requests: 2_000, what: 'one list' }],
  ['suggestions on 300 connections', { kind: 'flood', connections: 300, what: 'suggestions' }],
  ['suggestions on 4,000 connections', { kind: 'flood', connections: 4_000, what: 'suggestions' }],
  ['unknown pages and random searches', { kind: 'flood', connections: 200, what: 'pages' }],
  ['300 logins at once', { kind: 'flood', connections: 300, what: 'logins' }],
  ['600 compressed bodies that become 1 MB', { kind: 'bodies', connections: 600, what: 'compressed' }],
  ['600 bodies of 1 MB without their end', { kind: 'bodies', connections: 600, what: 'large' }],
  ['600 bodies in chunks of a byte', { kind: 'bodies', connections: 600, what: 'in chunks of a byte' }],
  ['80 uploads of 5 MB without their end', { kind: 'bodies', connections: 80, what: 'pictures' }, 1],
  ['200 slow senders', { kind: 'slow', connections: 200, what: '' }],
  ['20 customers with expensive pictures', { kind: 'flood', connections: 20, what: 'expensive pictures' }, 20],
  ['500 streams of one session, without a pause', { kind: 'flood', connections: 500, what: 'streams' }, 1],
])(
  '%s: nobody else waits long, the server keeps its memory, and it still ends in order',
  async (_title, attack, customers = 0) => {
    const server = await startShopProcess(shop.connection)
    const limit = limitMemory(limitBytes)
    if (limit) writeFileSync(limit.processes, String(server.pid))
    onTestFinished(async () => {
      await server.kill()
      limit?.remove()
    })
    const [customer, product] = [await makeUser(shop.db), await makeProduct(shop.db)]
    const attackers = await Promise.all(Array.from({ length: customers }, () => makeUser(shop.db)))
    const pages = {
      list: { path: '/products' },
      'new search': { path: () => `/products?query=keripik+${Math.random()}` },
    }
    const probes = {
      ...pages,
      product: { path: `/products/${product.id}` },
      'list of the API': { path: '/api/products' },
      login: { path: '/api/auth/login', body: { email: customer.email, password: customer.password } },
      cart: { path: '/api/carts', headers: customer.headers },
      'my orders': { path: '/api/orders/me', headers: customer.headers },
      healthz: { path: '/healthz' },
      readyz: { path: '/readyz' },
    }
    const { origin, pid } = server
    await measure(origin, probes, Promise.resolve()) // each is computed once before
    const before = await memoryMb(pid)
    const tokens = attackers.map(({ token }) => token)
    const { answers } = await startAttack({ ...attack, tokens, origin, seconds: seconds + 5 })
    const over = wait(seconds * 1_000)
    const [felt, beside] = await Promise.all([measure(origin, probes, over), measure(control.origin, pages, over)])
    const after = await memoryMb(pid)
    expect(after, server.output().slice(-2_000)).toBeDefined()
    const stoppedAt = performance.now()
    process.kill(pid, 'SIGTERM')
    await server.ended
    const closedMs = performance.now() - stoppedAt
    console.log({ attacker: await answers, before, after, killed: limit?.killed(), closedMs })
    console.table(felt)
    console.table(beside)
    const usualMs = Math.max(...Object.values(beside).map(({ longest }) => longest))
    for (const [name, { longest, statuses }] of Object.entries(felt)) {
      expect([name, statuses]).toEqual([name, [200]])
      expect(longest - usualMs, name).toBeLessThan(longestMs)
    }
    expect(after?.peak).toBeLessThan(maxMemoryMb)
    expect(closedMs).toBeLessThan(closedWithinMs)
  },
  120_000,
)

test('a connection is closed with 408 after 20 to 30 s without complete headers, and after 60 to 70 s without a body', async () => {
  const server = await startShopProcess(shop.connection)
  onTestFinished(async () => void (await server.kill()))
  /** Send this, and then a byte each second. */
  const closing = async (begin: string) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    const startedAt = performance.now()
    let answer = ''
    socket.on('error', () => {}).on('data', (data) => (answer += data))
    if (begin !== '') socket.write(begin)
    const sending = setInterval(() => begin !== '' && socket.writable && socket.write('a'), 1_000)
    await once(socket, 'close')
    clearInterval(sending)
    return { seconds: (performance.now() - startedAt) / 1_000, status: answer.slice(9, 12) }
  }
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n'
  const body = 'content-type: application/json\r\ncontent-length: 10000\r\n\r\n{"email":"'
  const [silent, headers, request] = await Promise.all(['', `${head}x-slow: `, `${head}${body}`].map(closing))
  console.log({ silent, headers, request })
  for (const one of [silent, headers]) expect(one?.seconds).toSatisfy((s: number) => s > 19 && s < 30)
  expect(request?.seconds).toSatisfy((s: number) => s > 59 && s < 70)
  expect([headers?.status, request?.status]).toEqual(['408', '408'])
}, 100_000)
