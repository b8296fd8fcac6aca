/** The memory of the server while everything is asked of it at once. */
import { setTimeout as wait } from 'node:timers/promises'
import { runningConnection } from '@camilan/embedded-postgres'
import { openDb } from '../server/src/platform/db/db.ts'
import { checkBooks } from '../server/src/reports/check-books.ts'
import { orderFlows } from './flows.ts'
import { load } from './load.ts'
import type { Rate } from './rates.ts'
import type { SeededShop } from './seeded-shop.ts'

const restMs = 5_000

export async function measureMemory(shop: SeededShop, rates: Rate[], seconds: number) {
  const before = (await shop.shop.memoryMb()).now
  await shop.shop.resetPeak()
  const requests = rates.flatMap((rate) => rate.requests)
  const [{ requests: sent }] = await Promise.all([
    load(shop.origin, requests, { connections: 50, seconds }),
    orderFlows(shop, seconds, 10),
  ])
  const { peak } = await shop.shop.memoryMb()
  await wait(restMs)
  return { before, peak, requests: sent, after: (await shop.shop.memoryMb()).now }
}

/** @returns what is wrong in the shop's records, as text */
export async function checkBooksOf({ dataDir }: SeededShop): Promise<string> {
  const { db, close } = openDb(await runningConnection(dataDir))
  const findings = (await checkBooks(db, new Date()).finally(close)).filter(({ rule }) => !/refund/i.test(rule))
  return findings.length === 0 ? 'right' : `${findings.length} findings, the first: ${JSON.stringify(findings[0])}`
}
