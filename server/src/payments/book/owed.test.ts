/** What is owed after sequences of acts in which money was once forgotten, or counted twice. */
import type { MoneyList } from '@camilan/contract/money'
import type { OrderDetail } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { emptyReport } from '@camilan/midtrans/wire'
import { beforeEach, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'
import { applyReport } from '../apply/apply-report.ts'
import { readBalance } from './entries.ts'

const shop = useShop()
let admin: Customer

const ani = useEach(() => shop.customer())

beforeEach(async () => {
  admin = await shop.onlyAdmin()
  await setSettings(admin, { payment_methods: ['bca_va', 'other_qris'] })
})

interface Answer {
  transaction_status: string
  gross_amount?: string
  refund_amount?: string
  transaction_id?: string | null
  refunds?: { refund_key: string; refund_amount: string }[]
}

/** The gateway reports this of a payment from now on, and notifies the shop. */
async function gatewaySays(attemptId: string, answer: Answer | string): Promise<void> {
  const given = typeof answer === 'string' ? { transaction_status: answer } : answer
  shop.sandbox.answerWith('GET', `/v2/${attemptId}/status`, {
    ...{ status_code: '200', order_id: attemptId, gross_amount: '46000.00', currency: 'IDR' },
    ...given,
  })
  const [first] = await shop.sandbox.notifications(attemptId)
  await shop.sandbox.resend(first?.id ?? '')
  await shop.sandbox.webhookStatuses(attemptId)
}

/** A payment that can be notified about, because a method is chosen. */
async function chosen(): Promise<string> {
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  return id
}

const balance = (id: string) => readBalance(shop.db, id)
const due = async (id: string) => (await balance(id)).due
const listed = async (id: string) =>
  ((await admin.ask('GET', '/admin/money?limit=100')).body as unknown as MoneyList).data
    .filter(({ order }) => order?.id === id)
    .map(({ kind, amount }) => [kind, amount])
const shown = async (id: string) => (await admin.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data
const post = async (path: string, body: object = {}) => (await admin.ask('POST', `/admin/${path}`, { body })).status
const refundOf = async (id: string, reason?: string) =>
  (
    await shop.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .$if(reason !== undefined, (rows) => rows.where('reason', '=', reason as 'PART'))
      .executeTakeFirstOrThrow()
  ).id
const noted = async (id: string) => post(`refunds/${await refundOf(id)}/done`, { note: 'Transfer BCA' })
const goodwill = (id: string, amount: number) => post(`orders/${id}/refunds`, { amount, reason: 'Satu stoples retak' })

async function ofTwoPieces(): Promise<{ id: string; product: { id: string } }> {
  const product = await shop.product({ price: 40_000, stock: 10 })
  const id = await ani.buy(product, 2)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  return { id, product }
}
const lowerToOne = (id: string, product: { id: string }) =>
  post(`orders/${id}/lower`, { items: [{ product_id: product.id, quantity: 1 }] })

test('late money that was taken back, noted on, and came again is due again, also in part', async () => {
  const late = await shop.orderPaidTooLate(ani)
  await gatewaySays(late, 'deny')
  expect([await due(late), await noted(late), await noted(late)]).toEqual([0, 409, 409])
  await gatewaySays(late, 'settlement')
  expect(await listed(late)).toEqual([['refund-due', 46_000]])
  await gatewaySays(late, 'deny')
  expect(await noted(late)).toBe(409)
  await gatewaySays(late, { transaction_status: 'partial_refund', refund_amount: '6000.00' })
  expect(await listed(late)).toEqual([['refund-due', 40_000]])
  expect(await balance(late)).toMatchObject({ given_back: 6_000, held: 40_000, due: 40_000 })
})

test('money that was taken back is not given back, too: neither by an older report nor by a newer one', async () => {
  const id = await shop.paidOrder(ani)
  await gatewaySays(id, 'chargeback')
  const refund = { state: 'refunded', gatewayState: 'refund', orderId: id, amount: 46_000 } as const
  const report = { ...emptyReport, ...refund, refundedAmount: 46_000 }
  await applyReport(shop.payments, { attemptId: id, report, wasCounted: true, wasTakenBack: false })
  expect(await balance(id)).toMatchObject({ held: 0, due: -46_000 })
  await gatewaySays(id, { transaction_status: 'refund', refund_amount: '46000.00' })
  expect(await balance(id)).toMatchObject({ held: 0, due: -46_000 })
})

test('a chargeback of what was left after goodwill is listed with what is missing, and asks for no account', async () => {
  const id = await shop.paidOrder(ani)
  expect(await goodwill(id, 6_000)).toBe(200)
  await gatewaySays(id, 'deny')
  expect(await due(id)).toBe(-40_000)
  expect(await listed(id)).toEqual([['withdrawn', 40_000]])
  const account = { bank: 'BCA', number: '1234567890', holder: 'Ani', current_password: ani.password }
  expect((await ani.ask('PUT', `/orders/${id}/refund-account`, { body: account })).status).not.toBe(200)
})

test('a payment whose first news is a part refund pays its order; it is cancelled and changed as a paid one', async () => {
  const id = await chosen()
  await gatewaySays(id, { transaction_status: 'partial_refund', refund_amount: '6000.00' })
  expect(await shown(id)).toMatchObject({ status: 'DIBAYAR', refunds: [{ amount: 6_000, state: 'done' }] })
  expect(await balance(id)).toMatchObject({ received: 46_000, given_back: 6_000, due: -6_000 })
  expect((await ani.setStatus(id, 'DIBATALKAN')).body.code).toBe('INVALID_TRANSITION')
  expect((await ani.ask('POST', `/orders/${id}/payment/change`)).body.code).toBe('NOT_PAYABLE')
})

test.each(['refund', 'chargeback'])(
  'a payment whose first news is a whole %s leaves its order to be paid anew',
  async (state) => {
    for (const next of ['pay', 'cancel', 'expire'] as const) {
      const id = await chosen()
      await gatewaySays(id, { transaction_status: state, refund_amount: '46000.00' })
      await gatewaySays(id, { transaction_status: state, refund_amount: '46000.00' })
      expect(await balance(id)).toMatchObject({ received: 46_000, held: 0, due: 0 })
      expect((await shown(id)).status).toBe('DIPROSES')
      if (next === 'pay') {
        expect((await ani.openPayment(id)).status).toBe(200)
        await shop.sandbox.pay(`${id}-2`)
        await shop.sandbox.webhookStatuses(`${id}-2`)
      } else if (next === 'cancel') expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
      else {
        await shop.advanceClock(days(1))
        admin = await shop.onlyAdmin()
        // A run leaves out an order that somebody has locked.
        await expect.poll(() => shop.reconcile().then(async () => (await shown(id)).status)).toBe('DIBATALKAN')
      }
      expect((await shown(id)).status).toBe(next === 'pay' ? 'DIBAYAR' : 'DIBATALKAN')
      expect(await due(id)).toBe(0)
    }
  },
)

test('a hand refund that is undone after a chargeback leaves nothing due', async () => {
  const id = await shop.paidOrder(ani)
  await post(`orders/${id}/cancel`)
  expect(await noted(id)).toBe(200)
  await gatewaySays(id, 'chargeback')
  expect([await due(id), await listed(id)]).toEqual([-46_000, [['owed-to-shop', 46_000]]])
  expect(await post(`refunds/${await refundOf(id)}/undo`)).toBe(200)
  expect([await due(id), await listed(id)]).toEqual([0, []])
})

test('an order that was withdrawn, released, lowered and restored has the lowered part due', async () => {
  const { id, product } = await ofTwoPieces()
  await gatewaySays(id, { transaction_status: 'deny', gross_amount: '86000.00' })
  expect([await post(`orders/${id}/release`), await lowerToOne(id, product)]).toEqual([200, 200])
  expect(await due(id)).toBe(-46_000)
  await gatewaySays(id, { transaction_status: 'settlement', gross_amount: '86000.00' })
  expect(await listed(id)).toEqual([['refund-due', 40_000]])
})

test('more than the total by hand is owed to the buyer, and listed', async () => {
  const product = await shop.product({ price: 40_000 })
  const items = [{ product_id: product.id, quantity: 1 }]
  const body = { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', items }
  const { order_id: id } = (await admin.ask<EnteredOrder>('POST', '/admin/orders', { body })).body.data
  const day = shop.clock().toISOString().slice(0, 10)
  expect(await post(`orders/${id}/hand-payment`, { way: 'cash', amount: 50_000, day })).toBe(200)
  expect([await due(id), await listed(id)]).toEqual([4_000, [['refund-due', 4_000]]])
})

test('a hand refund and a later chargeback are both gone in the sums', async () => {
  const dashboard = async () => (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
  const before = await dashboard()
  const id = await shop.paidOrder(ani)
  expect([await goodwill(id, 6_000), await noted(id)]).toEqual([200, 200])
  await gatewaySays(id, 'chargeback')
  const { revenue, refunded, net_revenue } = await dashboard()
  expect([revenue - before.revenue, refunded - before.refunded]).toEqual([46_000, 52_000])
  expect(net_revenue - before.net_revenue).toBe(-6_000)
})

test('goodwill, a line out beyond the rest, goodwill withdrawn: what is due is promised', async () => {
  const { id, product } = await ofTwoPieces()
  expect(await goodwill(id, 60_000)).toBe(200)
  expect(await lowerToOne(id, product)).toBe(200)
  expect(await post(`refunds/${await refundOf(id)}/withdraw`)).toBe(200)
  expect(await due(id)).toBe(40_000)
  expect(await listed(id)).toEqual([['refund-due', 40_000]])
})

test('goodwill promised, given and withdrawn, then cancelled: all that the shop still holds is due', async () => {
  const kept = await shop.paidOrder(ani)
  expect([await goodwill(kept, 6_000), await noted(kept)]).toEqual([200, 200])
  expect(await post(`refunds/${await refundOf(kept)}/withdraw`)).toBe(409)
  const undone = await shop.paidOrder(ani)
  expect([await goodwill(undone, 6_000), await noted(undone)]).toEqual([200, 200])
  const part = await refundOf(undone)
  expect([await post(`refunds/${part}/undo`), await post(`refunds/${part}/withdraw`)]).toEqual([200, 200])
  expect(await due(undone)).toBe(0)
  for (const id of [kept, undone]) expect(await post(`orders/${id}/cancel`)).toBe(200)
  expect([await due(kept), await due(undone)]).toEqual([40_000, 46_000])
})

test('goodwill, then a line out beyond the rest: no more is due than was paid', async () => {
  const { id, product } = await ofTwoPieces()
  expect([await goodwill(id, 50_000), await lowerToOne(id, product)]).toEqual([200, 200])
  expect(await due(id)).toBe(86_000)
  const amounts = (await shown(id)).refunds.map(({ amount }) => amount)
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(86_000)
})

test('both of two payments are charged back in turn, and come again', async () => {
  const id = await chosen()
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  await ani.openPayment(id)
  await shop.sandbox.charge(`${id}-2`)
  const dues: number[] = []
  for (const attemptId of [id, `${id}-2`]) {
    await shop.sandbox.pay(attemptId, { force: true })
    await expect.poll(async () => (await balance(id)).received).toBe(46_000 * (attemptId === id ? 1 : 2))
    dues.push(await due(id))
  }
  const states = ['chargeback', 'settlement'] as const
  for (const state of states) {
    for (const attemptId of [id, `${id}-2`]) {
      const { transaction_id } = await shop.db
        .selectFrom('payment_attempts')
        .select('transaction_id')
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow()
      await gatewaySays(attemptId, { transaction_status: state, transaction_id })
      dues.push(await due(id))
    }
  }
  expect(dues).toEqual([0, 46_000, 0, -46_000, 0, 46_000])
})

test('money that is taken back and restored twice is there once', async () => {
  const id = await shop.paidOrder(ani)
  for (const _ of [1, 2]) {
    await gatewaySays(id, 'deny')
    expect(await due(id)).toBe(-46_000)
    await gatewaySays(id, 'settlement')
    await gatewaySays(id, 'settlement')
    expect(await balance(id)).toMatchObject({ held: 46_000, due: 0 })
  }
  const entries = await shop.db
    .selectFrom('money_entries')
    .select('kind')
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  const turn = ['taken_back', 'restored']
  expect(entries.map(({ kind }) => kind)).toEqual(['received', ...turn, ...turn])
})

test('a wrong amount, then the right one under the same transaction id, is booked once and pays the order', async () => {
  const id = await chosen()
  await gatewaySays(id, { transaction_status: 'settlement', gross_amount: '45999.00', transaction_id: 't-1' })
  expect([(await balance(id)).received, await listed(id)]).toEqual([0, [['other-amount', 45_999]]])
  for (const _ of [1, 2]) await gatewaySays(id, { transaction_status: 'settlement', transaction_id: 't-1' })
  expect([await balance(id), await listed(id)]).toMatchObject([{ received: 46_000, due: 0 }, []])
  expect((await shown(id)).status).toBe('DIBAYAR')
})

test('late money of a wrong amount, then the right one under the same transaction id, is due in full', async () => {
  const id = await chosen()
  expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  await gatewaySays(id, { transaction_status: 'settlement', gross_amount: '45000.00', transaction_id: 't-1' })
  expect([await balance(id), await listed(id)]).toMatchObject([{ received: 45_000 }, [['refund-due', 45_000]]])
  for (const _ of [1, 2]) await gatewaySays(id, { transaction_status: 'settlement', transaction_id: 't-1' })
  expect(await balance(id)).toMatchObject({ received: 46_000, due: 46_000 })
  // Both were promised at one moment.
  expect((await listed(id)).map(([, amount]) => Number(amount)).sort()).toEqual([1_000, 45_000])
})

test('of a list of refunds that comes after their sum only what exceeds the sum is new', async () => {
  const id = await shop.paidOrder(ani)
  const given = async (refund_amount: string, refunds?: [string, string][]) => {
    const list = refunds?.map(([refund_key, amount]) => ({ refund_key, refund_amount: amount }))
    await gatewaySays(id, { transaction_status: 'partial_refund', refund_amount, ...(list && { refunds: list }) })
    return (await balance(id)).given_back
  }
  expect(await given('6000.00')).toBe(6_000)
  expect(await given('6000.00', [['a', '6000.00']])).toBe(6_000)
  expect(
    await given('10000.00', [
      ['a', '6000.00'],
      ['b', '4000.00'],
    ]),
  ).toBe(10_000)
  expect(await given('10000.00')).toBe(10_000)
})
