/** The time of a start of the shop, with the embedded PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { median } from './report.ts'

const starts = 5

/** The median from the command to the first product list. An earlier start has made the data and compiled the code. */
export async function msToFirstList(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'start-'))
  const taken: number[] = []
  for (let i = 0; i <= starts; i += 1) {
    const startedAt = performance.now()
    const shop = await startShopProcess({ connectionString: '' }, { DATA_DIR: folder, DEMO_DATA: 'off' })
    const answer = await fetch(`${shop.origin}/api/products`)
    if (i > 0) taken.push(performance.now() - startedAt)
    await shop.stop()
    if (!answer.ok) throw new Error(`the first answer of a new shop is ${answer.status}`)
  }
  await rm(folder, { recursive: true })
  return Math.round(median(taken))
}
