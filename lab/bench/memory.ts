/** The memory of the server during requests of all kinds at once. */
import { readdir, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { orderFlows } from './flows.ts'
import { load } from './load.ts'
import { memoryMb } from './process-use.ts'
import { type Rate, requestsOf } from './rates.ts'
import type { SeededShop } from './seeded-shop.ts'

const restMs = 5_000
const samples = 10

/** @returns the memory before, meanwhile and afterwards, as sentences */
export async function measureMemory(shop: SeededShop, rates: Rate[], seconds: number): Promise<string> {
  const { origin, pid, seller, ask } = shop
  const countDescriptors = async () => (await readdir(`/proc/${pid}/fd`)).length
  const memory = async () => (await memoryMb(pid)) ?? { now: Number.NaN, peak: Number.NaN }
  const resetPeak = () => writeFile(`/proc/${pid}/clear_refs`, '5')

  const [before, descriptorsBefore] = [await memory(), await countDescriptors()]
  await resetPeak()
  const requests = (await Promise.all(rates.map(requestsOf))).flat()
  const during: number[] = []
  async function sample(): Promise<void> {
    for (let i = 0; i < samples; i += 1) {
      await wait((seconds * 1_000) / samples)
      during.push((await memory()).now)
    }
  }
  const [sent] = await Promise.all([
    load(origin, requests, { connections: 50, seconds }),
    orderFlows(shop, seconds, 10),
    sample(),
  ])
  const { heapUsed, heapTotal, external, arrayBuffers } = (await ask()).memory
  const { peak } = await memory()
  await wait(restMs)
  const [after, descriptorsAfter] = [await memory(), await countDescriptors()]

  await resetPeak()
  const { body } = await askAt(origin, seller)<{ url: string }>('POST', '/admin/orders/export')
  for await (const _ of (await fetch(origin + new URL(body.data.url).pathname)).body ?? []);
  const exportMb = (await memory()).peak - after.now

  const mb = (bytes: number) => Math.round(bytes / 1_048_576)
  return [
    `Memory of the server process: ${before.now} MB before, at most ${peak} MB in ${seconds} s of everything at once`,
    `(${sent.requests.toLocaleString('en')} requests besides the flows), ${after.now} MB ${restMs / 1_000} s after.`,
    `\nEvery ${seconds / samples} s: ${during.join(', ')} MB. At the end its heap had ${mb(heapTotal)} MB`,
    `(${mb(heapUsed)} in use), and outside of it were ${mb(external)} MB (${mb(arrayBuffers)} of buffers).`,
    `Open descriptors: ${descriptorsBefore} before, ${descriptorsAfter} after.`,
    `The export of all orders adds ${exportMb} MB.`,
  ].join(' ')
}
