/** Attempts that end before their orders, and transactions that follow each other under one id. */
import { jakartaWallClock } from '@camilan/contract/jakarta'
import { emptyReport, type PaymentReport } from '@camilan/midtrans/wire'
import { beforeEach, expect, test } from 'vitest'
import { days, earlier, hours, later, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'
import { applyReport } from './apply-report.ts'
import { whenUnpaid } from './ask-about.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  id = await shop.unpaidOrder(ani)
})

const report = (overrides: Partial<PaymentReport> = {}) =>
  applyReport(shop.payments, {
    ...whenUnpaid,
    attemptId: id,
    report: {
      ...emptyReport,
      state: 'pending',
      orderId: id,
      amount: 46_000,
      transactionId: 't-1',
      paymentType: 'qris',
      method: 'other_qris',
      acquirer: 'gopay',
      ...overrides,
    },
  })

const transaction = async () => (await ani.order(id)).transaction
const stored = () => shop.db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an attempt’s time is its order’s until the gateway reports the time of the chosen method', async () => {
  const orderEnd = later(shop.clock(), days(1)).toISOString()
  expect(await transaction()).toMatchObject({ expires_at: orderEnd, order_expires_at: orderEnd })
  const events = shop.orderEventsOf(ani)
  const expiresAt = later(shop.clock(), minutes(15))
  for (let i = 0; i < 2; i += 1) await report({ expiresAt })
  expect(await transaction()).toMatchObject({ expires_at: expiresAt.toISOString(), order_expires_at: orderEnd })
  expect(events).toHaveLength(1)
  await report({ expiresAt: null })
  expect(await transaction()).toMatchObject({ expires_at: expiresAt.toISOString() })
})

test('a time before the attempt or after 180 days has no effect, and a time after its order’s is not shown', async () => {
  const orderEnd = (await transaction()).order_expires_at
  const { created_at } = await stored()
  for (const expiresAt of [earlier(created_at, 1_000), later(created_at, days(181))]) {
    await report({ expiresAt })
    expect((await stored()).expires_at.toISOString()).toBe(orderEnd)
  }
  await report({ expiresAt: later(created_at, days(3)) })
  expect(await transaction()).toMatchObject({ expires_at: orderEnd })
})

test('a QR that the gateway reports as pending after its time is asked about until it ends, and ends alone', async () => {
  const answer = {
    status_code: '201',
    transaction_status: 'pending',
    ...{ order_id: id, gross_amount: '46000.00', transaction_id: 't-1', payment_type: 'qris', acquirer: 'gopay' },
    expiry_time: jakartaWallClock(later(shop.clock(), minutes(15))),
  }
  const path = `/v2/${id}/status`
  shop.sandbox.answerWith('GET', path, answer)
  await shop.reconcile()
  await shop.advanceClock(hours(1))
  await shop.reconcile()
  expect(await transaction()).toMatchObject({ status: 'PENDING', method: 'other_qris' })
  const events = shop.orderEventsOf(ani)
  shop.sandbox.answerWith('GET', path, { ...answer, status_code: '407', transaction_status: 'expire' })
  await shop.reconcile()
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'KADALUARSA' } })
  expect(events).toEqual([{ order_id: id, status: 'DIPROSES' }])

  const { body } = await ani.openPayment(id)
  const { order_expires_at } = await transaction()
  expect(body.data.expires_at).toBe(order_expires_at)
  expect(await transaction()).toMatchObject({ status: 'PENDING', expires_at: order_expires_at })
  await shop.sandbox.pay(`${id}-2`)
  await shop.sandbox.webhookStatuses(`${id}-2`)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('an order whose attempt ended alone ends at its own time', async () => {
  await report({ state: 'expired', expiresAt: later(shop.clock(), minutes(15)) })
  await shop.advanceClock(days(1))
  await shop.reconcile()
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'KADALUARSA' } })
})

test('a second transaction under the same id replaces the details of the first one', async () => {
  await report({ expiresAt: later(shop.clock(), minutes(15)) })
  const bca = { transactionId: 't-2', paymentType: 'bank_transfer', method: 'bca_va', vaNumber: '123', acquirer: null }
  await report({ ...bca, method: 'bca_va' })
  const { order_expires_at } = await transaction()
  expect(await transaction()).toMatchObject({ method: 'bca_va', va_number: '123', expires_at: order_expires_at })
  expect(await stored()).toMatchObject({ transaction_id: 't-2', acquirer: null })
})

test.each(['expired', 'cancelled', 'denied'] as const)(
  'old news that the first transaction is %s leaves the second one as it is',
  async (state) => {
    await report()
    await report({ transactionId: 't-2', vaNumber: '123' })
    expect(await report({ state })).toBe('note')
    expect(await report({ transactionId: 't-2', vaNumber: '123' })).toBe('note')
    expect(await ani.order(id)).toMatchObject({
      status: 'DIPROSES',
      transaction: { status: 'PENDING', va_number: '123' },
    })
    expect(await stored()).toMatchObject({ transaction_id: 't-2' })
  },
)

test('a second transaction that was never seen pending ends the attempt when its end is reported again', async () => {
  await report()
  expect(await report({ transactionId: 't-2', state: 'expired' })).toBe('note')
  expect(await report({ transactionId: 't-2', state: 'expired' })).toBe('fail')
})

test('news of another transaction changes nothing of a paid attempt, and its money is told to the administrators once', async () => {
  const paid = { state: 'settled', gatewayState: 'settlement', transactionId: 't-2' } as const
  await report()
  await report(paid)
  const before = await stored()
  for (const state of ['expired', 'cancelled', 'denied'] as const) expect(await report({ state })).toBe('ignore')
  expect(await report({ vaNumber: '123' })).toBe('close')
  for (let i = 0; i < 2; i += 1) expect(await report({ ...paid, transactionId: 't-1' })).toBe('surplus')
  expect(await stored()).toEqual(before)
  expect((await admin.messages()).filter((message) => message.includes('t-1'))).toHaveLength(1)
})

test.each([
  ['pays the order while it waits, and the newer transaction is closed', false],
  ['is recorded when the newer transaction has paid the order', true],
])('money for a QR that ran out %s', async (_, isPaid) => {
  await shop.sandbox.setFaults({ allowRetry: true, settleAfterExpire: true, webhook: 'drop' })
  await setSettings(admin, { payment_methods: ['other_qris', 'bca_va'] })
  id = await shop.unpaidOrder(ani)
  const { charge: qr } = await shop.sandbox.charge(id, 'other_qris')
  await shop.sandbox.expire(id)
  await shop.sandbox.charge(id, 'bca_va')
  await shop.sandbox.setFaults({ allowRetry: true, settleAfterExpire: true, webhook: 'deliver' })
  if (isPaid) {
    await shop.sandbox.pay(id)
    await shop.sandbox.webhookStatuses(id)
  }
  await shop.advanceClock(minutes(1))
  await shop.sandbox.webhookStatuses(id)
  expect(await ani.order(id)).toMatchObject({
    status: 'DIBAYAR',
    transaction: { method: isPaid ? 'bca_va' : 'other_qris' },
  })
  const told = (await admin.messages()).filter((message) => message.includes(qr.transactionId))
  expect(told).toHaveLength(isPaid ? 1 : 0)
  const { charge } = await shop.sandbox.transaction(id)
  expect(charge.status).toBe(isPaid ? 'settlement' : 'cancel')
})

test('a denied payment that is tried again after its order was cancelled is closed, and its money is a refund due', async () => {
  id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id)
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.sandbox.setFaults({ allowRetry: true })
  await shop.sandbox.charge(id)
  await expect.poll(async () => (await shop.sandbox.transaction(id)).charge.status).toBe('cancel')
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
  expect(await admin.messages(id)).toContainEqual(expect.stringContaining('perlu pengembalian dana'))
})

test('a refund of an old QR that has paid the order is recorded, although the id has a newer transaction', async () => {
  await shop.sandbox.setFaults({ allowRetry: true })
  id = await shop.unpaidOrder(ani)
  const { charge: qr } = await shop.sandbox.charge(id, 'other_qris')
  await shop.sandbox.expire(id)
  await shop.sandbox.charge(id, 'bca_va')
  await shop.sandbox.pay(qr.transactionId, { force: true })
  await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  await shop.sandbox.refund(qr.transactionId, { amount: 10_000 })
  const refunds = () => shop.db.selectFrom('refunds').select(['amount_idr', 'way']).where('order_id', '=', id).execute()
  await expect.poll(refunds).toEqual([{ amount_idr: 10_000, way: 'outside' }])
})
