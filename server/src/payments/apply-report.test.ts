/** Reports that Midtrans may send and the sandbox never does. The others are tested with the sandbox. */
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'
import { applyReport } from './apply-report.ts'
import type { PaymentReport } from './gateway-wire.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let id: string

beforeEach(async () => {
  ani = await shop.customer()
  admin = await shop.onlyAdmin()
  id = await shop.unpaidOrder(ani)
})

const report = (overrides: Partial<PaymentReport> = {}) =>
  applyReport(shop.payments, {
    attemptId: id,
    report: {
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
    },
  })

test('the buyer’s open pages receive an event for a VA number, and none when it is reported again', async () => {
  const events = shop.orderEventsOf(ani)
  await report({ state: 'pending', settledAt: null })
  await report({ state: 'pending', settledAt: null })
  expect(events).toEqual([{ order_id: id, status: 'DIPROSES' }])
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
  expect(await report({ ...overrides, state: 'expired' })).toBe('mismatch')
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
  expect(await countMessages('tidak cocok')).toBe(1)
  expect(await report()).toBe('pay')
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('when money is taken back, the administrators are notified once and the order stays as it is', async () => {
  await report({ amount: 1 })
  await report()
  expect(await report({ state: 'refunded', gatewayState: 'refund' })).toBe('alarm')
  expect(await report({ state: 'refunded', gatewayState: 'partial_refund' })).toBe('alarm')
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(await countMessages('dikembalikan atau dibatalkan oleh penyedia')).toBe(1)
})

test('when money is taken back before the shop counted it, the administrators are notified too, and the order stays unpaid', async () => {
  expect(await report({ state: 'refunded', gatewayState: 'refund' })).toBe('alarm')
  expect((await ani.order(id)).status).toBe('DIPROSES')
  expect(await countMessages('dikembalikan atau dibatalkan oleh penyedia')).toBe(1)
})

test('a state that the shop does not know changes nothing', async () => {
  expect(await report({ state: 'unknown', gatewayState: 'something new' })).toBe('ignore')
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('a payment whose report has no time counts as paid at the moment of the report', async () => {
  await report({ settledAt: null, currency: null })
  expect((await ani.order(id)).transaction.paid_at).toBe(shop.clock().toISOString())
})

test('a report without a VA number keeps the number that is known', async () => {
  await report({ state: 'pending', gatewayState: 'pending' })
  await report({ state: 'pending', gatewayState: 'pending', vaNumber: null })
  expect((await ani.order(id)).transaction.va_number).toBe('123')
})
