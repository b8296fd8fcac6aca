/** Two processes of the whole server on one database, as in a rolling restart: each thing happens once. */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../server/src/reports/check-books.ts'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../server/src/testing/make-user.ts'
import { openSandbox, type Sandbox } from '../server/src/testing/sandbox.ts'
import { type Customer, clientOf } from '../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from '../server/src/testing/shop-process.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
const soon = { timeout: 60_000, interval: 50 }
let gateway: Sandbox
let folder: string
let processes: ShopProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'two-processes-'))
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
  await makeAdmin(database.db)
  processes = await Promise.all(
    ['a', 'b'].map((name) =>
      startShopProcess(database.connection, {
        DATA_DIR: path.join(folder, name),
        MIDTRANS_SERVER_KEY: keys.serverKey,
        MIDTRANS_CLIENT_KEY: keys.clientKey,
        MIDTRANS_SNAP_URL: gateway.origin,
        MIDTRANS_API_URL: gateway.origin,
        MAX_UNPAID_ORDERS: '1000000',
        MAX_UNPAID_ENDED: '1000000',
        PAYMENT_RECONCILE_SECONDS: '0.5',
      }),
    ),
  )
}, 300_000)
afterEach(async () => {
  await gateway.reset()
  const findings = await checkBooks(database.db, new Date())
  expect(findings.filter(({ rule }) => rule !== 'refund-due')).toEqual([])
})
afterAll(async () => {
  await Promise.all(processes.map((shop) => shop.stop()))
  await gateway?.close()
  await rm(folder, { recursive: true, force: true })
})

const originOf = (i: number) => processes[i % processes.length]?.origin ?? ''

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
      await gateway.pay(id)
      await gateway.webhookStatuses(id)
      const bodies = (await gateway.notifications(id)).map(({ body }) => body)
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
  await gateway.setFaults({ webhook: 'drop' })
  await Promise.all(lost.map(({ id }) => gateway.pay(id)))
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
      await gateway.charge(id)
      await Promise.all([
        there.setStatus(id, 'DIBATALKAN'),
        wait(randomInt(100)).then(() => gateway.pay(id).catch(() => 'refused')),
      ])
      await expect.poll(async () => (await here.order(id)).status, soon).toMatch(/DIBAYAR|DIBATALKAN/)
      return (await here.order(id)).status
    }),
  )
  const paid = outcomes.filter((status) => status === 'DIBAYAR').length
  console.log(`${paid} paid, ${outcomes.length - paid} cancelled`)
})

test('one process at a time asks the gateway about open payments', { timeout: 60_000 }, async () => {
  const [here] = await customerAtBoth()
  const id = await here.buy(await product(10))
  const statusPath = `/v2/${id}/status`
  const held = gateway.holdCall('GET', statusPath)
  await held.arrived
  await wait(3_000) // six times the pause between two runs
  expect(gateway.countCalls('GET', statusPath)).toBe(1)
  held.release()
  await expect.poll(() => gateway.countCalls('GET', statusPath), soon).toBeGreaterThan(1)
})

test('each mail is sent once', { timeout: 120_000 }, async () => {
  const users = (await customers(20)).map(([here]) => here)
  await Promise.all(users.map(({ email }, i) => clientAt(i)('POST', '/auth/forgot-password', { email })))
  const sent = async () => (await Promise.all(['a', 'b'].map(mailsIn))).flat()
  await expect.poll(async () => (await sent()).length, soon).toBeGreaterThanOrEqual(users.length)
  await wait(3_000) // a second delivery would follow the first
  expect(await sent()).toHaveLength(users.length)
  expect(new Set(await sent()).size).toBe(users.length)
})

test('the other process goes on when one is killed in the middle of a job', { timeout: 120_000 }, async () => {
  const [first, second] = processes
  if (!first || !second) throw new Error('no processes')
  const [, there] = await customerAtBoth()
  const id = await there.buy(await product(10))
  await gateway.setFaults({ webhook: 'drop' })
  await first.kill()
  processes = [second]
  await gateway.pay(id)
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

async function mailsIn(name: string): Promise<string[]> {
  const names = await readdir(path.join(folder, name, 'outbox')).catch(() => [])
  return names.filter((file) => file.endsWith('.eml'))
}
