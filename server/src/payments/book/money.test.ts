/** The list of money to look at. Nothing leaves it by itself, but what the gateway or an administrator has settled. */
import type { AuditEntry } from '@camilan/contract/audit'
import type { MoneyList } from '@camilan/contract/money'
import type { Dashboard } from '@camilan/contract/reports'
import { emptyReport, type PaymentReport } from '@camilan/midtrans/wire'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../office/reports/check-books.ts'
import { minutes } from '../../platform/clock.ts'
import { signedNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { applyReport } from '../apply/apply-report.ts'
import { readBalance } from './entries.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let id: string

beforeEach(async () => {
  // Each test begins with an empty list.
  await shop.db.deleteFrom('unmatched_payments').execute()
  await shop.pool.query('truncate orders, products cascade')
  ani = await shop.customer({ name: 'Ani' })
  admin = await shop.onlyAdmin()
  id = await shop.unpaidOrder(ani)
})

const report = (overrides: Partial<PaymentReport>) =>
  applyReport(shop.payments, {
    ...{ wasCounted: true, wasTakenBack: false },
    attemptId: id,
    report: { ...emptyReport, state: 'settled', gatewayState: 'settlement', orderId: id, amount: 46_000, ...overrides },
  })
const list = async (query = '') => (await admin.ask('GET', `/admin/money${query}`)).body as unknown as MoneyList
const kinds = async () => (await list()).data.map(({ kind }) => kind)
const done = (kind: string, subject: string, note = 'Sudah dicek') =>
  admin.ask('POST', `/admin/money/${kind}/${encodeURIComponent(subject)}/done`, { body: { note } })
const undo = (kind: string, subject: string) => admin.ask('POST', `/admin/money/${kind}/${subject}/undo`)
const inBooks = async () => (await checkBooks(shop.db, shop.clock())).map(({ rule }) => rule)
const audit = async () =>
  (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body.data.map(({ changes }) => changes)
const dashboard = async () => (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data

/** Money that arrived for an order that this shop does not have. */
async function moneyWithoutOrder(state: string): Promise<void> {
  const answer = { status_code: '200', order_id: 'LAIN-1', gross_amount: '25000.00', currency: 'IDR' }
  shop.sandbox.answerWith('GET', '/v2/LAIN-1/status', { ...answer, transaction_status: state })
  const body = signedNotification(shop.serverKey, { order_id: 'LAIN-1', gross_amount: '25000.00' })
  expect((await shop.ask('POST', '/payments/notification', { body })).status).toBe(200)
}

test('a payment of another amount is listed with both amounts until it is checked, with a note and an audit entry', async () => {
  await report({ amount: 45_999 })
  const at = shop.clock().toISOString()
  expect(await list()).toEqual({
    total: 1,
    refunds: 0,
    data: [
      {
        kind: 'other-amount',
        id,
        order: { id, status: 'DIPROSES', buyer: { name: 'Ani', phone: expect.any(String) } },
        amount: 45_999,
        expected: 46_000,
        gateway_state: 'settlement',
        reason: null,
        outside: null,
        rule: null,
        detail: null,
        at,
      },
    ],
  })
  expect(await inBooks()).toEqual(['other-amount'])
  for (const note of ['Pembeli kurang bayar', 'lagi']) expect((await done('other-amount', id, note)).status).toBe(200)
  expect(await list()).toEqual({ total: 0, refunds: 0, data: [] })
  expect(await inBooks()).toEqual([])
  expect(await audit()).toEqual([
    [
      { field: 'money_checked', before: null, after: 'other-amount' },
      { field: 'note', before: null, after: 'Pembeli kurang bayar' },
    ],
  ])
  const mark = await shop.db.selectFrom('money_marks').selectAll().where('subject', '=', id).executeTakeFirstOrThrow()
  expect(mark).toMatchObject({ note: 'Pembeli kurang bayar', dealt_by: admin.id, dealt_at: shop.clock() })
})

test('the same report lists it no second time, another report does, and so does an undo', async () => {
  await report({ amount: 45_999 })
  await done('other-amount', id)
  await shop.advanceClock(minutes(1))
  await report({ amount: 45_999 })
  expect(await kinds()).toEqual([])
  await report({ amount: 1 })
  expect(await kinds()).toEqual(['other-amount'])
  await done('other-amount', id)
  expect(await kinds()).toEqual([])
  for (const _ of [1, 2]) expect((await undo('other-amount', id)).status).toBe(200)
  expect(await kinds()).toEqual(['other-amount'])
})

test('a payment of another amount leaves the list when the right amount pays the order', async () => {
  await report({ amount: 45_999 })
  await report({})
  expect(await kinds()).toEqual([])
})

test('a state that the shop does not know is listed when the order is overdue, until the order ends', async () => {
  await shop.advanceClock(minutes(24 * 60 + 1))
  admin = await shop.onlyAdmin()
  await report({ state: 'unknown', gatewayState: 'something new' })
  expect(await list()).toMatchObject({ data: [{ kind: 'unclear', id, gateway_state: 'something new' }] })
  await admin.ask('POST', `/admin/orders/${id}/cancel`)
  expect(await kinds()).toEqual([])
})

test('money without an order is listed from its settlement until it is dealt with, or the gateway gave it back', async () => {
  await moneyWithoutOrder('pending')
  expect(await kinds()).toEqual([])
  await moneyWithoutOrder('settlement')
  expect(await list()).toMatchObject({ data: [{ kind: 'unmatched', id: 'LAIN-1', order: null, amount: 25_000 }] })
  expect(await inBooks()).toEqual(['unmatched'])
  expect((await done('unmatched', 'LAIN-1', 'Dikembalikan')).status).toBe(200)
  expect(await kinds()).toEqual([])
  const entries = shop.db.selectFrom('audit_entries').select('subject_id').where('subject_type', '=', 'payment')
  expect(await entries.execute()).toEqual([{ subject_id: 'LAIN-1' }])
  await undo('unmatched', 'LAIN-1')
  await moneyWithoutOrder('refund')
  expect(await kinds()).toEqual([])
})

test('late money and a stopped order are listed, the oldest first, and end where they are dealt with', async () => {
  const late = await shop.orderPaidTooLate(ani)
  await shop.advanceClock(minutes(1))
  await report({})
  await report({ state: 'denied', gatewayState: 'deny' })
  expect(await list()).toMatchObject({
    total: 2,
    refunds: 1,
    data: [
      { kind: 'refund-due', order: { id: late, status: 'DIBATALKAN' }, amount: 46_000, reason: 'CANCELLED' },
      { kind: 'withdrawn', id, order: { status: 'DIBAYAR' }, amount: 46_000, gateway_state: 'deny' },
    ],
  })
  expect((await list('?limit=1')).data).toHaveLength(1)
  await admin.ask('POST', `/admin/refunds/${late}/done`, { body: { note: 'Transfer' } })
  expect(await kinds()).toEqual(['withdrawn'])
  await admin.ask('POST', `/admin/orders/${id}/release`)
  // It may be shipped, and its money is still gone until an administrator accepts that.
  expect(await list()).toMatchObject({ data: [{ kind: 'owed-to-shop', id, amount: 46_000, expected: 46_000 }] })
  for (const note of ['Direlakan', 'lagi']) expect((await done('owed-to-shop', id, note)).status).toBe(200)
  expect(await kinds()).toEqual([])
  expect(await readBalance(shop.db, id)).toMatchObject({ accepted: -46_000, due: 0 })
  for (const _ of [1, 2]) await undo('owed-to-shop', id)
  expect(await kinds()).toEqual(['owed-to-shop'])
})

test('a stopped order leaves the list when it is cancelled', async () => {
  await report({})
  await report({ state: 'denied', gatewayState: 'deny' })
  await admin.ask('POST', `/admin/orders/${id}/cancel`, { body: {} })
  expect(await kinds()).toEqual([])
})

test('the list has pages, and the pages together have each matter once', async () => {
  const seen = { gateway_state: 'settlement', first_seen_at: shop.clock(), last_seen_at: shop.clock() }
  const payments = Array.from({ length: 25 }, (_, index) => ({ id: `LAIN-${index}`, amount: 25_000, ...seen }))
  await shop.db.insertInto('unmatched_payments').values(payments).execute()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&limit=10`)))
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [10, 25],
    [10, 25],
    [5, 25],
    [0, 25],
  ])
  const ids = new Set(pages.flatMap(({ data }) => data.map((matter) => matter.id)))
  expect(ids.size).toBe(25)
})

test('a payment without order is assigned once, by an entry: it pays its order, or is owed to the buyer', async () => {
  await moneyWithoutOrder('settlement')
  const seen = { gateway_state: 'settlement', first_seen_at: shop.clock(), last_seen_at: shop.clock() }
  const exact = { id: 'LAIN-2', amount: 46_000, transaction_id: 'trx-2', ...seen }
  await shop.db.insertInto('unmatched_payments').values(exact).execute()
  const assign = (payment: string, order_id: string, note = 'Dari bukti transfer') =>
    admin.ask('POST', `/admin/money/unmatched/${payment}/assign`, { body: { order_id, note } })
  expect(await assign('LAIN-1', '261120-FFFFFF')).toMatchObject({
    status: 400,
    body: { fields: { order_id: 'Tidak ada pesanan dengan nomor ini.' } },
  })
  const twice = await Promise.all([1, 2].map(() => assign('LAIN-2', `#${id.toLowerCase()}`)))
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(await readBalance(shop.db, id)).toMatchObject({ received: 46_000, kept: 46_000, due: 0 })
  expect((await admin.ask<{ status: string }>('GET', `/admin/orders/${id}`)).body.data.status).toBe('DIBAYAR')
  expect((await assign('LAIN-1', id)).status).toBe(200)
  expect(await list()).toMatchObject({ data: [{ kind: 'refund-due', reason: 'PAID_TWICE', amount: 25_000 }] })
  const other = await shop.unpaidOrder(ani)
  expect(await assign('LAIN-1', other)).toMatchObject({
    status: 409,
    body: { message: `Pembayaran ini sudah dicatat untuk pesanan #${id}.` },
  })
  const entries = shop.db.selectFrom('money_entries').select(['amount_idr', 'actor', 'at', 'note'])
  const booked = { actor: admin.id, at: shop.clock(), note: 'Dari bukti transfer' }
  expect(await entries.where('order_id', '=', id).orderBy('id').execute()).toEqual([
    { amount_idr: 46_000, ...booked },
    { amount_idr: 25_000, ...booked },
  ])
  expect(await readBalance(shop.db, other)).toMatchObject({ received: 0 })
})

describe('a refund at the dashboard that nobody had promised', () => {
  const outside = async () => (await list()).data[0]?.outside
  const explain = (refund: string | undefined, how: string, note = 'Barang rusak') =>
    admin.ask('POST', `/admin/refunds/${refund}/${how}`, { body: { note } })
  const refunds = () => shop.db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
  const giveBack = (amountIdr: number) =>
    report({
      ...{ state: 'partly-refunded', gatewayState: 'partial_refund' },
      refunds: [{ key: 'dasbor-1', id: '7', amountIdr, at: null, confirmedAt: null }],
    })
  beforeEach(() => report({}))

  test('becomes an allowance, once', async () => {
    await giveBack(6_000)
    const one = await outside()
    expect(one).toEqual({ refund_id: expect.any(String), amount: 6_000, is_by_hand_too: false })
    expect((await explain(one?.refund_id, 'join')).status).toBe(409)
    expect((await explain(one?.refund_id, 'allow', 'x'.repeat(201))).status, 'longer than a cause').toBe(400)
    expect((await explain(one?.refund_id, 'allow')).status).toBe(200)
    expect((await explain(one?.refund_id, 'allow')).status).toBe(404)
    expect(await kinds()).toEqual([])
    expect(await readBalance(shop.db, id)).toMatchObject({ allowances: 6_000, kept: 40_000, due: 0 })
    expect(await refunds()).toMatchObject([{ reason: 'PART', cause: 'Barang rusak', due_by: admin.id, way: 'outside' }])
  })

  test('and one by hand of the same amount are two until an administrator says that they are one', async () => {
    await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: 6_000, reason: 'Kurang satu' } })
    await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
    await giveBack(6_000)
    expect(await readBalance(shop.db, id)).toMatchObject({ given_back: 12_000, due: -6_000 })
    const one = await outside()
    expect(one).toMatchObject({ amount: 6_000, is_by_hand_too: true })
    expect((await explain(one?.refund_id, 'join')).status).toBe(200)
    expect((await explain(one?.refund_id, 'join')).status).toBe(404)
    expect(await readBalance(shop.db, id)).toMatchObject({ given_back: 6_000, due: 0 })
    expect(await refunds()).toMatchObject([{ reason: 'PART', cause: 'Kurang satu', way: 'outside', gateway_id: '7' }])
    const last = shop.db.selectFrom('money_entries').selectAll().where('order_id', '=', id).orderBy('id', 'desc')
    expect(await last.limit(1).executeTakeFirst()).toMatchObject({
      ...{ kind: 'given_back', way: 'hand', amount_idr: -6_000, actor: admin.id, note: 'Barang rusak' },
    })
    await giveBack(6_000)
    expect(await kinds()).toEqual([])
  })

  test('is accepted as a difference, and so is money that the buyer does not want back', async () => {
    await giveBack(6_000)
    expect((await done('partly-withdrawn', id, 'Direlakan')).status).toBe(200)
    expect(await readBalance(shop.db, id)).toMatchObject({ accepted: -6_000, due: 0 })
    // What is promised then is first covered by what was given too much.
    await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: 10_000, reason: 'Kurang satu' } })
    const [due] = (await list()).data
    expect(due).toMatchObject({ kind: 'refund-due', amount: 4_000 })
    const owed = (await readBalance(shop.db, id)).due
    expect((await explain(due?.id, 'accept')).status).toBe(200)
    expect((await explain(due?.id, 'accept')).status).toBe(404)
    expect(owed).toBe(4_000)
    expect((await readBalance(shop.db, id)).due).toBe(0)
    await admin.ask('POST', `/admin/money/partly-withdrawn/${id}/undo`)
    expect(await readBalance(shop.db, id), 'only a loss is taken back so').toMatchObject({ accepted: 4_000, due: 0 })
    expect(await kinds()).toEqual([])
  })
})

test('only what a note ends takes one', async () => {
  await report({ amount: 45_999 })
  expect((await done('other-amount', id, '  ')).status).toBe(400)
  expect((await done('other-amount', 'TIDAK-ADA')).status).toBe(404)
  for (const kind of ['refund-due', 'withdrawn', 'lain']) expect((await done(kind, id)).status).toBe(404)
  expect(await kinds()).toEqual(['other-amount'])
})

test('revenue stays the sum of the paid orders; what went back is beside it, each rupiah once', async () => {
  const before = await dashboard()
  await setSettings(admin, { payment_methods: ['other_qris', 'bca_va'] })
  id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id, 'other_qris')
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  expect(await dashboard()).toMatchObject({ refunded: before.refunded, net_revenue: before.net_revenue + 46_000 })
  await shop.sandbox.refund(id, { amount: 6_000 })
  await expect.poll(kinds).toContain('partly-withdrawn')
  await shop.sandbox.webhookStatuses(id)
  expect(await list()).toMatchObject({ data: [{ kind: 'partly-withdrawn', amount: 6_000, expected: 46_000 }] })
  expect((await dashboard()).refunded).toBe(before.refunded + 6_000)
  await shop.sandbox.refund(id)
  await expect.poll(kinds).toContain('withdrawn')
  await shop.sandbox.webhookStatuses(id)
  const after = await dashboard()
  expect(after).toMatchObject({ revenue: before.revenue + 46_000, refunded: before.refunded + 46_000 })
  expect(after.net_revenue).toBe(after.revenue - after.refunded)
  // Money of orders that don't count as revenue is in neither.
  const late = await shop.orderPaidTooLate(ani)
  await admin.ask('POST', `/admin/refunds/${late}/done`, { body: { note: 'Transfer' } })
  expect(await dashboard()).toMatchObject({ revenue: after.revenue, refunded: after.refunded })
})
