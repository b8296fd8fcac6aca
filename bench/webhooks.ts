/**
 * How long the shop takes for a webhook, without the gateway's time: `node bench/webhooks.ts [orders] [at once]`, by
 * default 600 and 50. The settlement of each order is sent five times: the first makes the order DIBAYAR, the others change
 * nothing. Two hundred more orders warm the server up.
 *
 * The shop is a real server process with its own PostgreSQL. The gateway is the payment sandbox in this process, which
 * measures each GET status: the rest of a webhook's time is the shop's, the network's and this benchmark's own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { openClient, prepare } from './load.ts'
import { shopProcess } from './shop-process.ts'

const orderCount = Number(process.argv[2] ?? 600)
const warmUpCount = 200
const sendings = 5
const atOnce = Number(process.argv[3] ?? 50)
const ordersPerBuyer = 20

const gateway = await benchGateway()
const dataDir = await mkdtemp(path.join(tmpdir(), 'webhooks-'))
const shop = await shopProcess({
  DATA_DIR: dataDir,
  ...adminEnvironment,
  ...gateway.environment,
  MAX_UNPAID_ORDERS: '1000',
  MAX_UNPAID_ENDED: '1000000',
  PAYMENT_RECONCILE_SECONDS: '3600',
})

try {
  await shop.start()
  await gateway.switches({ webhook: 'drop' })
  const placed = await placeOrders(warmUpCount + orderCount)
  console.log(`${placed.length} orders placed`)
  const bodies = new Map<string, string>()
  for (const orderId of placed) bodies.set(orderId, await settlementOf(orderId))
  const [warmUp, orders] = [placed.slice(0, warmUpCount), placed.slice(warmUpCount)]

  const before = loadavg()[0] ?? 0
  await sendAll(warmUp, bodies)
  const first = await measured(() => sendAll(orders, bodies))
  const again = await measured(async () => {
    const sent: Sent[] = []
    for (let i = 1; i < sendings; i += 1) sent.push(...(await sendAll(orders, bodies)))
    return sent
  })

  console.table({ 'first: DIBAYAR': first.figures, again: again.figures })
  const sent = [...first.sent, ...again.sent]
  const rate = Math.round(sent.length / (first.seconds + again.seconds))
  console.log(
    `${rate} webhooks a second, ${atOnce} at once, on ${cpus().length} cores; load before: ${before.toFixed(1)}`,
  )
  const faults = sent.filter(({ status }) => status !== 200).length
  console.log(faults === 0 ? 'All were answered 200.' : `${faults} were not answered 200.`)
  if (faults > 0) process.exitCode = 1
} finally {
  await shop.stop()
  await gateway.close()
  await rm(dataDir, { recursive: true, force: true })
}

interface Sent {
  status: number
  totalMs: number
  gatewayMs: number
}

async function sendAll(orders: string[], bodies: Map<string, string>): Promise<Sent[]> {
  const sent: Sent[] = []
  const waiting = [...orders]
  async function sendNext() {
    const client = await openClient(shop.origin)
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      gateway.statusTimes.delete(orderId)
      const startedAt = performance.now()
      const body = JSON.parse(bodies.get(orderId) ?? '')
      const { status } = await client.ask(prepare('/api/payments/notification', { method: 'POST', body }))
      const totalMs = performance.now() - startedAt
      const gatewayMs = (gateway.statusTimes.get(orderId) ?? []).reduce((sum, ms) => sum + ms, 0)
      sent.push({ status, totalMs, gatewayMs })
    }
    client.close()
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  return sent
}

async function measured(send: () => Promise<Sent[]>) {
  const [cpu, startedAt] = [await shop.cpuMs(), performance.now()]
  const sent = await send()
  const [cpuAfter, seconds] = [await shop.cpuMs(), (performance.now() - startedAt) / 1_000]
  const cpuEach = (which: keyof typeof cpu) => rounded((cpuAfter[which] - cpu[which]) / sent.length)
  const figures = {
    webhooks: sent.length,
    ...spread(sent),
    'server cpu each': cpuEach('server'),
    'postgres cpu each': cpuEach('postgres'),
  }
  return { sent, seconds, figures }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Percentiles in milliseconds. */
function spread(sent: Sent[]) {
  const own = sent.map(({ totalMs, gatewayMs }) => totalMs - gatewayMs).sort((a, b) => a - b)
  const gateways = sent.map(({ gatewayMs }) => gatewayMs).sort((a, b) => a - b)
  const at = (sorted: number[], share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return {
    'own p50': at(own, 0.5),
    'own p99': at(own, 0.99),
    'own max': at(own, 1),
    'gateway p50': at(gateways, 0.5),
    'gateway p99': at(gateways, 0.99),
  }
}

async function placeOrders(count: number): Promise<string[]> {
  const product = { id: await makeProduct(shop.origin, await logIn(shop.origin, admin), 1_000_000) }
  const ids: string[] = []
  for (let i = 0; ids.length < count; i += 1) {
    const buyer = await makeBuyer(shop.origin, i)
    while (ids.length < Math.min(count, (i + 1) * ordersPerBuyer)) {
      await buyer.addToCart(product, 1)
      ids.push((await buyer.placeOrder()).body.data.order_id)
    }
  }
  return ids
}

/** Pay an order. @returns the body of the gateway's notification, which this benchmark sends itself */
async function settlementOf(orderId: string): Promise<string> {
  await gateway.pay(orderId)
  const { notifications } = await gateway.control<{ notifications: { transactionStatus: string; body: string }[] }>(
    'GET',
    `notifications?order_id=${orderId}`,
  )
  const settled = notifications.find(({ transactionStatus }) => transactionStatus === 'settlement')
  if (!settled) throw new Error(`no settlement of ${orderId}`)
  return settled.body
}
