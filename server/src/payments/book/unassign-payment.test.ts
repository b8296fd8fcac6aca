/** A payment without order that an administrator has assigned: its news, and that it is taken back. */
import type { MoneyList } from '@camilan/contract/money'
import type { OrderDetail } from '@camilan/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../office/reports/check-books.ts'
import { signedNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { readBalance } from './entries.ts'

const shop = useShop()
let ani: Customer
let admin: Customer

beforeEach(async () => {
  await shop.db.deleteFrom('unmatched_payments').execute()
  await shop.pool.query('truncate orders, products cascade')
  ani = await shop.customer({ name: 'Ani' })
  admin = await shop.onlyAdmin()
})

const lost = 'LAIN-1'

/** The gateway tells of a payment of a whole order, which the shop does not have. */
async function tell(state = 'settlement'): Promise<void> {
  const payment = { order_id: lost, transaction_id: 'trx-1', gross_amount: '46000.00', currency: 'IDR' }
  shop.sandbox.answerWith('GET', `/v2/${lost}/status`, { ...payment, status_code: '200', transaction_status: state })
  const body = signedNotification(shop.serverKey, payment)
  expect((await shop.ask('POST', '/payments/notification', { body })).status).toBe(200)
}

const say = (verb: string, body: object) => admin.ask('POST', `/admin/money/unmatched/${lost}/${verb}`, { body })
const assign = async (order_id: string) =>
  expect((await say('assign', { order_id, note: 'Bukti transfer' })).status).toBe(200)
const unassign = () => say('unassign', { note: 'Pesanan orang lain' })
const detail = async (id: string) => (await admin.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data
const listed = async () =>
  ((await admin.ask('GET', '/admin/money')).body as unknown as MoneyList).data.map(({ kind, order, amount }) => [
    kind,
    order?.id,
    amount,
  ])
const entriesOf = (id: string) =>
  shop.db.selectFrom('money_entries').select(['amount_idr', 'note']).where('order_id', '=', id).orderBy('id').execute()
const books = async () => (await checkBooks(shop.db, shop.clock())).map(({ rule }) => rule)

test('the money of an order that was paid by it is moved on after the order was cancelled', async () => {
  const [wrong, right] = [await shop.unpaidOrder(ani), await shop.unpaidOrder(ani)]
  await tell()
  await assign(wrong)
  expect(await detail(wrong)).toMatchObject({ status: 'DIBAYAR', assigned_payments: [{ id: lost, amount: 46_000 }] })
  expect(await unassign()).toMatchObject({
    status: 409,
    body: { message: `Pesanan #${wrong} dibayar dengan uang ini. Batalkan pesanannya dulu, lalu lepas uangnya.` },
  })
  await admin.ask('POST', `/admin/orders/${wrong}/cancel`, { body: {} })
  expect(await listed()).toEqual([['refund-due', wrong, 46_000]])
  const twice = await Promise.all([unassign(), unassign()])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await listed()).toEqual([['unmatched', undefined, 46_000]])
  expect(await readBalance(shop.db, wrong)).toMatchObject({ received: 0, held: 0, due: 0 })
  expect(await detail(wrong)).toMatchObject({ status: 'DIBATALKAN', assigned_payments: [], refunds: [] })

  // The gateway's news of it is that of a payment without order.
  await tell()
  expect(await listed()).toEqual([['unmatched', undefined, 46_000]])
  await assign(right)
  expect(await detail(right)).toMatchObject({ status: 'DIBAYAR', assigned_payments: [{ id: lost }] })
  expect(await readBalance(shop.db, right)).toMatchObject({ received: 46_000, held: 46_000, due: 0 })
  await tell()
  expect(await entriesOf(wrong)).toEqual([
    { amount_idr: 46_000, note: 'Bukti transfer' },
    { amount_idr: -46_000, note: 'Pesanan orang lain' },
  ])
  expect(await entriesOf(right)).toEqual([{ amount_idr: 46_000, note: 'Bukti transfer' }])
  expect(await listed()).toEqual([])
  expect(await books()).toEqual([])

  // What was moved can go back, be taken back, and be moved again.
  await tell('deny')
  expect(await readBalance(shop.db, right)).toMatchObject({ held: 0, due: -46_000 })
  expect((await unassign()).status).toBe(409)
})

test('money that an order did not need leaves it, and what else was promised of the order stays', async () => {
  const id = await shop.paidOrder(ani)
  await tell()
  await assign(id)
  await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: 6_000, reason: 'Kurang satu' } })
  expect(await readBalance(shop.db, id)).toMatchObject({ due: 52_000 })
  expect((await unassign()).status).toBe(200)
  expect(await readBalance(shop.db, id)).toMatchObject({ received: 46_000, held: 46_000, due: 6_000 })
  const refunds = () => shop.db.selectFrom('refunds').select(['attempt_id', 'reason', 'amount_idr']).execute()
  expect(await refunds()).toEqual([{ attempt_id: id, reason: 'PART', amount_idr: 6_000 }])
  const both = [
    ['unmatched', undefined, 46_000],
    ['refund-due', id, 6_000],
  ]
  expect(await listed()).toEqual(expect.arrayContaining(both))
  await assign(id)
  expect(await readBalance(shop.db, id)).toMatchObject({ held: 92_000, due: 52_000 })
  expect(await books()).toEqual(['refund-due', 'refund-due'])
})

test('money of which some has gone back stays where it is', async () => {
  const id = await shop.paidOrder(ani)
  await tell()
  await assign(id)
  expect((await admin.ask('POST', `/admin/refunds/${lost}/done`, { body: { note: 'Ditransfer' } })).status).toBe(200)
  expect(await unassign()).toMatchObject({
    status: 409,
    body: { message: 'Uang ini sudah dikembalikan, ditarik kembali, atau sedang dikembalikan Midtrans.' },
  })
  expect(await readBalance(shop.db, id)).toMatchObject({ received: 92_000, due: 0 })
})

test('news of a second payment under the id of an order is news of the order to which it was assigned', async () => {
  const [first, other] = [await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const payment = { order_id: first, transaction_id: 'trx-2', gross_amount: '46000.00', currency: 'IDR' }
  const seen = { gateway_state: 'settlement', first_seen_at: shop.clock(), last_seen_at: shop.clock() }
  await shop.db
    .insertInto('unmatched_payments')
    .values({ id: 'trx-2', amount: 46_000, ...seen })
    .execute()
  const body = { order_id: other, note: 'Bukti transfer' }
  expect((await admin.ask('POST', '/admin/money/unmatched/trx-2/assign', { body })).status).toBe(200)
  expect(await readBalance(shop.db, other)).toMatchObject({ held: 92_000, due: 46_000 })
  const report = { ...payment, status_code: '200', transaction_status: 'chargeback' }
  shop.sandbox.answerWith('GET', `/v2/${first}/status`, report)
  const told = { body: signedNotification(shop.serverKey, payment) }
  expect((await shop.ask('POST', '/payments/notification', told)).status).toBe(200)
  expect(await readBalance(shop.db, other)).toMatchObject({ held: 46_000, due: 0 })
  expect(await readBalance(shop.db, first)).toMatchObject({ held: 46_000, due: 0 })
})
