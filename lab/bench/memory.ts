/** The memory of the server under every kind of request at once. */
import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { runningConnection } from '@camilan/embedded-postgres'
import { sql } from 'kysely'
import { openDb } from '../../server/src/platform/db/db.ts'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { orderFlows } from './flows.ts'
import { load } from './load.ts'
import { type Rate, requestsOf } from './rates.ts'
import type { SeededShop } from './seeded-shop.ts'

const restMs = 5_000
const samples = 10

export interface MemoryUse {
  before: number
  peak: number
  after: number
  requests: number
  /** At equal intervals during the load. */
  during: number[]
  /** The parts of the memory at the end of the load. */
  parts: NodeJS.MemoryUsage
  /** Open files and sockets, before and afterwards. */
  descriptors: [before: number, after: number]
  /** The megabytes that the CSV export of all orders adds to the peak. */
  exportMb: number
}

/** Megabytes of resident memory. */
export async function measureMemory(
  { shop, seller, ...seeded }: SeededShop,
  rates: Rate[],
  seconds: number,
): Promise<MemoryUse> {
  const countDescriptors = async () => (await readdir(`/proc/${shop.pid}/fd`)).length
  const openBefore = await countDescriptors()
  const before = (await shop.memoryMb()).now
  await shop.resetPeak()
  const requests = (await Promise.all(rates.map(requestsOf))).flat()
  const during: number[] = []
  const [{ requests: sent }] = await Promise.all([
    load(seeded.origin, requests, { connections: 50, seconds }),
    orderFlows(seeded, seconds, 10),
    (async () => {
      for (let i = 0; i < samples; i += 1) {
        await wait((seconds * 1_000) / samples)
        during.push((await shop.memoryMb()).now)
      }
    })(),
  ])
  const parts = await shop.ask('memory')
  const { peak } = await shop.memoryMb()
  await wait(restMs)
  const after = (await shop.memoryMb()).now
  const descriptors: MemoryUse['descriptors'] = [openBefore, await countDescriptors()]
  await shop.resetPeak()
  const { body } = await askAt(seeded.origin, seller)<{ url: string }>('POST', '/admin/orders/export')
  for await (const _ of (await fetch(seeded.origin + new URL(body.data.url).pathname)).body ?? []);
  const exportMb = (await shop.memoryMb()).peak - after
  return { before, peak, requests: sent, during, parts, after, descriptors, exportMb }
}

/** @returns the faults in the shop's records, as text */
export async function checkBooksOf({ dataDir }: SeededShop): Promise<string> {
  const { db, close } = openDb(await runningConnection(dataDir), { queryTimeoutMs: 600_000, maxConnections: 1 })
  const read = async () => {
    await sql`set statement_timeout = 0`.execute(db) // on the one connection
    return checkBooks(db, new Date())
  }
  const findings = (await read().finally(close)).filter(({ rule }) => !/refund/i.test(rule))
  return findings.length === 0 ? 'right' : `${findings.length} findings, the first: ${JSON.stringify(findings[0])}`
}
