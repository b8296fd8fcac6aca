/** What the book of money says is due, after turns that random histories have found. */
import { emptyReport, type PaymentReport } from '@camilan/midtrans/wire'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { applyReport } from '../apply/apply-report.ts'
import { readBalance } from './entries.ts'

const shop = useShop()
let id: string

const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  const jar = await shop.product({ price: 20_000 })
  id = await (await shop.customer()).buy(jar, 2)
  await report({ state: 'settled', gatewayState: 'settlement' })
})

const report = (overrides: Partial<PaymentReport>, wasTakenBack = false) =>
  applyReport(shop.payments, {
    ...{ attemptId: id, wasCounted: true, wasTakenBack },
    report: { ...emptyReport, state: 'settled', orderId: id, amount: 46_000, ...overrides },
  })
const chargeback = () => report({ state: 'charged-back', gatewayState: 'chargeback' })
const settlement = () => report({ state: 'settled', gatewayState: 'settlement' }, true)
const refunded = (total: number) => ({
  ...{ state: total < 46_000 ? ('partly-refunded' as const) : ('refunded' as const), refundedAmount: total },
  gatewayState: total < 46_000 ? 'partial_refund' : 'refund',
})
const accept = async () => {
  await admin.ask('POST', `/admin/orders/${id}/release`)
  expect((await admin.ask('POST', `/admin/money/owed-to-shop/${id}/done`, { body: { note: 'Ya' } })).status).toBe(200)
}
const balance = () => readBalance(shop.db, id)

test('a loss that was accepted makes nothing due to the buyer when the order is cancelled or loses a line', async () => {
  await chargeback()
  await accept()
  const items = await shop.db.selectFrom('order_items').select('product_id').where('order_id', '=', id).execute()
  const remaining = items.map(({ product_id }) => ({ product_id, quantity: 1 }))
  expect((await admin.ask('POST', `/admin/orders/${id}/lower`, { body: { items: remaining } })).status).toBe(200)
  expect(await balance()).toMatchObject({ kept: 26_000, accepted: -26_000, due: 0 })
  expect((await admin.ask('POST', `/admin/orders/${id}/cancel`, { body: {} })).status).toBe(200)
  expect(await balance()).toMatchObject({ kept: 0, accepted: 0, due: 0 })
})

test('an accepted loss that came again does not cover a later one', async () => {
  await chargeback()
  await accept()
  await settlement()
  expect(await balance()).toMatchObject({ accepted: 0, due: 0 })
  await chargeback()
  expect(await balance()).toMatchObject({ accepted: 0, due: -46_000 })
})

test('a refund that is reported of money that was taken back says that it had come again', async () => {
  await chargeback()
  await report(refunded(6_000), true)
  expect(await balance()).toMatchObject({ held: 40_000, due: -6_000 })
  await chargeback()
  expect(await balance()).toMatchObject({ held: 0 })
  await report(refunded(46_000), true)
  expect(await balance()).toMatchObject({ held: 0, given_back: 46_000 })
})
