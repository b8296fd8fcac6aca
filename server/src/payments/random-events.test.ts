/**
 * Whatever happens to a payment, in whatever order, the books are right in the end.
 * RANDOM_RUNS sets how many histories are tried: a few here, ten thousand before a change of this room is trusted.
 */
import type { OrderStatus } from '@camilan/contract/orders'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { days, hours, minutes } from '../platform/clock.ts'
import { checkBooks } from '../reports/check-books.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop({ gatewayTimeoutMs: 300 })
const runs = Number(process.env.RANDOM_RUNS ?? 40)

let ani: Customer
let nastar: { id: string }

beforeAll(async () => {
  nastar = await shop.product({ price: 40_000, stock: 1_000_000 })
})

/** What may happen while an order waits. What is impossible just then is refused, and changes nothing. */
const steps = {
  'the buyer opens the payment page': (id: string) => ignoringRefusal(shop.sandbox.charge(id)),
  'the buyer pays': (id: string) => ignoringRefusal(shop.sandbox.pay(id)),
  'money comes although the payment is over': (id: string) => ignoringRefusal(shop.sandbox.pay(id, { force: true })),
  'money comes for the first payment': (id: string) => ignoringRefusal(shop.sandbox.pay(orderOf(id), { force: true })),
  'a payment fails and another is begun': async (id: string) => {
    await ignoringRefusal(shop.sandbox.charge(id))
    await ignoringRefusal(shop.sandbox.deny(id))
    await ani.openPayment(orderOf(id))
    await ignoringRefusal(shop.sandbox.charge(await newestAttempt(orderOf(id))))
  },
  'the bank refuses': (id: string) => ignoringRefusal(shop.sandbox.deny(id)),
  'the buyer cancels': (id: string) => ani.setStatus(orderOf(id), 'DIBATALKAN'),
  'the buyer asks to pay': (id: string) => ani.openPayment(orderOf(id)),
  'the buyer looks at the order': (id: string) => ani.refresh(orderOf(id)),
  'every notification comes again': async (id: string) => {
    const all = await shop.sandbox.notifications(id)
    await Promise.all(all.map((notification) => shop.sandbox.resend(notification.id)))
  },
  'the shop reconciles': () => shop.reconcile(),
  'some minutes pass': () => shop.advanceClock(minutes(7)),
  'a day passes': () => shop.advanceClock(hours(25)),
  'notifications get lost': () => shop.sandbox.setFaults({ webhook: 'drop' }),
  'notifications come twice': () => shop.sandbox.setFaults({ webhook: 'duplicate' }),
  'notifications come out of order': () => shop.sandbox.setFaults({ webhook: 'out-of-order' }),
  'the gateway loses its answers': () => shop.sandbox.setFaults({ cancel: 'lost-reply', create: 'lost-reply' }),
  'the gateway is down': () => shop.sandbox.setFaults({ create: 'error', status: 'error', cancel: 'error' }),
  'the gateway is well': () => shop.sandbox.reset(),
} satisfies Record<string, (attemptId: string) => Promise<unknown>>
type Step = keyof typeof steps

const step = fc.constantFrom(...(Object.keys(steps) as Step[]))
/** Mostly a payment that was begun: to one without a method little can happen. */
const beginning = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>('the buyer opens the payment page') },
  { weight: 1, arbitrary: fc.constant<Step>('a payment fails and another is begun') },
  { weight: 1, arbitrary: step },
)
/** One after the other, or two at once. */
const going = fc.oneof({ weight: 3, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: fc.tuple(step, step) })
const history = fc
  .tuple(fc.tuple(beginning), fc.array(going, { minLength: 1, maxLength: 8 }))
  .map(([first, rest]) => [first, ...rest])

test(`${runs} random histories of an order end with books that are right`, {
  timeout: 60_000 + runs * 2_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      ani = await shop.customer() // anew, because each history takes days and a session ends after thirty
      const orderId = await placeOrder()
      const seen: OrderStatus[] = ['DIPROSES']
      for (const together of events) {
        const attemptId = await newestAttempt(orderId)
        await Promise.all(together.map((name) => steps[name](attemptId)))
        const { status } = await ani.order(orderId)
        if (status !== seen.at(-1)) seen.push(status)
        // A page whose token got lost on its way was given to nobody: it is closed when it is heard of.
        const given = (await attempts(orderId)).filter(({ snap_token }) => snap_token !== null)
        if (status === 'DIBATALKAN') expect(await atTheBank(given, 'pending')).toEqual([])
      }
      await untilAllIsQuiet()
      const { status } = await ani.order(orderId)
      if (status !== seen.at(-1)) seen.push(status)

      expect([
        ['DIPROSES', 'DIBAYAR'],
        ['DIPROSES', 'DIBATALKAN'],
      ]).toContainEqual(seen)
      expect((await checkBooks(shop.db, shop.clock())).filter(({ rule }) => rule !== 'refund-due')).toEqual([])
      const all = await attempts(orderId)
      if (status === 'DIBATALKAN') expect(await atTheBank(all, 'pending')).toEqual([])
      expect(moneyHere(all)).toEqual(await atTheBank(all, 'settlement'))
      expect(await timesTold(orderId, 'sudah kami terima')).toBe(status === 'DIBAYAR' ? 1 : 0)
      expect(await timesTold(orderId, 'dibatalkan')).toBe(status === 'DIBATALKAN' ? 1 : 0)
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

async function placeOrder(): Promise<string> {
  await ani.addToCart(nastar, 1)
  const { body } = await ani.placeOrder()
  return body.data.order_id
}

const orderOf = (attemptId: string) => attemptId.split('-').slice(0, 2).join('-')

async function ignoringRefusal(act: Promise<unknown>): Promise<void> {
  await act.catch(() => {})
}

/** Everything works again, every deadline is over, and the shop has compared itself with the gateway again. */
async function untilAllIsQuiet(): Promise<void> {
  await shop.sandbox.reset()
  await shop.reconcile()
  await shop.advanceClock(days(1) + minutes(10))
  await shop.reconcile()
  // Longer than any history, so that each payment that is over is asked about once more.
  await shop.advanceClock(days(12))
  await shop.reconcile()
}

async function attempts(orderId: string) {
  return shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'snap_token'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
}

async function newestAttempt(orderId: string): Promise<string> {
  return (await attempts(orderId)).at(-1)?.id ?? orderId
}

type Attempts = Awaited<ReturnType<typeof attempts>>

const moneyHere = (all: Attempts) => all.filter(({ status }) => status === 'SUKSES').map(({ id }) => id)

/** Those of the payments that the bank, where it answers, says are in this state. */
async function atTheBank(all: Attempts, state: 'pending' | 'settlement'): Promise<string[]> {
  const found: string[] = []
  for (const { id } of all) {
    const response = await fetch(`${shop.sandbox.origin}/v2/${id}/status`, {
      headers: { authorization: shop.sandbox.authorization },
    })
    const { transaction_status } = (await response.json()) as { transaction_status?: string }
    if (transaction_status === state) found.push(id)
  }
  return found
}

async function timesTold(orderId: string, words: string): Promise<number> {
  return (await ani.messages(orderId)).filter((message) => message.includes(words)).length
}
