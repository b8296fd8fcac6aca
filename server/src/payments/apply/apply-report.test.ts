/** Reports of Midtrans that the sandbox never sends. The tests of the others use the sandbox. */

import { emptyReport, type PaymentReport, StatusAnswer, toReport } from '@camilan/midtrans/wire'
import { beforeEach, expect, test } from 'vitest'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { transact } from '../../platform/db/transact.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { attemptsOfOrder } from '../attempts/queries.ts'
import { applyReport } from './apply-report.ts'
import { whenUnpaid } from './ask-about.ts'
import { saveDetails } from './record-payment.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  id = await shop.unpaidOrder(ani)
})

const reportOf = (overrides: Partial<PaymentReport>): PaymentReport => ({
  ...emptyReport,
  state: 'settled',
  gatewayState: 'settlement',
  orderId: id,
  amount: 46_000,
  currency: 'IDR',
  transactionId: 't-1',
  paymentType: 'bank_transfer',
  vaNumber: '123',
  settledAt: shop.clock(),
  ...overrides,
})

const report = (overrides: Partial<PaymentReport> = {}) =>
  applyReport(shop.payments, { attemptId: id, report: reportOf(overrides), wasCounted: true, wasTakenBack: false })

test('the buyer’s open pages receive an event for a VA number, and none when it is reported again', async () => {
  const events = shop.orderEventsOf(ani)
  await report({ state: 'pending', settledAt: null })
  await report({ state: 'pending', settledAt: null })
  expect(events).toEqual([{ order_id: id, status: 'DIPROSES' }])
})

test('a report that was read before a change of the method leaves the mark of the change', async () => {
  const marked = { replaced_at: shop.clock() }
  await transact(shop.db, async (tx) => {
    const order = await lockOrder(tx, id)
    const [attempt] = await attemptsOfOrder(tx, id)
    if (!order || !attempt) throw new Error('no order')
    await shop.db.updateTable('payment_attempts').set(marked).where('id', '=', id).execute()
    await saveDetails(tx, { order, attempt, report: reportOf({ state: 'pending', settledAt: null }) }, shop.clock())
  })
  expect(await attemptsOfOrder(shop.db, id)).toMatchObject([{ va_number: '123', ...marked }])
})

const countMessages = async (text: string) =>
  (await admin.messages(id)).filter((message) => message.includes(text)).length

test.each([
  ['another amount', { amount: 45_999 }],
  ['no amount', { amount: null }],
  ['another currency', { currency: 'USD' }],
  ['another order', { orderId: 'LAIN-1' }],
  ['no order', { orderId: null }],
])('a report with %s changes nothing, and a correct report after it still pays the order', async (_what, overrides) => {
  expect(await report(overrides)).toBe('mismatch')
  expect(await report({ ...overrides, state: 'pending' })).toBe('mismatch')
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
  expect(await countMessages('tidak cocok')).toBe(1)
  expect(await report()).toBe('pay')
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

const ends = { expired: 'KADALUARSA', cancelled: 'DIBATALKAN', denied: 'GAGAL' } as const

test.each(Object.entries(ends))(
  'a payment with our id that is %s has ended, whatever its amount',
  async (state, ended) => {
    for (const orderId of ['LAIN-1', null]) {
      expect(await report({ state: state as keyof typeof ends, amount: 1, orderId })).toBe('mismatch')
      expect((await ani.order(id)).transaction.status).toBe('PENDING')
    }
    expect(await report({ state: state as keyof typeof ends, amount: 1 })).toBe(
      state === 'cancelled' ? 'cancel' : 'fail',
    )
    expect(await ani.order(id)).toMatchObject({
      status: state === 'cancelled' ? 'DIBATALKAN' : 'DIPROSES',
      transaction: { status: ended },
    })
  },
)

test('the administrators are notified again when something worse happens to the money', async () => {
  await report()
  const notified = () => countMessages('dikembalikan atau dibatalkan oleh penyedia')
  const states = ['partial_refund', 'partial_refund', 'refund', 'partial_refund', 'chargeback', 'refund', 'chargeback']
  const counts: number[] = []
  const outcomes: string[] = []
  for (const gatewayState of states) {
    const { state } = toReport(StatusAnswer.parse({ transaction_status: gatewayState }))
    outcomes.push(await report({ state, gatewayState }))
    counts.push(await notified())
  }
  const [gives, takes] = ['give-back', 'take-back']
  expect(outcomes).toEqual([gives, gives, gives, gives, takes, gives, takes])
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 3])
  expect(await countMessages('Status: chargeback.')).toBe(1)
})

test('a report that is older than the money causes no alarm', async () => {
  await report()
  const older = { attemptId: id, report: reportOf({ state: 'cancelled', gatewayState: 'cancel' }), ...whenUnpaid }
  expect(await applyReport(shop.payments, older)).toBe('stale')
  expect(await countMessages('dikembalikan atau dibatalkan oleh penyedia')).toBe(0)
  expect(await report({ state: 'cancelled', gatewayState: 'cancel' })).toBe('take-back')
})

test('a payment whose report has no time counts as paid at the moment of the report', async () => {
  await report({ settledAt: null, currency: null })
  expect((await ani.order(id)).transaction.paid_at).toBe(shop.clock().toISOString())
})

test('a report without a VA number keeps the known number', async () => {
  await report({ state: 'pending', gatewayState: 'pending' })
  await report({ state: 'pending', gatewayState: 'pending', vaNumber: null })
  expect((await ani.order(id)).transaction.va_number).toBe('123')
})
