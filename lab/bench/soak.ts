/**
 * Ten orders a second for a long time: `node lab/bench/soak.ts [minutes] [picture.svg]`, by default 30 minutes. Linux only.
 *
 * The shop is a real server process with its own PostgreSQL; the gateway is the payment sandbox in this process. Each
 * order is put into the cart, placed, and paid through the gateway until it is DIBAYAR; the buyer cancels every fifth
 * one instead. Beside that, visitors read the product list, an administrator the dashboard and the orders, and twenty
 * pages hold an event stream. Every 30 s the server's memory, its open descriptors and the latency are noted; the
 * picture shows them. At the end the books are checked.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '../../server/scripts/with-database.ts'
import { readConfig } from '../../server/src/config.ts'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { type Ask, askAt } from '../../server/src/testing/shop-client.ts'
import { admin, adminEnvironment, type Buyer, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { drawCharts } from './draw-charts.ts'
import { shopProcess } from './shop-process.ts'

const minutes = Number(process.argv[2] ?? 30)
const picture = process.argv[3] ?? 'soak.svg'
const intervalMs = 30_000
const perSecond = { orders: 10, lists: 20 }
const adminPauseMs = 10_000
const buyerCount = 80
const streamCount = 20
const paidWithinMs = 60_000

const gateway = await benchGateway()
const dataDir = await mkdtemp(path.join(tmpdir(), 'soak-'))
const environment = { DATA_DIR: dataDir, ...adminEnvironment, ...gateway.environment }
const shop = await shopProcess(environment)

/** The milliseconds of the answers since the last note, and over the whole time. */
const kinds = [
  'product list',
  'into the cart',
  'place an order',
  'cancel an order',
  'pay until DIBAYAR',
  'administrator',
]
const recent = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
const all = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
const failures = new Map<string, number>()
let recentFailures = 0
/** Orders that no buyer was free to place, because all waited for answers. */
let leftOut = 0
let recentLeftOut = 0
const notes: Note[] = []
let running = true

interface Note {
  minute: number
  rssMb: number
  descriptors: number
  order: Quantiles
  list: Quantiles
  orders: number
  failures: number
  leftOut: number
  /** Processor time in percent of one core. */
  cpu: { server: number; postgres: number }
  load: number
}

interface Quantiles {
  p50: number
  p95: number
  p99: number
}

try {
  await shop.start()
  const headers = await logIn(shop.origin, admin)
  const products = await Promise.all(Array.from({ length: 20 }, () => makeProduct(shop.origin, headers, 1_000_000)))
  const buyers: Buyer[] = []
  for (let i = 0; i < buyerCount; i += 1) buyers.push(await makeBuyer(shop.origin, i))
  console.log(`${minutes} minutes, load before: ${loadAverage()} on ${cpus().length} cores`)

  const startedAt = performance.now()
  const endsAt = startedAt + minutes * 60_000
  const free = [...buyers]
  const ask = askAt(shop.origin)
  let ordered = 0
  const streams = buyers.slice(0, streamCount).map(readEvents)
  const noting = note(startedAt, endsAt)
  await Promise.all([
    noting,
    repeat(endsAt, perSecond.lists, () => timed('product list', 200, () => ask('GET', '/products?limit=12'))),
    repeat(endsAt, 1_000 / adminPauseMs, () => readAsAdmin(askAt(shop.origin, headers))),
    repeat(endsAt, perSecond.orders, async () => {
      const buyer = free.shift()
      if (!buyer) {
        leftOut += 1
        recentLeftOut += 1
        return
      }
      ordered += 1
      await buy(buyer, products[ordered % products.length] ?? '', ordered % 5 === 0)
      free.push(buyer)
    }),
  ])
  running = false
  await writeFile(picture, draw(notes))
  report()
  await checkAtEnd()
  await shop.stop()
  await Promise.all(streams)
} finally {
  running = false
  await shop.stop()
  await gateway.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Start work so many times a second, however long each takes, and wait until all of it has ended. */
async function repeat(endsAt: number, timesPerSecond: number, work: () => unknown): Promise<void> {
  const open = new Set<Promise<unknown>>()
  let next = performance.now()
  while (performance.now() < endsAt) {
    const one = Promise.resolve(work()).catch((error: unknown) => fail(String(error)))
    open.add(one)
    void one.then(() => open.delete(one))
    next += 1_000 / timesPerSecond
    await wait(Math.max(0, next - performance.now()))
  }
  await Promise.all(open)
}

async function buy(buyer: Buyer, productId: string, isCancelled: boolean): Promise<void> {
  await timed('into the cart', 201, () => buyer.addToCart({ id: productId }, 1))
  const placed = await timed('place an order', 201, () => buyer.placeOrder())
  const orderId = placed?.body.data?.order_id
  if (orderId === undefined) return
  if (isCancelled) {
    await timed('cancel an order', 200, () => buyer.setStatus(orderId, 'DIBATALKAN'))
    return
  }
  const payingAt = performance.now()
  await gateway.pay(orderId)
  while ((await buyer.order(orderId))?.status !== 'DIBAYAR') {
    if (performance.now() - payingAt > paidWithinMs) return fail('paid, but not DIBAYAR within 60 s')
    await wait(100)
  }
  add('pay until DIBAYAR', performance.now() - payingAt)
}

async function readAsAdmin(ask: Ask): Promise<void> {
  await timed('administrator', 200, () => ask('GET', '/admin/dashboard?days=7'))
  await timed('administrator', 200, () => ask('GET', '/admin/orders?status=DIBAYAR&limit=10'))
}

/** As an open page does it: open the stream again whenever it ends. */
async function readEvents(buyer: Buyer): Promise<void> {
  while (running) {
    try {
      const { body } = await fetch(`${shop.origin}/api/notifications/stream`, { headers: buyer.headers })
      for await (const _ of body ?? []) if (!running) return
    } catch {}
    if (running) fail('an event stream ended')
    await wait(1_000)
  }
}

async function timed<Answer extends { status: number }>(kind: string, expected: number, send: () => Promise<Answer>) {
  const startedAt = performance.now()
  try {
    const answer = await send()
    add(kind, performance.now() - startedAt)
    if (answer.status === expected) return answer
    fail(`${kind}: ${answer.status}`)
  } catch (error) {
    fail(`${kind}: ${error instanceof Error ? error.message : error}`)
  }
  return undefined
}

function add(kind: string, ms: number): void {
  recent.get(kind)?.push(ms)
  all.get(kind)?.push(ms)
}

function fail(why: string): void {
  recentFailures += 1
  failures.set(why, (failures.get(why) ?? 0) + 1)
}

async function note(startedAt: number, endsAt: number): Promise<void> {
  let before = await shop.cpuMs()
  for (let at = startedAt + intervalMs; at <= endsAt; at += intervalMs) {
    await wait(at - performance.now())
    const now = await shop.cpuMs()
    const percent = (ms: number) => Math.round((ms / intervalMs) * 100)
    const [orders, lists] = [recent.get('place an order') ?? [], recent.get('product list') ?? []]
    const line: Note = {
      minute: Math.round((at - startedAt) / 6_000) / 10,
      rssMb: await residentMb(),
      descriptors: (await readdir(`/proc/${shop.pid}/fd`)).length,
      order: quantiles(orders),
      list: quantiles(lists),
      orders: orders.length,
      failures: recentFailures,
      leftOut: recentLeftOut,
      cpu: { server: percent(now.server - before.server), postgres: percent(now.postgres - before.postgres) },
      load: loadAverage(),
    }
    before = now
    notes.push(line)
    console.log(JSON.stringify(line))
    for (const times of recent.values()) times.length = 0
    recentFailures = 0
    recentLeftOut = 0
  }
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${shop.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
}

function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function loadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10
}

function draw(lines: readonly Note[]): string {
  const line = (name: string, of: (note: Note) => number) => ({
    name,
    points: lines.map((one): [number, number] => [one.minute, of(one)]),
  })
  const latency = (of: (note: Note) => Quantiles) =>
    (['p50', 'p95', 'p99'] as const).map((name) => line(name, (one) => of(one)[name]))
  return drawCharts('minutes', [
    { title: 'Memory of the server (MB, resident)', lines: [line('', ({ rssMb }) => rssMb)] },
    { title: 'Open descriptors of the server', lines: [line('', ({ descriptors }) => descriptors)] },
    { title: 'Placing an order (ms)', lines: latency(({ order }) => order) },
    { title: 'Product list (ms)', lines: latency(({ list }) => list) },
    {
      title: 'Failures, and orders left out because all buyers waited (in 30 s)',
      lines: [line('failures', (one) => one.failures), line('left out', (one) => one.leftOut)],
    },
    {
      title: 'Processor time (% of one core)',
      lines: [line('server', ({ cpu }) => cpu.server), line('PostgreSQL', ({ cpu }) => cpu.postgres)],
    },
    { title: 'Load average of the machine', lines: [line('', ({ load }) => load)] },
  ])
}

function report(): void {
  const rows = kinds.map((kind) => {
    const times = all.get(kind) ?? []
    return [
      kind,
      { requests: times.length, ...quantiles(times), longest: Math.round(times.reduce((a, b) => Math.max(a, b), 0)) },
    ]
  })
  console.table(Object.fromEntries(rows))
  console.table(
    notes
      .filter((_, i) => (i + 1) % 10 === 0 || i === 0)
      .map(({ order, list, cpu, ...line }) => ({
        ...line,
        'server CPU (%)': cpu.server,
        'order p95': order.p95,
        'list p95': list.p95,
      })),
  )
  if (leftOut > 0) console.log(`${leftOut} orders were left out: the machine could not keep up.`)
  console.log(failures.size === 0 ? 'No failures.' : `Failures: ${JSON.stringify(Object.fromEntries(failures))}`)
}

async function checkAtEnd(): Promise<void> {
  const findings = await withDatabase(readConfig({ ...process.env, ...environment }), (db) =>
    checkBooks(db, new Date()),
  )
  console.log(findings.length === 0 ? 'The books are right.' : `The books: ${JSON.stringify(findings.slice(0, 20))}`)
  if (findings.length > 0 || failures.size > 0) process.exitCode = 1
}
