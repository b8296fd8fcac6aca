/** What a process keeps in memory, when another process changes it: two processes of the whole server on one database. */
import type { ProductSuggestions } from '@camilan/contract/catalog'
import { beforeAll, expect, test } from 'vitest'
import { createQuietMark, endQuiet } from './backup/quiet.ts'
import { checkBooks } from './reports/check-books.ts'
import { casesOfTwoProcesses } from './testing/cases-of-two-processes.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeAdmin, makeUser } from './testing/make-user.ts'
import { clientOf } from './testing/shop-client.ts'
import { useTestDb } from './testing/test-db.ts'
import { reconcileSeconds, useTwoProcesses } from './testing/two-processes.ts'

const database = useTestDb()
const soon = { timeout: 30_000, interval: 20 }

beforeAll(async () => {
  await makeAdmin(database.db)
  const madeAt = new Date()
  await createQuietMark((text, values) => database.pool.query(text, values), { madeAt }, madeAt)
})
const shops = useTwoProcesses(database)

test('the end of the quiet time is learned by both processes', async () => {
  const snack = await makeProduct(database.db, { stock: 10 })
  const buyers = await Promise.all(
    [shops.here, shops.there].map(async ({ origin }) => clientOf(await makeUser(database.db), origin)),
  )
  for (const buyer of buyers) {
    await buyer.addToCart(snack, 1)
    expect((await buyer.placeOrder()).status).toBe(503)
  }
  await endQuiet(database.db)
  for (const buyer of buyers) {
    await expect.poll(async () => (await buyer.placeOrder()).status, soon).toBe(201)
  }
})

test('what sold most is the same at both processes, also when one of them asks later', async () => {
  const [first, second] = [await makeProduct(database.db, { stock: 90 }), await makeProduct(database.db, { stock: 90 })]
  const buyer = clientOf(await makeUser(database.db), shops.here.origin)
  const sell = async (product: { id: string }, quantity: number) => {
    const id = await buyer.buy(product, quantity)
    await shops.gateway.pay(id)
    await expect.poll(async () => (await buyer.order(id)).status, soon).toBe('DIBAYAR')
  }
  const suggestedBy = async ({ origin }: { origin: string }) => {
    const response = await fetch(`${origin}/api/products/suggestions?query=xyzzy`)
    const { data } = (await response.json()) as { data: ProductSuggestions }
    return data.products.map(({ id }) => id)
  }
  await sell(first, 5)
  const shown = await suggestedBy(shops.here)
  expect(shown[0]).toBe(first.id)
  await sell(second, 9)
  await expect.poll(() => suggestedBy(shops.there), soon).toEqual(shown)
})

test('the gateway is asked about an open payment once in each interval, by both processes in all', async () => {
  const id = await clientOf(await makeUser(database.db), shops.here.origin).buy(await makeProduct(database.db))
  const statusPath = `/v2/${id}/status`
  const askedAt: number[] = []
  while (askedAt.length < 8) {
    const asked = shops.gateway.holdCall('GET', statusPath)
    await asked.arrived
    askedAt.push(performance.now())
    asked.release()
  }
  const pauses = askedAt.slice(1).map((at, i) => at - (askedAt[i] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconcileSeconds * 1_000)
})

casesOfTwoProcesses(
  {
    get db() {
      return database.db
    },
    get here() {
      return shops.here
    },
    get there() {
      return shops.there
    },
  },
  4_000, // a second, and what a busy machine takes
)

test('when one process is killed, the other answers everything, and no acknowledged order is lost', async () => {
  const snack = await makeProduct(database.db, { stock: 1_000_000 })
  const acknowledged = new Set<string>()
  const statuses = { here: new Map<number, number>(), there: new Map<number, number>() }
  const count = (at: 'here' | 'there', status: number) => statuses[at].set(status, (statuses[at].get(status) ?? 0) + 1)
  let running = true
  const keepOrdering = async (at: 'here' | 'there') => {
    const buyer = clientOf(await makeUser(database.db), shops[at].origin)
    while (running) {
      try {
        const added = await buyer.addToCart(snack, 1)
        const ordered = added.status === 201 ? await buyer.placeOrder() : undefined
        count(at, ordered?.status ?? added.status)
        if (ordered?.status === 201) acknowledged.add(ordered.body.data.order_id)
      } catch {
        count(at, 0)
        if (at === 'here') return // it was killed
      }
    }
  }
  const buyers = [1, 2, 3].flatMap(() => [keepOrdering('here'), keepOrdering('there')])
  await expect.poll(() => acknowledged.size, soon).toBeGreaterThan(30)
  await shops.here.kill()
  const before = statuses.there.get(201) ?? 0
  await expect.poll(() => statuses.there.get(201) ?? 0, soon).toBeGreaterThan(before + 10)
  running = false
  await Promise.all(buyers)
  console.log('answers of the process that was killed and of the other', statuses)
  expect([...statuses.there.keys()]).toEqual([201])
  // Each of the three buyers at the killed process had one request in flight.
  expect([...statuses.here.keys()].filter((status) => status !== 201 && status !== 0)).toEqual([])
  expect(statuses.here.get(0)).toBeLessThanOrEqual(3)
  const stored = (await database.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
  expect(await checkBooks(database.db, new Date())).toEqual([])
})
