/** Two processes of the whole server on one database, as in a rolling restart: each thing happens once. */
import { randomInt, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { type Customer, clientOf } from '../../server/src/testing/shop-client.ts'
import type { ShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { useTwoProcesses } from '../../server/src/testing/two-processes.ts'

const database = useTestDb()
const soon = { timeout: 60_000, interval: 50 }

beforeAll(() => makeAdmin(database.db))
const shops = useTwoProcesses(database)
afterEach(async () => {
  await shops.gateway.reset()
  const findings = await checkBooks(database.db, new Date())
  expect(findings.filter(({ rule }) => rule !== 'refund-due')).toEqual([])
})

const originOf = (i: number) => (i % 2 === 0 ? shops.here : shops.there).origin

/** The clients of one new user at both processes. */
async function customerAtBoth(): Promise<[Customer, Customer]> {
  const user = await makeUser(database.db)
  return [clientOf(user, originOf(0)), clientOf(user, originOf(1))]
}

const customers = (count: number) => Promise.all(Array.from({ length: count }, customerAtBoth))

const product = (stock: number) => makeProduct(database.db, { stock, price: 40_000 })

async function countOf(kind: string, orderId: string): Promise<number> {
  const rows = database.db.selectFrom('notifications').select('id').where('kind', '=', kind)
  return (await rows.where('order_id', '=', orderId).execute()).length
}

async function paidSteps(orderId: string): Promise<number> {
  const rows = database.db.selectFrom('order_history').select('id').where('status', '=', 'DIBAYAR')
  return (await rows.where('order_id', '=', orderId).execute()).length
}

test('the last units are sold once, whichever process is asked', { timeout: 300_000 }, async () => {
  const [rounds, buyerCount, stock] = [20, 10, 3]
  for (let round = 0; round < rounds; round += 1) {
    const last = await product(stock)
    const buyers = await customers(buyerCount)
    await Promise.all(buyers.map(([here]) => here.addToCart(last, 1)))
    const answers = await Promise.all(buyers.map((both, i) => (both[i % 2] ?? both[0]).placeOrder()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(stock).fill(201), ...Array(buyerCount - stock).fill(409)])
  }
  console.log(`${rounds} times ${buyerCount} buyers for ${stock} units: ${stock} orders each time`)
})

test('one Idempotency-Key at both processes at once places one order', { timeout: 120_000 }, async () => {
  const snack = await product(1_000)
  for (const [here, there] of await customers(20)) {
    await here.addToCart(snack, 1)
    const key = randomUUID()
    const answers = await Promise.all([here.placeOrder({}, key), there.placeOrder({}, key)])
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.order_id)
    expect(ids.length, JSON.stringify(answers.map(({ body }) => body))).toBe(2)
    expect(new Set(ids).size).toBe(1)
    expect((await there.orders('?status=DIPROSES')).data).toHaveLength(1)
  }
})

test('webhooks at both processes, and lost ones, make each order DIBAYAR once', { timeout: 300_000 }, async () => {
  const snack = await product(1_000)
  const buyers = await customers(30)
  const orders = await Promise.all(
    buyers.map(async (both, i) => ({ both, id: await (both[i % 2] ?? both[0]).buy(snack) })),
  )
  const [told, lost] = [orders.slice(0, 20), orders.slice(20)]
  await Promise.all(
    told.map(async ({ id }) => {
      await shops.gateway.pay(id)
      await shops.gateway.webhookStatuses(id)
      const bodies = (await shops.gateway.notifications(id)).map(({ body }) => body)
      const send = (body: string, i: number) =>
        fetch(`${originOf(i)}/api/payments/notification`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      const answers = await Promise.all(bodies.flatMap((body) => [send(body, 0), send(body, 1)]))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }),
  )
  await shops.gateway.setFaults({ webhook: 'drop' })
  await Promise.all(lost.map(({ id }) => shops.gateway.pay(id)))
  for (const { both, id } of orders) {
    await expect.poll(async () => (await both[1].order(id)).status, soon).toBe('DIBAYAR')
    expect(await paidSteps(id)).toBe(1)
    expect(await countOf('payment-received', id)).toBe(1)
    expect(await countOf('order-paid', id)).toBe(1)
  }
})

test('a cancellation at one process and a payment at the other end in one of the two', {
  timeout: 120_000,
}, async () => {
  const snack = await product(1_000)
  const outcomes = await Promise.all(
    (await customers(20)).map(async ([here, there]) => {
      const id = await here.buy(snack)
      await shops.gateway.charge(id)
      await Promise.all([
        there.setStatus(id, 'DIBATALKAN'),
        wait(randomInt(100)).then(() => shops.gateway.pay(id).catch(() => 'refused')),
      ])
      await expect.poll(async () => (await here.order(id)).status, soon).toMatch(/DIBAYAR|DIBATALKAN/)
      return (await here.order(id)).status
    }),
  )
  const paid = outcomes.filter((status) => status === 'DIBAYAR').length
  console.log(`${paid} paid, ${outcomes.length - paid} cancelled`)
})

test('each mail is sent once', { timeout: 120_000 }, async () => {
  const users = (await customers(20)).map(([here]) => here)
  await Promise.all(users.map(({ email }, i) => clientAt(i)('POST', '/auth/forgot-password', { email })))
  const sent = async () => (await Promise.all([shops.here, shops.there].map(mailsOf))).flat()
  await expect.poll(async () => (await sent()).length, soon).toBeGreaterThanOrEqual(users.length)
  await wait(3_000) // a second delivery would follow the first
  expect(await sent()).toHaveLength(users.length)
  expect(new Set(await sent()).size).toBe(users.length)
})

test('the other process goes on when one is killed in the middle of a job', { timeout: 120_000 }, async () => {
  const [, there] = await customerAtBoth()
  const id = await there.buy(await product(10))
  await shops.gateway.setFaults({ webhook: 'drop' })
  await shops.here.kill()
  await shops.gateway.pay(id)
  const killedAt = performance.now()
  await expect.poll(async () => (await there.order(id)).status, soon).toBe('DIBAYAR')
  const tookMs = Math.round(performance.now() - killedAt)
  console.log(`paid after ${tookMs} ms`)
  expect(tookMs).toBeLessThan(30_000)
})

function clientAt(i: number) {
  return (method: string, route: string, body: object) =>
    fetch(`${originOf(i)}/api${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}

async function mailsOf({ dataDir }: ShopProcess): Promise<string[]> {
  const names = await readdir(path.join(dataDir, 'outbox')).catch(() => [])
  return names.filter((file) => file.endsWith('.eml'))
}
