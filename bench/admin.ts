/**
 * How fast the administrator's API answers: `node bench/admin.ts <data folder> [at once]`, after
 * `DATA_DIR=<data folder> npm run seed:large`. It starts the server on the folder, sends the requests of every page and
 * prints p50, p95 and the processor time of a request, in the server and PostgreSQL together.
 */
import { loadavg } from 'node:os'
import { dataFolder, openLargeShop } from './large-shop.ts'

const concurrency = Number(process.argv[3] ?? 4)
const warmUps = 10
const rounds = 100

const shop = await openLargeShop(dataFolder())
try {
  const { data, pagination } = await shop.ask<{ data: { id: string }[]; pagination: { total_orders: number } }>(
    'GET',
    '/admin/orders?limit=10&sortOrder=desc',
  )
  const lastPage = Math.ceil(pagination.total_orders / 10)
  const requests = {
    'dashboard, 7 days': '/admin/dashboard?days=7',
    'dashboard, 30 days': '/admin/dashboard?days=30',
    'dashboard, 90 days': '/admin/dashboard?days=90',
    'orders, first page': '/admin/orders?sortOrder=desc&not=DIBAYAR',
    'orders, middle page': `/admin/orders?sortOrder=desc&not=DIBAYAR&page=${Math.ceil(lastPage / 2)}`,
    'orders, last page': `/admin/orders?sortOrder=desc&page=${lastPage}`,
    'orders, paid (100)': '/admin/orders?status=DIBAYAR&limit=100',
    'orders, finished': '/admin/orders?status=SELESAI&sortOrder=desc',
    'orders, a name': '/admin/orders?query=lestari&sortOrder=desc',
    'orders, two letters': '/admin/orders?query=an&sortOrder=desc',
    'orders, a phone': '/admin/orders?query=081234',
    'orders, nothing found': '/admin/orders?query=tidak%20ada',
    'order detail': `/admin/orders/${data[0]?.id}`,
    refunds: '/admin/refunds',
    'products, first page': '/admin/products?limit=10',
    'products, search': '/admin/products?query=keripik%20balado',
    'users, first page': '/admin/users?limit=10',
    'users, search': '/admin/users?query=lestari',
    notifications: '/notifications',
  }
  const before = loadAverage()
  const table: object[] = []
  for (const [name, path] of Object.entries(requests)) {
    const { times, cpuMs } = await measure(() => shop.ask('GET', path))
    table.push({
      request: name,
      'p50 (ms)': quantile(times, 0.5),
      'p95 (ms)': quantile(times, 0.95),
      'CPU (ms)': cpuMs,
    })
  }
  console.log(`${pagination.total_orders} orders, ${concurrency} requests at a time, ${rounds} of each`)
  console.log(`load average ${before} before, ${loadAverage()} after`)
  console.table(table)
} finally {
  await shop.stop()
}

/** @returns the milliseconds of each request in ascending order, and their average processor time */
async function measure(send: () => Promise<unknown>): Promise<{ times: number[]; cpuMs: number }> {
  for (let i = 0; i < warmUps; i += 1) await send()
  const times: number[] = []
  const cpuBefore = await shop.cpuMs()
  let left = rounds
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      await send()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const cpuMs = Math.round(((await shop.cpuMs()) - cpuBefore) / rounds)
  return { times: times.sort((a, b) => a - b), cpuMs }
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
}

function loadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
