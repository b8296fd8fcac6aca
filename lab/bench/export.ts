/**
 * How much memory the CSV export of the orders takes: `node lab/bench/export.ts <data folder>`, after
 * `DATA_DIR=<data folder> npm run seed:large`. Each export is measured on a server that was just started: with Node's
 * defaults, where garbage is collected late because there is memory; with a heap of 80 MB, of which the server itself needs
 * 45, so that the figures show what is really held; and the same with a reader of 2 MB per second. Linux only.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { dataFolder, openLargeShop } from './large-shop.ts'

const sizes = [10_000, 50_000, 100_000]
const small = { NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=2' }
const variants = [
  { server: 'defaults', environment: {}, bytesPerSecond: Number.POSITIVE_INFINITY },
  { server: '80 MB of heap', environment: small, bytesPerSecond: Number.POSITIVE_INFINITY },
  { server: '80 MB, slow reader', environment: small, bytesPerSecond: 2e6 },
]

type Shop = Awaited<ReturnType<typeof openLargeShop>>

const table: object[] = []
for (const { server, environment, bytesPerSecond } of variants) {
  for (const size of sizes) {
    const shop = await openLargeShop(dataFolder(), environment)
    try {
      table.push({ server, ...(await measureExport(shop, await filterFor(shop, size), bytesPerSecond)) })
    } finally {
      await shop.stop()
    }
  }
}
console.table(table)

async function measureExport(shop: Shop, filter: string, bytesPerSecond: number) {
  const { data } = await shop.ask<{ data: { url: string } }>('POST', `/admin/orders/export?${filter}`)
  const before = await memoryMb(shop, 'VmRSS')
  await writeFile(`/proc/${shop.pid}/clear_refs`, '5') // the peak is counted from here
  const startedAt = performance.now()
  const file = await fetch(new URL(new URL(data.url).pathname, shop.origin))
  let bytes = 0
  let lines = 0
  for await (const chunk of file.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    const ahead = (bytes / bytesPerSecond) * 1000 - (performance.now() - startedAt)
    if (ahead > 0) await wait(ahead)
  }
  const peak = await memoryMb(shop, 'VmHWM')
  return {
    orders: lines - 1,
    MB: Math.round(bytes / 1e5) / 10,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    'RSS before (MB)': before,
    'RSS peak (MB)': peak,
    'more (MB)': peak - before,
  }
}

/** A filter by date that selects about `size` orders. */
async function filterFor(shop: Shop, size: number): Promise<string> {
  const count = async (filter: string) => {
    const { pagination } = await shop.ask<{ pagination: { total_orders: number } }>('GET', `/admin/orders?${filter}`)
    return pagination.total_orders
  }
  const all = await count('limit=1')
  for (let days = Math.floor((size / all) * 400); ; days += 1) {
    const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    if (days > 500 || (await count(`limit=1&from=${from}`)) >= Math.min(size, all)) return `from=${from}`
  }
}

async function memoryMb(shop: Shop, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${shop.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
