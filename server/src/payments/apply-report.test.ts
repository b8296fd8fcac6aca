/** What the gateway may report of a payment that its stand-in never does. The rest is tested where it happens. */
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
  await shop.db.updateTable('users').set({ is_admin: false }).execute()
  ani = await shop.customer()
  admin = await shop.admin()
  await ani.addToCart(await shop.product({ price: 40_000 }), 1)
  id = (await ani.placeOrder()).body.data.order_id
})

const report = (wishes: Partial<PaymentReport> = {}) =>
  applyReport(shop.payments, id, {
    state: 'settled',
    word: 'settlement',
    orderId: id,
    amount: 46_000,
    currency: 'IDR',
    transactionId: 't-1',
    paymentType: 'bank_transfer',
    vaNumber: '123',
    settledAt: shop.clock(),
    ...wishes,
  })

const toldOf = async (words: string) => (await admin.messages(id)).filter((message) => message.includes(words)).length

test.each([
  ['another amount', { amount: 45_999 }],
  ['no amount', { amount: null }],
  ['another currency', { currency: 'USD' }],
  ['another order', { orderId: 'LAIN-1' }],
  ['no order', { orderId: null }],
])('a payment of %s is not ours: it changes nothing, and hides no right one', async (_what, wishes) => {
  expect(await report(wishes)).toBe('mismatch')
  expect(await report({ ...wishes, state: 'expired' })).toBe('mismatch')
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
  expect(await toldOf('tidak cocok')).toBe(1)
  expect(await report()).toBe('pay')
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('money that goes back is told once, the order stays as it is', async () => {
  await report({ amount: 1 })
  await report()
  expect(await report({ state: 'refunded', word: 'refund' })).toBe('alarm')
  expect(await report({ state: 'refunded', word: 'partial_refund' })).toBe('alarm')
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(await toldOf('dikembalikan atau dibatalkan oleh penyedia')).toBe(1)
})

test('so is money that went back before the order heard of it', async () => {
  expect(await report({ state: 'refunded', word: 'refund' })).toBe('alarm')
  expect((await ani.order(id)).status).toBe('DIPROSES')
  expect(await toldOf('dikembalikan atau dibatalkan oleh penyedia')).toBe(1)
})

test('a state that the shop does not know changes nothing', async () => {
  expect(await report({ state: 'unknown', word: 'something new' })).toBe('ignore')
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('a payment without a time of its own was paid when it was heard of', async () => {
  await report({ settledAt: null, currency: null })
  expect((await ani.order(id)).transaction.paid_at).toBe(shop.clock().toISOString())
})

test('an answer that leaves out the VA does not take it away', async () => {
  await report({ state: 'pending', word: 'pending' })
  await report({ state: 'pending', word: 'pending', vaNumber: null })
  expect((await ani.order(id)).transaction.va_number).toBe('123')
})
