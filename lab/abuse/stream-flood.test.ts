/** One session that opens streams without end, and strangers who try: what others feel, and what the server keeps. */
import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const database = useTestDb()
const attempts = { ofOneUser: 500, anonymous: 100 }

test('500 streams of one session leave five open, and 100 anonymous ones none', { timeout: 120_000 }, async () => {
  const shop = await startShopProcess(database.connection)
  onTestFinished(async () => void (await shop.kill()))
  const attacker = await makeUser(database.db)
  for (let i = 0; i < 12; i += 1) await makeProduct(database.db)
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const open = (headers: Record<string, string>) =>
    fetch(`${shop.origin}/api/notifications/stream`, { headers, signal: over.signal })
  const readLists = async (count: number) => {
    const times: number[] = []
    for (let i = 0; i < count; i += 1) {
      const startedAt = performance.now()
      const { status } = await fetch(`${shop.origin}/api/products?limit=12`)
      times.push(performance.now() - startedAt)
      expect(status).toBe(200)
    }
    return Math.round(times.sort((a, b) => a - b)[Math.ceil(count * 0.95) - 1] ?? 0)
  }
  const figures = async () => ({
    rssMb: Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024,
    descriptors: (await readdir(`/proc/${shop.pid}/fd`)).length,
  })

  const p95Before = await readLists(200)
  const before = await figures()
  let ended = 0
  const flood = (async () => {
    const streams: Promise<unknown>[] = []
    for (let i = 0; i < attempts.ofOneUser; i += 50) {
      const some = await Promise.all(Array.from({ length: 50 }, () => open(attacker.headers)))
      for (const { body } of some) {
        streams.push(
          (async () => {
            for await (const _ of body ?? []);
            ended += 1
          })().catch(() => {}),
        )
      }
    }
    return Promise.all(Array.from({ length: attempts.anonymous }, () => open({})))
  })()
  const p95During = await readLists(200)
  const refused = await flood
  for (const response of refused) await response.text()
  await expect.poll(() => ended).toBe(attempts.ofOneUser - 5)
  const p95After = await readLists(200)
  const after = await figures()
  console.log(
    `list p95 ${p95Before}, during ${p95During}, after ${p95After} ms; memory ${Math.round(before.rssMb)} to ` +
      `${Math.round(after.rssMb)} MB; descriptors ${before.descriptors} to ${after.descriptors}`,
  )
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]))
  expect(after.rssMb - before.rssMb).toBeLessThan(100)
  // Beside the five streams: connections that are kept alive for the next request, as other clients have them.
  expect(after.descriptors - before.descriptors).toBeLessThan(attempts.anonymous + 50)
  expect(Math.max(p95During, p95After)).toBeLessThan(500)
})
