/**
 * Many concurrent buyers against the real server over HTTP, and a gateway that fails: `node lab/bench/races.ts [share]`. A
 * share of 0.1 runs a tenth of the rounds. After every part `npm run doctor` checks the shop's records.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPaymentSandbox } from '@camilan/payment-sandbox'
import Fastify from 'fastify'
import { withDatabase } from '../../server/scripts/with-database.ts'
import { readConfig } from '../../server/src/config.ts'
import { transact } from '../../server/src/platform/db/transact.ts'
import { askAt, clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'

const serverKey = 'SB-Mid-server-bench'
const clientKey = 'SB-Mid-client-bench'
const password = 'kata-sandi-kuat'
const admin = { email: 'admin@contoh.id', password }
const adminEnvironment = { DEMO_DATA: 'off', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password }

const share = Number(process.argv[2] ?? 1)
const rounds = (count: number) => Math.max(1, Math.round(count * share))

const gateway = await benchGateway()
const dataDir = await mkdtemp(path.join(tmpdir(), 'races-'))
const environment = {
  DATA_DIR: dataDir,
  ...adminEnvironment,
  ...gateway.environment,
  MAX_UNPAID_ORDERS: '1000000',
  MAX_UNPAID_ENDED: '1000000',
  REGISTRATIONS_PER_ADDRESS: '1000000',
}
const shop = await startShopProcess({ connectionString: '' }, environment)

try {
  const headers = await logIn(shop.origin, admin)
  const buyers: Buyer[] = []
  for (let i = 0; i < 200; i += 1) buyers.push(await makeBuyer(shop.origin, i))
  console.log(`200 buyers; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`)

  /** All buyers order a new product at once. It is deleted afterwards, also from the carts. */
  async function orderAtOnce(stock: number, crowd: Buyer[]) {
    const id = await makeProduct(shop.origin, headers, stock)
    for (const buyer of crowd) await buyer.addToCart({ id }, 1)
    const answers = await Promise.all(crowd.map((buyer) => timed(() => buyer.placeOrder())))
    await fetch(`${shop.origin}/api/admin/products/${id}`, { method: 'DELETE', headers })
    return answers
  }

  for (const [name, stock, crowd, count] of [
    ['R1: 200 buyers, stock 10', 10, buyers, rounds(20)],
    ['R1: 100 buyers, stock 1', 1, buyers.slice(0, 100), rounds(50)],
  ] as const) {
    await part(`${name}, x${count}`, async () => {
      const all: Timed[] = []
      let correct = 0
      for (let i = 0; i < count; i += 1) {
        const answers = await orderAtOnce(stock, crowd)
        if (answers.filter(({ status }) => status === 201).length === stock) correct += 1
        all.push(...answers)
      }
      return { 'rounds with as many orders as stock': `${correct} of ${count}`, ...summary(all) }
    })
  }

  await part('R2: 100 orders of A and B, 100 of B and A at the same time', async () => {
    const a = await makeProduct(shop.origin, headers, 1_000)
    const b = await makeProduct(shop.origin, headers, 1_000)
    for (const [i, buyer] of buyers.entries()) {
      for (const id of i % 2 ? [a, b] : [b, a]) await buyer.addToCart({ id }, 1)
    }
    const answers = await Promise.all(buyers.map((buyer) => timed(() => buyer.placeOrder())))
    for (const buyer of buyers) {
      for (const { id } of (await buyer.orders('?status=DIPROSES')).data) await buyer.setStatus(id, 'DIBATALKAN')
    }
    return summary(answers)
  })

  await part('R2: 20 orders wait a second for locked rows, 100 others do not', async () => {
    const held = await Promise.all(Array.from({ length: 20 }, () => makeProduct(shop.origin, headers, 1)))
    const free = await makeProduct(shop.origin, headers, 1_000)
    const [waiting, others] = [buyers.slice(0, 20), buyers.slice(20, 120)]
    for (const [i, buyer] of waiting.entries()) await buyer.addToCart({ id: held[i] ?? '' }, 1)
    for (const buyer of others) await buyer.addToCart({ id: free }, 1)
    const { answers } = await withDatabase(readConfig({ ...process.env, ...environment }), (db) =>
      transact(db, async (tx) => {
        await tx.selectFrom('products').select('id').where('id', 'in', held).forUpdate().execute()
        const ordering = [...waiting, ...others].map((buyer) => timed(() => buyer.placeOrder()))
        await wait(1_000)
        return { answers: Promise.all(ordering) } // some complete only after this transaction
      }),
    )
    return summary(await answers)
  })

  const snack = { id: await makeProduct(shop.origin, headers, 1_000_000) }
  const order = async (buyer: Buyer) => {
    await buyer.addToCart(snack, 1)
    return (await buyer.placeOrder()).body.data.order_id
  }

  await part(`R9: a buyer cancels while the payment settles, ${rounds(200)} pairs`, async () => {
    const outcomes: Record<string, number> = {}
    for (const buyer of buyers.slice(0, rounds(200))) {
      const id = await order(buyer)
      await gateway.charge(id)
      const [cancel] = await Promise.all([
        buyer.setStatus(id, 'DIBATALKAN'),
        wait(randomInt(30)).then(() => gateway.pay(id).catch(() => 'refused')),
      ])
      const { status } = await settled(buyer, id)
      const outcome = `cancel ${cancel.status}, ${status}`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    return { outcomes: describe(outcomes) }
  })

  await part('R11: 20 of 100 unpaid orders are paid, their notifications lost', async () => {
    await gateway.switches({ webhook: 'drop' })
    const open = await Promise.all(buyers.slice(0, 100).map(async (buyer) => ({ buyer, id: await order(buyer) })))
    const paid = open.slice(0, 20)
    for (const { id } of paid) await gateway.pay(id)
    const startedAt = performance.now()
    const durations = await Promise.all(
      paid.map(async ({ buyer, id }) => {
        while ((await buyer.order(id)).status !== 'DIBAYAR' && performance.now() - startedAt < 300_000) await wait(500)
        return performance.now() - startedAt
      }),
    )
    await gateway.switches({ webhook: 'deliver' })
    return {
      'DIBAYAR after (s)': durations
        .map((ms) => Math.round(ms / 1_000))
        .sort((x, y) => x - y)
        .join(' '),
    }
  })

  const crowd = buyers.slice(0, 50)
  const alone = await browsing(async () => wait(3_000))
  const ok = await orderDuring(async () => {})
  console.log({ part: 'R13 for comparison: 50 buyers order at once', ...ok })
  for (const [name, begin] of [
    ['answers 500', () => gateway.switches({ create: 'error' })],
    ['answers no JSON', () => gateway.switches({ create: 'bad-json' })],
    ['breaks the connection', () => gateway.switches({ create: 'lost-reply' })],
    ['takes 10 s', async () => gateway.delayAnswers(10_000)],
    ['hangs', () => gateway.switches({ create: 'hang' })],
  ] as const) {
    await part(`R13: 50 buyers order, the gateway ${name}`, () => orderDuring(begin))
  }

  /** The answers to fifty buyers while the gateway fails, and the times of a reader of the product list. */
  async function orderDuring(begin: () => Promise<unknown>): Promise<Record<string, string>> {
    for (const buyer of crowd) await buyer.addToCart(snack, 1)
    await begin()
    let answers: Timed[] = []
    const list = await browsing(async () => {
      answers = await Promise.all(crowd.map((buyer) => timed(() => buyer.placeOrder())))
    })
    gateway.delayAnswers(0)
    await gateway.control('DELETE', 'switches')
    const again = await Promise.all(
      crowd.map(async (buyer) => {
        const [newest] = (await buyer.orders('?limit=1')).data
        return timed(() => buyer.openPayment(newest?.id ?? ''))
      }),
    )
    return {
      ...summary(answers),
      'product list p95 (ms), alone': String(alone),
      'product list p95 (ms), meanwhile': String(list),
      'payment opened later': summary(again).answers ?? '',
    }
  }

  /** p95 of the product list, requested repeatedly while `meanwhile` runs. */
  async function browsing(meanwhile: () => Promise<unknown>): Promise<number> {
    const times: number[] = []
    let over = false
    const look = (async () => {
      while (!over) times.push((await timed(() => askAt(shop.origin)('GET', '/products?limit=10'))).ms)
    })()
    await meanwhile()
    over = true
    await look
    return Math.round(quantile(times, 0.95) * 10) / 10
  }
} finally {
  await shop.stop()
  await gateway.close()
  await rm(dataDir, { recursive: true, force: true })
}

interface Timed {
  kind: string
  status: number
  ms: number
}

async function timed(ask: () => Promise<{ status: number; body: { code?: string } }>): Promise<Timed> {
  const startedAt = performance.now()
  const { status, body } = await ask()
  return { kind: body.code ? `${status} ${body.code}` : `${status}`, status, ms: performance.now() - startedAt }
}

async function part(name: string, act: () => Promise<Record<string, string>>): Promise<void> {
  console.log({ part: name, ...(await act()), records: checkRecords() })
}

/** The output of `npm run doctor`. */
function checkRecords(): string {
  const { stdout, status } = spawnSync(process.execPath, ['server/scripts/doctor.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  if (status !== 0) process.exitCode = 1
  return stdout.trim()
}

/** The order after the race has ended: it is no longer DIPROSES. */
async function settled(buyer: Buyer, id: string) {
  for (let i = 0; i < 200; i += 1) {
    const order = await buyer.order(id)
    if (order.status !== 'DIPROSES') return order
    await wait(20)
  }
  return buyer.order(id)
}

function summary(answers: Timed[]): Record<string, string> {
  const kinds: Record<string, number> = {}
  for (const { kind } of answers) kinds[kind] = (kinds[kind] ?? 0) + 1
  const times = answers.map(({ ms }) => ms)
  return {
    answers: describe(kinds),
    'p50 (ms)': String(Math.round(quantile(times, 0.5))),
    'longest (ms)': String(Math.round(Math.max(...times))),
  }
}

function describe(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, times]) => `${times} x ${kind}`)
    .join(', ')
}

function quantile(times: number[], share: number): number {
  return times.sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0
}

type Buyer = Awaited<ReturnType<typeof makeBuyer>>

/** A customer who has registered and logged in. */
async function makeBuyer(origin: string, i: number) {
  const account = { name: `Pembeli ${i}`, email: `pembeli-${i}@contoh.id`, phone: '081234567890', password }
  const { status } = await askAt(origin)('POST', '/auth/register', { body: account })
  if (status !== 201) throw new Error(`register: ${status}`)
  const headers = await logIn(origin, account)
  return clientOf({ ...account, id: '', isAdmin: false, token: headers.authorization.slice(7), headers }, origin)
}

async function logIn(origin: string, { email }: { email: string }) {
  const { status, body } = await askAt(origin)<{ token: string }>('POST', '/auth/login', { body: { email, password } })
  if (status !== 200) throw new Error(`log in: ${status}`)
  return { authorization: `Bearer ${body.data.token}` }
}

/** @returns the id of a product that costs Rp40.000 */
async function makeProduct(origin: string, headers: { authorization: string }, stock: number): Promise<string> {
  const fields = { name: 'Nastar', price: '40000', stock: String(stock), category: 'KUE_KERING', packaging: 'TOPLES' }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, weight: 'GRAM_500', description: 'Renyah.' })) {
    form.set(name, value)
  }
  const response = await fetch(`${origin}/api/admin/products`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`create a product: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** The payment sandbox on a port of this process, with payments of buyers and outages. */
async function benchGateway() {
  const listener = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({ serverKey, clientKey, browserOrigin: () => listener.listeningOrigin })
  let delayMs = 0
  listener.addHook('onRequest', async ({ url }) => {
    if (delayMs > 0 && !url.startsWith('/_sandbox/')) await wait(delayMs)
  })
  listener.register(sandbox.browserRoutes).register(sandbox.merchantRoutes).register(sandbox.controlRoutes)
  const origin = await listener.listen({ host: '127.0.0.1', port: 0 })

  async function control<Answer>(method: string, route: string, body?: object): Promise<Answer> {
    const response = await fetch(`${origin}/_sandbox/${route}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    control,
    /** The configuration of a shop that uses this gateway. */
    environment: {
      MIDTRANS_SERVER_KEY: serverKey,
      MIDTRANS_CLIENT_KEY: clientKey,
      MIDTRANS_SNAP_URL: origin,
      MIDTRANS_API_URL: origin,
    },
    switches: (change: object) => control('PATCH', 'switches', change),
    charge: (orderId: string) => control('POST', `transactions/${orderId}/charge`, {}),
    pay: (orderId: string) => control('POST', `transactions/${orderId}/pay`, {}),
    /** Delays every answer to the shop and to browsers, until it is set to 0. */
    delayAnswers(ms: number) {
      delayMs = ms
    },
    async close() {
      await listener.close()
      await sandbox.close()
    },
  }
}
