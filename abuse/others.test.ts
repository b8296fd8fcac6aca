/** What others feel of attacks on what is expensive: hashing passwords and decoding pictures. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeUser } from '../server/src/testing/make-user.ts'
import { type ShopProcess, startShopProcess } from '../server/src/testing/shop-process.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'
import { acceptedMs, measure, memoryMb } from './measure.ts'
import { type Attack, startAttack } from './start-attack.ts'

const shop = useTestDb()
let server: ShopProcess

beforeAll(async () => {
  server = await startShopProcess(shop.connection)
  for (let i = 0; i < 100; i += 1) await makeProduct(shop.db)
})
afterAll(() => server.kill())

const tokensOf = async (count: number) => {
  const users = await Promise.all(Array.from({ length: count }, () => makeUser(shop.db)))
  return users.map(({ token }) => token)
}

test.each<[string, () => Promise<Attack>]>([
  [
    'a login flood of 300 at once',
    async () => ({ kind: 'login flood', origin: server.origin, seconds: 20, parallel: 300 }),
  ],
  [
    '20 customers who upload expensive pictures',
    async () => ({ kind: 'uploads', origin: server.origin, seconds: 20, tokens: await tokensOf(20) }),
  ],
])(
  'beside %s for 20 s the list has a p95 under 200 ms',
  async (_what, attackOf) => {
    const { origin, pid } = server
    const customer = await makeUser(shop.db)
    const probes = {
      list: { path: '/products' },
      'list of the API': { path: '/api/products' },
      'orders of a customer': { path: '/api/orders/me', headers: customer.headers },
    }
    const attack = await attackOf()
    const before = await memoryMb(pid)
    const accepted = acceptedMs()
    const { answers } = await startAttack(attack)
    const felt = await measure(origin, probes, answers)
    const grownMb = (await memoryMb(pid)) - before
    console.log('attacker', await answers, `memory +${grownMb} MB`)
    console.table(felt)
    for (const [name, { p95, statuses }] of Object.entries(felt)) {
      expect([name, Object.keys(statuses)]).toEqual([name, ['200']])
      // What reads the database waits beside the attack's own queries: orders had 219 ms beside the login flood.
      const longest = name.startsWith('list') ? accepted : 2 * accepted
      expect([name, p95]).toEqual([name, expect.toSatisfy((ms: number) => ms < longest)])
    }
    expect(grownMb).toBeLessThan(400)
  },
  120_000,
)
