/** Reads, orders and a live page on a running shop, and how soon each works again after a fault. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '../server/src/platform/db/db.ts'
import { checkBooks } from '../server/src/reports/check-books.ts'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeUser } from '../server/src/testing/make-user.ts'
import { type Customer, clientOf } from '../server/src/testing/shop-client.ts'
import type { ShopProcess } from '../server/src/testing/shop-process.ts'

/** What docs/security.md promises, in milliseconds after the fault has ended. */
export const promisedMs = { reads: 15_000, orders: 25_000, livePages: 45_000 }

/** The configuration that the shop needs: the buyers order without paying. */
export const trafficEnvironment = { MAX_UNPAID_ORDERS: '1000000', MAX_UNPAID_ENDED: '1000000' }

const firstRetryMs = 1_000
const buyerCount = 4

type Kind = keyof typeof promisedMs

export async function startTraffic(db: Db, shop: ShopProcess) {
  const product = await makeProduct(db, { stock: 1_000_000 })
  const buyers = await Promise.all(
    Array.from({ length: buyerCount }, async () => clientOf(await makeUser(db), shop.origin)),
  )
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  let running = true
  let faultAt = Number.POSITIVE_INFINITY
  /** When a request that began after the fault first succeeded. */
  let back: Partial<Record<Kind, number>> = {}
  const note = (kind: Kind, beganAt: number) => {
    if (beganAt > faultAt) back[kind] ??= performance.now()
  }
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  const repeat = async (work: () => Promise<void>) => {
    while (running) {
      await work().catch(() => {})
      await wait(100)
    }
  }
  const read = () =>
    repeat(async () => {
      const beganAt = performance.now()
      const response = await fetch(`${shop.origin}/api/products?limit=1`)
      await response.text()
      count(response.status)
      if (response.status === 200) note('reads', beganAt)
    })
  /** One order after the other; each is repeated with its key until it is acknowledged. */
  const order = async (buyer: Customer) => {
    let [line, key] = [randomUUID(), randomUUID()]
    await repeat(async () => {
      const beganAt = performance.now()
      const added = await buyer.addToCart(product, 1, line)
      count(added.status)
      if (added.status !== 201) return
      const { status, body } = await buyer.placeOrder({}, key)
      count(status)
      if (status !== 201) return
      acknowledged.add(body.data.order_id)
      note('orders', beganAt)
      ;[line, key] = [randomUUID(), randomUUID()]
    })
  }
  /** As the page does it: open the stream again whenever it ends, after a pause that doubles up to 30 s. */
  const live = async ({ headers }: Customer) => {
    let pauseMs = firstRetryMs
    while (running) {
      const beganAt = performance.now()
      try {
        const response = await fetch(`${shop.origin}/api/notifications/stream`, { headers })
        if (response.ok && response.body) {
          pauseMs = firstRetryMs
          note('livePages', beganAt)
          for await (const _ of response.body) if (!running) break
        }
      } catch {}
      await wait(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 30_000)
    }
  }
  const work = [read(), read(), ...buyers.map(order), ...buyers.slice(0, 1).map(live)]

  return {
    /** The ids of the orders that were answered with 201. */
    acknowledged,
    /** How often each status was answered. */
    statuses,
    async untilOrders(more: number): Promise<void> {
      const target = acknowledged.size + more
      await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(target)
    },
    faultBegins(): void {
      faultAt = performance.now()
      back = {}
    },
    /**
     * Wait until everything of `kinds` works again.
     * @returns the milliseconds from this call; below 0 for what worked already
     */
    async untilBack(kinds: Kind[]): Promise<Partial<Record<Kind, number>>> {
      const endedAt = performance.now()
      const deadline = endedAt + Math.max(...kinds.map((kind) => promisedMs[kind]))
      while (performance.now() < deadline && kinds.some((kind) => back[kind] === undefined)) await wait(50)
      return Object.fromEntries(Object.entries(back).map(([kind, at]) => [kind, Math.round(at - endedAt)]))
    },
    /** The streams end with the shop, so `stopShop` stops it. */
    async stop(stopShop: () => Promise<unknown>): Promise<void> {
      running = false
      await stopShop()
      await Promise.all(work)
    },
    /** After `stop`. An order that was being placed at the end may be stored without an acknowledgement. */
    async expectNothingLost(): Promise<void> {
      const stored = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
      expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
      expect(stored.length - acknowledged.size, 'orders without an acknowledgement').toBeLessThanOrEqual(buyerCount)
      expect((await checkBooks(db, new Date())).filter(({ rule }) => rule !== 'overdue')).toEqual([])
    },
  }
}
