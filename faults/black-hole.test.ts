/** The link to the database goes silent under a running shop. The figures are those that docs/security.md promises. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { checkBooks } from '../server/src/reports/check-books.ts'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeUser } from '../server/src/testing/make-user.ts'
import { type Customer, clientOf } from '../server/src/testing/shop-client.ts'
import { startShopProcess } from '../server/src/testing/shop-process.ts'
import { startSilentProxy } from '../server/src/testing/silent-proxy.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'

const promisedMs = { reads: 15_000, orders: 25_000, livePages: 45_000 }
const firstRetryMs = 1_000
const buyerCount = 4

const database = useTestDb()

test.each([
  { link: 'silent for the present connections', silentMs: 0 },
  { link: 'silent for every connection, for 20 s', silentMs: 20_000 },
])(
  'after a link that is $link the shop recovers by itself and has lost nothing',
  { timeout: 180_000 },
  async ({ silentMs }) => {
    const proxy = await startSilentProxy(database.connection)
    const shop = await startShopProcess(proxy.connection)
    let stopped: Promise<number | null> | undefined
    const stop = () => (stopped ??= shop.stop())
    onTestFinished(async () => void (await stop()))
    const product = await makeProduct(database.db, { stock: 10_000 })
    const buyers = await Promise.all(
      Array.from({ length: buyerCount }, async () => clientOf(await makeUser(database.db), shop.origin)),
    )
    const back = { reads: 0, orders: 0, livePages: 0 }
    const acknowledged = new Set<string>()
    let silentAt = Number.POSITIVE_INFINITY
    let running = true
    const note = (what: keyof typeof back, beganAt: number) => {
      if (beganAt > silentAt) back[what] ||= performance.now()
    }

    const repeat = async (work: () => Promise<void>) => {
      while (running) {
        await work().catch(() => {})
        await wait(100)
      }
    }
    const read = () =>
      repeat(async () => {
        const began = performance.now()
        const { status } = await fetch(`${shop.origin}/api/products?limit=1`)
        if (status === 200) note('reads', began)
      })
    /** One order after the other; each is repeated with its key until it is acknowledged. */
    const order = async (buyer: Customer) => {
      let [line, key] = [randomUUID(), randomUUID()]
      await repeat(async () => {
        const began = performance.now()
        if ((await buyer.addToCart(product, 1, line)).status !== 201) return
        const { status, body } = await buyer.placeOrder({}, key)
        if (status !== 201) return
        acknowledged.add(body.data.order_id)
        note('orders', began)
        await buyer.setStatus(body.data.order_id, 'DIBATALKAN')
        ;[line, key] = [randomUUID(), randomUUID()]
      })
    }
    /** As the page does it: open the stream again whenever it ends, after a pause that doubles up to 30 s. */
    const live = async ({ headers }: Customer) => {
      let pauseMs = firstRetryMs
      while (running) {
        const began = performance.now()
        try {
          const response = await fetch(`${shop.origin}/api/notifications/stream`, { headers })
          if (response.ok && response.body) {
            pauseMs = firstRetryMs
            note('livePages', began)
            for await (const _ of response.body) if (!running) break
          }
        } catch {}
        await wait(pauseMs)
        pauseMs = Math.min(pauseMs * 2, 30_000)
      }
    }
    const [first] = buyers
    if (!first) throw new Error('no buyer')
    const work = [read(), read(), ...buyers.map(order), live(first)]

    while (acknowledged.size < 20) await wait(50)
    silentAt = performance.now()
    proxy.goSilent({ all: silentMs > 0 })
    await wait(silentMs)
    proxy.restore()
    const restoredAt = performance.now()
    const deadline = restoredAt + promisedMs.livePages
    while (performance.now() < deadline && Object.values(back).includes(0)) await wait(50)
    const took = Object.fromEntries(Object.entries(back).map(([what, at]) => [what, Math.round(at - restoredAt)]))
    console.log(`back after (ms): ${JSON.stringify(took)}; orders: ${acknowledged.size}`)
    running = false
    await stop()
    await Promise.all(work)

    for (const [what, at] of Object.entries(back)) expect(at, `${what} came back`).not.toBe(0)
    for (const [what, ms] of Object.entries(promisedMs)) expect(took[what], what).toBeLessThan(ms)
    const stored = await database.db.selectFrom('orders').select('id').execute()
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]))
    expect((await checkBooks(database.db, new Date())).filter(({ rule }) => rule !== 'overdue')).toEqual([])
  },
)
