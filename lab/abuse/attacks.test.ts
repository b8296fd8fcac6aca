/** What others feel of an attack, and what it takes in memory: the server has 768 MB where there are cgroups. */
import { writeFileSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { limitMemory } from '../operate/memory-limit.ts'
import { busyness, measure, memoryMb } from './measure.ts'
import { type Attack, startAttack } from './start-attack.ts'

const seconds = Number(process.env.ATTACK_SECONDS ?? 15)
const megabyte = 1024 * 1024
const limitBytes = 768 * megabyte
/** Of the server process. */
const maxMemoryMb = 400
const longestMs = 2_000

const shop = useTestDb()

beforeAll(async () => {
  for (let i = 0; i < 100; i += 1) await makeProduct(shop.db)
})

const tokensOf = async (count: number) => {
  const users = await Promise.all(Array.from({ length: count }, () => makeUser(shop.db)))
  return users.map(({ token }) => token)
}

type Kind = Attack extends infer One ? (One extends Attack ? Omit<One, 'origin' | 'seconds'> : never) : never

const attacks: [string, Kind | (() => Promise<Kind>)][] = [
  [
    '20 connections with 1,200 searches each',
    { kind: 'pipelining', connections: 20, requests: 1_200, what: 'searches' },
  ],
  [
    '50 connections with 1,500 searches each',
    { kind: 'pipelining', connections: 50, requests: 1_500, what: 'searches' },
  ],
  [
    '500 connections with 2,000 lists each',
    { kind: 'pipelining', connections: 500, requests: 2_000, what: 'one list' },
  ],
  ['300 connections that ask for suggestions', { kind: 'flood', connections: 300, what: 'suggestions' }],
  ['4,000 connections that ask for suggestions', { kind: 'flood', connections: 4_000, what: 'suggestions' }],
  ['200 connections that ask for unknown pages and random searches', { kind: 'page flood', parallel: 200 }],
  ['300 logins at once', { kind: 'login flood', parallel: 300 }],
  ['600 compressed bodies that become 1 MB', { kind: 'bodies', connections: 600, what: 'compressed' }],
  ['600 bodies of 1 MB without their end', { kind: 'bodies', connections: 600, what: 'large' }],
  ['600 bodies in chunks of a byte', { kind: 'bodies', connections: 600, what: 'in chunks of a byte' }],
  ['200 slow senders', { kind: 'slow senders', parallel: 200 }],
  ['20 customers who upload expensive pictures', async () => ({ kind: 'uploads', tokens: await tokensOf(20) })],
]

test.each(attacks)(
  '%s: nobody else waits long, and the server keeps its memory',
  async (_title, attackOf) => {
    const server = await startShopProcess(shop.connection)
    const limit = limitMemory(limitBytes)
    if (limit) writeFileSync(limit.processes, String(server.pid))
    onTestFinished(async () => {
      await server.kill()
      limit?.remove()
    })
    const { origin, pid } = server
    const [customer, product] = [await makeUser(shop.db), await makeProduct(shop.db)]
    const probes = {
      list: { path: '/products' },
      product: { path: `/products/${product.id}` },
      'new search': { path: () => `/products?query=keripik+${Math.random()}` },
      'list of the API': { path: '/api/products' },
      cart: { path: '/api/carts', headers: customer.headers },
      'my orders': { path: '/api/orders/me', headers: customer.headers },
      healthz: { path: '/healthz' },
      readyz: { path: '/readyz' },
    }
    await measure(origin, probes, Promise.resolve()) // each is computed once before
    const busy = busyness()
    const before = await memoryMb(pid)
    const attack = typeof attackOf === 'function' ? await attackOf() : attackOf
    const { answers } = await startAttack({ ...attack, origin, seconds } as Attack)
    const felt = await measure(origin, probes, answers)
    const after = await memoryMb(pid)
    console.log(
      'attacker',
      await answers,
      'memory in MB',
      before,
      after,
      'ended for want of it',
      limit?.killed(),
      `load ${busy * 2}`,
    )
    console.table(felt)
    expect(after, server.output().slice(-2_000)).toBeDefined()
    for (const [name, { max, statuses }] of Object.entries(felt)) {
      expect([name, Object.keys(statuses)]).toEqual([name, ['200']])
      expect([name, max]).toEqual([name, expect.toSatisfy((ms: number) => ms < longestMs * busy)])
    }
    expect(after?.peak).toBeLessThan(maxMemoryMb)
  },
  120_000,
)
