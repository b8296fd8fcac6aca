/** Reads, orders and a live page on a running shop, and the time until each works again after a fault. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { checkBooks } from '../../server/src/office/reports/check-books.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { type Customer, clientOf } from '../../server/src/testing/shop-client.ts'

/** The times that docs/security.md promises, in milliseconds after the fault has ended. */
export const promisedMs = { reads: 15_000, orders: 25_000, livePages: 45_000 }

/** The configuration that the shop needs, because the buyers order without paying. */
export const trafficEnvironment = { MAX_UNPAID_ORDERS: '1000000', MAX_UNPAID_ENDED: '1000000' }

const firstRetryMs = 1_000
const buyerCount = 4

type Kind = keyof typeof promisedMs

/** A request of the traffic, except for the live page. */
interface TrafficAnswer {
  kind: 'page' | 'sold page' | 'reads' | 'cart' | 'orders'
  /** By `performance.now()`. */
  beganAt: number
  endedAt: number
  /** 0: the connection broke. */
  status: number
}

interface TrafficOptions {
  /** The number of readers who request a page again and again, the first for one that no order changes. */
  pageReaders?: number
}

export async function startTraffic(db: Db, shop: { origin: string }, options: TrafficOptions = {}) {
  const { pageReaders = 0 } = options
  const product = await makeProduct(db, { stock: 1_000_000 })
  const unsold = await makeProduct(db)
  const buyers = await times(buyerCount, async () => clientOf(await makeUser(db), shop.origin))
  /** The moments at which orders were acknowledged, by their ids. */
  const acknowledged = new Map<string, number>()
  /** The keys of orders that were begun and are not acknowledged. */
  const begun = new Set<string>()
  const answers: TrafficAnswer[] = []
  let running = true
  let ordering = true
  const ending = new AbortController()
  let faultAt = Number.POSITIVE_INFINITY
  /** The moment at which a request that began after the fault first succeeded. */
  let back: Partial<Record<Kind | TrafficAnswer['kind'], number>> = {}
  const note = (kind: keyof typeof back, beganAt: number) => {
    if (beganAt > faultAt) back[kind] ??= performance.now()
  }
  async function timed<Answer extends { status: number }>(kind: TrafficAnswer['kind'], asked: Promise<Answer>) {
    const beganAt = performance.now()
    let status = 0
    try {
      const answer = await asked
      status = answer.status
      return answer
    } finally {
      const answer = { kind, beganAt, endedAt: performance.now(), status }
      if (running) answers.push(answer)
      if (succeeded(answer)) note(kind, beganAt)
    }
  }

  const repeat = async (work: () => Promise<void>) => {
    while (running) {
      await work().catch(() => {})
      await wait(100)
    }
  }
  const get = async (path: string) => {
    const response = await fetch(`${shop.origin}${path}`)
    await response.text()
    return response
  }
  const read = (kind: TrafficAnswer['kind'], path: string) => repeat(async () => void (await timed(kind, get(path))))
  /** One order after the other. Each is repeated with its key until it is acknowledged. */
  const order = async (buyer: Customer) => {
    let key = randomUUID()
    await repeat(async () => {
      if (!ordering && !begun.has(key)) return
      begun.add(key)
      const added = await timed('cart', buyer.addToCart(product, 1, key))
      if (added.status !== 201) return
      const { status, body } = await timed('orders', buyer.placeOrder({}, key))
      if (status !== 201) return
      acknowledged.set(body.data.order_id, performance.now())
      begun.delete(key)
      key = randomUUID()
    })
  }
  /** Like the page: open the stream again whenever it ends, after a pause that doubles up to 30 s. */
  const live = async ({ headers }: Customer) => {
    let pauseMs = firstRetryMs
    while (running) {
      const beganAt = performance.now()
      try {
        const response = await fetch(`${shop.origin}/api/notifications/stream`, { headers, signal: ending.signal })
        if (response.ok && response.body) {
          pauseMs = firstRetryMs
          note('livePages', beganAt)
          for await (const _ of response.body);
        }
      } catch {}
      await wait(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 30_000)
    }
  }
  const work = [
    ...Array.from({ length: 2 }, () => read('reads', '/api/products?limit=1')),
    ...Array.from({ length: pageReaders }, (_, i) =>
      i === 0 ? read('page', `/products/${unsold.id}`) : read('sold page', `/products/${product.id}`),
    ),
    ...buyers.map(order),
    ...buyers.slice(0, 1).map(live),
  ]

  const storedOrders = async () => {
    const ids = buyers.map(({ id }) => id)
    const rows = await db.selectFrom('orders').select('id').where('user_id', 'in', ids).execute()
    return rows.map(({ id }) => id)
  }

  return {
    storedOrders,
    /** The orders that were answered with 201: their ids, and the moment by `performance.now()`. */
    acknowledged,
    /** All answers and broken connections, in the sequence of their ends. */
    answers,
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
     * @returns the milliseconds from this call; below 0 if it worked already
     */
    async untilBack(kinds: Kind[]): Promise<Partial<Record<Kind, number>>> {
      const endedAt = performance.now()
      const deadline = endedAt + Math.max(...kinds.map((kind) => promisedMs[kind]))
      while (performance.now() < deadline && kinds.some((kind) => back[kind] === undefined)) await wait(50)
      return Object.fromEntries(Object.entries(back).map(([kind, at]) => [kind, Math.round(at - endedAt)]))
    },
    /** Wait until each order that was begun is acknowledged; no other one is begun. */
    async finishOrders(): Promise<void> {
      ordering = false
      await expect.poll(() => begun.size, { timeout: 60_000 }).toBe(0)
    },
    /** @param stopShop  for a shop that does not answer requests at the end */
    async stop(stopShop: () => Promise<unknown> = async () => {}): Promise<void> {
      running = false
      ending.abort()
      await stopShop()
      await Promise.all(work)
    },
    /** After `stop`. Only an order that was being placed at the end may be stored without an acknowledgement. */
    async expectNothingLost(): Promise<void> {
      const stored = await storedOrders()
      expect(stored).toEqual(expect.arrayContaining([...acknowledged.keys()]))
      expect(stored.length - acknowledged.size, 'orders without an acknowledgement').toBeLessThanOrEqual(begun.size)
      expect((await checkBooks(db, new Date())).filter(({ rule }) => rule !== 'overdue')).toEqual([])
    },
  }
}

const succeeded = ({ status }: TrafficAnswer) => status >= 200 && status < 300
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/**
 * The cost of a fault for the buyers.
 * @param faultAt  by `performance.now()`; earlier answers are left out
 * @param since  requests that began before are left out
 */
export function costOf(answers: readonly TrafficAnswer[], faultAt: number, since = 0) {
  const after = answers.filter(({ beganAt, endedAt }) => endedAt >= faultAt && beganAt >= since)
  const failed = after.filter((answer) => !succeeded(answer))
  const longestMs = Math.max(0, ...after.map(({ beganAt, endedAt }) => endedAt - beganAt))
  const lastFailed = Math.max(0, ...failed.map(({ endedAt }) => endedAt - faultAt))
  const firstOrder = after.find((answer) => answer.kind === 'orders' && answer.beganAt > faultAt && succeeded(answer))
  const kinds = Object.entries(Object.groupBy(failed, ({ kind, status }) => `${kind} ${status || 'broken'}`))
  const text =
    `${failed.length} of ${after.length} requests failed (${kinds.map(([name, all]) => `${name}: ${all?.length}`)}), ` +
    `the last after ${inSeconds(lastFailed)}; longest answer ${inSeconds(longestMs)}; ` +
    `first order after ${firstOrder ? inSeconds(firstOrder.endedAt - faultAt) : 'no time'}`
  return { failed, longestMs, text }
}
