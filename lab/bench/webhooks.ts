/**
 * The shop's time for a webhook, without the gateway's time. The settlement of each order is sent five times: the first
 * makes the order DIBAYAR, the others change nothing. Two hundred more orders warm the server up.
 *
 * The shop is a real server process with its own PostgreSQL. The gateway is the payment sandbox in this process, which
 * measures each GET status. The rest of a webhook's time belongs to the shop, the network and this benchmark.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { openClient, prepare } from './load.ts'
import { shopProcess } from './shop-process.ts'

const warmUpCount = 200
const sendings = 5
const ordersPerBuyer = 20

type Gateway = Awaited<ReturnType<typeof benchGateway>>
type Shop = Awaited<ReturnType<typeof shopProcess>>

export async function measureWebhooks({ orders: orderCount, atOnce }: { orders: number; atOnce: number }) {
  const gateway = await benchGateway()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webhooks-'))
  const shop = await shopProcess({
    DATA_DIR: dataDir,
    ...adminEnvironment,
    ...gateway.environment,
    MAX_UNPAID_ORDERS: '1000',
    MAX_UNPAID_ENDED: '1000000',
    REGISTRATIONS_PER_ADDRESS: '1000000',
    PAYMENT_RECONCILE_SECONDS: '3600',
  })
  try {
    await shop.start()
    await gateway.switches({ webhook: 'drop' })
    const placed = await placeOrders(shop, warmUpCount + orderCount)
    const webhooks = new Map<string, Buffer>()
    for (const orderId of placed) {
      const body = JSON.parse(await settlementOf(gateway, orderId))
      webhooks.set(orderId, prepare('/api/payments/notification', { method: 'POST', body }))
    }
    const [warmUp, orders] = [placed.slice(0, warmUpCount), placed.slice(warmUpCount)]
    const clients = await Promise.all(Array.from({ length: atOnce }, () => openClient(shop.origin)))
    const sendAll = (some: string[]) => send({ gateway, webhooks, clients }, some)

    await sendAll(warmUp)
    const first = await measured(shop, () => sendAll(orders))
    const again = await measured(shop, async () => {
      const sent: Sent[] = []
      for (let i = 1; i < sendings; i += 1) sent.push(...(await sendAll(orders)))
      return sent
    })
    for (const { close } of clients) close()
    const sent = [...first.sent, ...again.sent]
    return {
      first: first.figures,
      again: again.figures,
      perSecond: Math.round(sent.length / (first.seconds + again.seconds)),
      refused: sent.filter(({ status }) => status !== 200).length,
    }
  } finally {
    await shop.stop()
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Sending {
  gateway: Gateway
  webhooks: Map<string, Buffer>
  /** Each sends one webhook after the other. */
  clients: Awaited<ReturnType<typeof openClient>>[]
}

interface Sent {
  status: number
  totalMs: number
  gatewayMs: number
}

async function send({ gateway, webhooks, clients }: Sending, orders: string[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const waiting = [...orders]
  async function sendNext({ ask }: Sending['clients'][number]) {
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      gateway.statusTimes.delete(orderId)
      const startedAt = performance.now()
      const { status } = await ask(webhooks.get(orderId) ?? Buffer.of())
      const totalMs = performance.now() - startedAt
      const gatewayMs = (gateway.statusTimes.get(orderId) ?? []).reduce((sum, ms) => sum + ms, 0)
      sent.push({ status, totalMs, gatewayMs })
    }
  }
  await Promise.all(clients.map(sendNext))
  return sent
}

async function measured(shop: Shop, sendAll: () => Promise<Sent[]>) {
  const [cpu, startedAt] = [await shop.cpuMs(), performance.now()]
  const sent = await sendAll()
  const [cpuAfter, seconds] = [await shop.cpuMs(), (performance.now() - startedAt) / 1_000]
  const cpuEach = (which: keyof typeof cpu) => rounded((cpuAfter[which] - cpu[which]) / sent.length)
  const figures = {
    own: spread(sent.map(({ totalMs, gatewayMs }) => totalMs - gatewayMs)),
    serverMs: cpuEach('server'),
    postgresMs: cpuEach('postgres'),
  }
  return { sent, seconds, figures }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Percentiles in milliseconds. */
function spread(times: number[]) {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function placeOrders(shop: Shop, count: number): Promise<string[]> {
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
async function settlementOf(gateway: Gateway, orderId: string): Promise<string> {
  await gateway.pay(orderId)
  const { notifications } = await gateway.control<{ notifications: { transactionStatus: string; body: string }[] }>(
    'GET',
    `notifications?order_id=${orderId}`,
  )
  const settled = notifications.find(({ transactionStatus }) => transactionStatus === 'settlement')
  if (!settled) throw new Error(`no settlement of ${orderId}`)
  return settled.body
}
