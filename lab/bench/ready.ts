/**
 * Public answers beside a bare Fastify, and the page of a product while it is ordered fifty times a second:
 * `node lab/bench/ready.ts [seconds] [rounds]`, by default 5 seconds and 5 rounds.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { admin, adminEnvironment, logIn, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { load, prepare } from './load.ts'
import { cpuMsOf, shopProcess } from './shop-process.ts'
import { measureWhileOrdered } from './while-ordered.ts'

const [seconds = 5, rounds = 5] = process.argv.slice(2).map(Number)
const connections = 50
const browser = { 'accept-encoding': 'gzip, deflate, br' }

interface Server {
  origin: string
  pid: number
}

interface ReadyTargets extends Server {
  /** The id of a product. */
  product: string
}

/**
 * The requests a second of each public answer and of the bare Fastify, and the microseconds of processor time that one
 * takes in the server, which depend less on what else the machine does. Medians of rounds in which they take turns.
 */
async function measureReady(bareFastify: Server, { product, ...shop }: ReadyTargets) {
  const { origin } = shop
  const { headers } = await fetch(`${origin}/api/products`)
  const known = { ...browser, 'if-none-match': headers.get('etag') ?? '' }
  const targets: [name: string, server: Server, request: Buffer][] = [
    ['bare Fastify', bareFastify, prepare('/')],
    ['list', shop, prepare('/api/products', { headers: browser })],
    ['detail', shop, prepare(`/api/products/${product}`, { headers: browser })],
    ['list, 304', shop, prepare('/api/products', { headers: known })],
    ['home', shop, prepare('/', { headers: browser })],
    ['list page', shop, prepare('/products', { headers: browser })],
    ['product page', shop, prepare(`/products/${product}`, { headers: browser })],
  ]
  const measured = targets.map(([name]) => ({ name, rates: [] as number[], cpu: [] as number[] }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, [, server, request]] of targets.entries()) {
      const isWarmup = round === 0
      const before = await cpuMsOf(server.pid)
      const { perSecond, requests } = await load(server.origin, [request], {
        seconds: isWarmup ? 1 : seconds,
        connections,
      })
      if (isWarmup) continue
      measured[i]?.rates.push(perSecond)
      measured[i]?.cpu.push((((await cpuMsOf(server.pid)) - before) * 1_000) / requests)
    }
  }
  const median = (all: number[]) => all.sort((x, y) => x - y)[all.length >> 1] ?? 0
  const rows = measured.map(({ name, rates, cpu }) => ({ name, rate: median(rates), cpu: median(cpu) }))
  const [bareRow] = rows
  return rows.map(({ name, rate, cpu }) => ({
    name,
    'requests/s': Math.round(rate),
    '1/': Number(((bareRow?.rate ?? 0) / rate).toFixed(2)),
    'CPU, us': Number(cpu.toFixed(1)),
    'CPU, times': Number((cpu / (bareRow?.cpu ?? 1)).toFixed(2)),
  }))
}

const gateway = await benchGateway()
const folder = await mkdtemp(path.join(tmpdir(), 'camilan-ready-'))
const shop = await shopProcess({
  DATA_DIR: folder,
  NODE_ENV: 'production',
  ALLOW_IN_PRODUCTION: 'http',
  MAX_UNPAID_ORDERS: '100000',
  MAX_UNPAID_ENDED: '100000',
  REGISTRATIONS_PER_ADDRESS: '100000',
  ...adminEnvironment,
  ...gateway.environment,
})
const bare = fork(path.join(import.meta.dirname, 'bare-fastify.ts'))
try {
  const [{ origin: bareOrigin }] = await once(bare, 'message')
  await shop.start()
  const { origin } = shop
  const seller = await logIn(origin, admin)
  const products = []
  for (let i = 0; i < 18; i += 1) products.push(await makeProduct(origin, seller, 1_000_000))
  const targets = { origin, pid: shop.pid ?? 0, product: products[0] ?? '' }
  console.table(await measureReady({ origin: bareOrigin, pid: bare.pid ?? 0 }, targets))
  console.log('product page while it is ordered:', await measureWhileOrdered({ ...targets, seconds: seconds * 2 }))
  console.log(`load ${loadavg().map((average) => average.toFixed(1))}`)
} finally {
  bare.kill()
  await shop.stop()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
}
