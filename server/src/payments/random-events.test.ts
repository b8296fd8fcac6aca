/**
 * Random events happen to a payment in random order; afterwards the books must be consistent. RANDOM_RUNS sets the number
 * of histories: a few by default, ten thousand before a change of this room is released.
 */
import type { OrderStatus } from '@camilan/contract/orders'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { days, hours, minutes } from '../platform/clock.ts'
import { checkBooks } from '../reports/check-books.ts'
import { useShop } from '../testing/make-shop.ts'
import { setSettings } from '../testing/settings.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop()
const runs = Number(process.env.RANDOM_RUNS ?? 40)

let ani: Customer
let seller: Customer
let nastar: { id: string }

beforeAll(async () => {
  await setSettings(await shop.admin(), { payment_methods: ['other_qris', 'gopay', 'permata_va', 'bca_va'] })
  nastar = await shop.product({ price: 40_000, stock: 1_000_000 })
})

/** The events of an unpaid order. A step that is impossible at that moment is refused and changes nothing. */
const steps = {
  'the buyer opens the payment page': (id: string) => ignoringRefusal(shop.sandbox.charge(id)),
  'the buyer chooses QRIS': (id: string) => ignoringRefusal(shop.sandbox.charge(id, 'other_qris')),
  'the buyer changes to GoPay': (id: string) => ani.changePayment(orderOf(id), 'gopay'),
  'the buyer changes to BCA': (id: string) => ani.changePayment(orderOf(id), 'bca_va'),
  'the buyer changes to any method': (id: string) => ani.changePayment(orderOf(id)),
  'the payment runs out': (id: string) => ignoringRefusal(shop.sandbox.expire(id)),
  'the buyer pays': (id: string) => ignoringRefusal(shop.sandbox.pay(id)),
  'money arrives although the payment has ended': (id: string) =>
    ignoringRefusal(shop.sandbox.pay(id, { force: true })),
  'money arrives for the first attempt': (id: string) =>
    ignoringRefusal(shop.sandbox.pay(orderOf(id), { force: true })),
  'an attempt fails and another is begun': async (id: string) => {
    await ignoringRefusal(shop.sandbox.charge(id))
    await ignoringRefusal(shop.sandbox.deny(id))
    await ani.openPayment(orderOf(id))
    await ignoringRefusal(shop.sandbox.charge(await newestAttempt(orderOf(id))))
  },
  'the payment is denied': (id: string) => ignoringRefusal(shop.sandbox.deny(id)),
  'the buyer cancels': (id: string) => ani.setStatus(orderOf(id), 'DIBATALKAN'),
  'the seller ends the order': (id: string) => seller.ask('POST', `/admin/orders/${orderOf(id)}/cancel`),
  'the buyer asks for the token': (id: string) => ani.openPayment(orderOf(id)),
  'the buyer refreshes the order': (id: string) => ani.refresh(orderOf(id)),
  'every notification is sent again': async (id: string) => {
    const all = await shop.sandbox.notifications(id)
    await Promise.all(all.map((notification) => shop.sandbox.resend(notification.id)))
  },
  'the shop reconciles': () => shop.reconcile(),
  'some minutes pass': () => shop.advanceClock(minutes(7)),
  'a day passes': () => shop.advanceClock(hours(25)),
  'notifications are lost': () => shop.sandbox.setFaults({ webhook: 'drop' }),
  'notifications arrive twice': () => shop.sandbox.setFaults({ webhook: 'duplicate' }),
  'notifications arrive out of order': () => shop.sandbox.setFaults({ webhook: 'out-of-order' }),
  'the gateway’s answers are lost': () => shop.sandbox.setFaults({ cancel: 'lost-reply', create: 'lost-reply' }),
  'the gateway is down': () => shop.sandbox.setFaults({ create: 'error', status: 'error', cancel: 'error' }),
  'the gateway works again': () => shop.sandbox.reset(),
} satisfies Record<string, (attemptId: string) => Promise<unknown>>
type Step = keyof typeof steps

const step = fc.constantFrom(...(Object.keys(steps) as Step[]))
/** Usually a payment with a chosen method, because without one few steps are possible. */
const firstStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>('the buyer opens the payment page') },
  { weight: 1, arbitrary: fc.constant<Step>('an attempt fails and another is begun') },
  { weight: 1, arbitrary: step },
)
/** One step, or two at once. */
const nextSteps = fc.oneof({ weight: 3, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: fc.tuple(step, step) })
const history = fc
  .tuple(fc.tuple(firstStep), fc.array(nextSteps, { minLength: 1, maxLength: 8 }))
  .map(([first, rest]) => [first, ...rest])

test(`${runs} random histories of an order end with correct books`, {
  timeout: 120_000 + runs * 2_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      // New ones, because each history takes days and a session ends after thirty.
      ani = await shop.customer()
      seller = await shop.admin()
      const orderId = await ani.buy(nastar)
      const seen: OrderStatus[] = ['DIPROSES']
      for (const together of events) {
        const attemptId = await newestAttempt(orderId)
        await Promise.all(together.map((name) => steps[name](attemptId)))
        const { status } = await ani.order(orderId)
        if (status !== seen.at(-1)) seen.push(status)
        // Nobody got a token whose answer was lost. Its page is closed when the gateway is asked about it.
        const withToken = (await attempts(orderId)).filter(({ snap_token }) => snap_token !== null)
        if (status === 'DIBATALKAN') expect(await atGateway(withToken, 'pending')).toEqual([])
      }
      await settleEverything()
      // The sweep skips an order while a notification of its payment is being applied.
      await expect.poll(async () => (await ani.order(orderId)).status).not.toBe('DIPROSES')
      const { status } = await ani.order(orderId)
      if (status !== seen.at(-1)) seen.push(status)

      expect([
        ['DIPROSES', 'DIBAYAR'],
        ['DIPROSES', 'DIBATALKAN'],
      ]).toContainEqual(seen)
      expect((await checkBooks(shop.db, shop.clock())).filter(({ rule }) => rule !== 'refund-due')).toEqual([])
      const all = await attempts(orderId)
      if (status === 'DIBATALKAN') expect(await atGateway(all, 'pending')).toEqual([])
      expect(paidInShop(all)).toEqual(await atGateway(all, 'settlement'))
      expect(await countMessages(orderId, 'sudah kami terima')).toBe(status === 'DIBAYAR' ? 1 : 0)
      expect(await countMessages(orderId, 'dibatalkan')).toBe(status === 'DIBATALKAN' ? 1 : 0)
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

const orderOf = (attemptId: string) => attemptId.split('-').slice(0, 2).join('-')

async function ignoringRefusal(act: Promise<unknown>): Promise<void> {
  await act.catch(() => {})
}

/** End all faults, let every deadline pass, and reconcile. */
async function settleEverything(): Promise<void> {
  await shop.sandbox.reset()
  await shop.reconcile()
  await shop.advanceClock(days(1) + minutes(10))
  await shop.reconcile()
  // Longer than any history, so that the gateway is asked once more about each ended payment.
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

const paidInShop = (all: Attempts) => all.filter(({ status }) => status === 'SUKSES').map(({ id }) => id)

async function atGateway(all: Attempts, state: 'pending' | 'settlement'): Promise<string[]> {
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

async function countMessages(orderId: string, text: string): Promise<number> {
  return (await ani.messages(orderId)).filter((message) => message.includes(text)).length
}
