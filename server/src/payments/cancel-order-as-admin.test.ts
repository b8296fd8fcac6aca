import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail } from '@camilan/contract/orders'
import type { Refund } from '@camilan/contract/refunds'
import { beforeEach, describe, expect, test } from 'vitest'
import { days, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'
import { carryOut } from './attempts/carry-out.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let nastar: { id: string }
let id: string

beforeEach(async () => {
  await shop.db.updateTable('users').set({ is_admin: false }).execute()
  ani = await shop.customer()
  admin = await shop.admin({ name: 'Bu Sri' })
  nastar = await shop.product({ price: 40_000, stock: 10 })
  id = await ani.buy(nastar)
})

const end = (by: Customer = admin) => by.ask<OrderDetail>('POST', `/admin/orders/${id}/cancel`)

/** From now on GET status reports this state of the order's payment. */
const statusIs = (answer: object) =>
  shop.sandbox.answerWith('GET', `/v2/${id}/status`, {
    status_code: '200',
    order_id: id,
    gross_amount: '46000.00',
    currency: 'IDR',
    ...answer,
  })

const auditEntries = async () =>
  (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body.data.map(({ actor, changes }) => ({
    by: actor.name,
    changes,
  }))
const ended = [{ by: 'Bu Sri', changes: [{ field: 'status', before: 'DIPROSES', after: 'DIBATALKAN' }] }]
const refunds = async () =>
  (await admin.ask<Refund[]>('GET', '/admin/refunds')).body.data.filter(({ order_id }) => order_id === id)
const notified = async (text: string) => (await admin.messages(id)).filter((message) => message.includes(text)).length

test('an administrator ends an unpaid order: its payment is closed, its stock returned, its buyer notified, and it is audited', async () => {
  const token = (await ani.openPayment(id)).body.data.snap_token
  expect(await end()).toMatchObject({
    status: 200,
    body: {
      message: 'Pesanan telah diakhiri',
      data: {
        status: 'DIBATALKAN',
        transaction: { status: 'DIBATALKAN' },
        history: [{}, { status: 'DIBATALKAN', actor: 'admin' }],
      },
    },
  })
  expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
  expect(await shop.stockOf(nastar)).toBe(10)
  expect(await ani.messages(id)).toContainEqual(expect.stringContaining('dibatalkan oleh penjual'))
  expect(await auditEntries()).toEqual(ended)

  expect((await end()).status).toBe(200)
  expect([await auditEntries(), (await ani.messages(id)).length]).toEqual([ended, 2])
})

test('an unknown order is not found; PUT status refuses it as before', async () => {
  expect((await admin.ask('POST', '/admin/orders/TIDAK-ADA/cancel')).status).toBe(404)
  const put = await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBATALKAN' } })
  expect(put).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('a paid order is not ended, also if only the gateway knows of the payment', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  for (let i = 0; i < 2; i += 1) {
    expect(await end()).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    expect((await ani.order(id)).status).toBe('DIBAYAR')
  }
  expect(await auditEntries()).toEqual([])
})

test.each(['error', 'bad-json', 'lost-reply'] as const)(
  'nothing changes while the gateway fails (%s)',
  async (fault) => {
    await shop.sandbox.charge(id)
    for (const faults of [{ status: fault }, { status: 'ok', cancel: fault }] as const) {
      await shop.sandbox.setFaults(faults)
      const refused = await end()
      expect(refused).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
      expect(refused.body.errors).toContain('belum diakhiri')
    }
    // With `lost-reply` the gateway has cancelled the payment, and its notification ends the order.
    const { status } = await ani.order(id)
    expect(fault === 'lost-reply' ? ['DIPROSES', 'DIBATALKAN'] : ['DIPROSES']).toContain(status)
    await shop.sandbox.reset()
    expect((await end()).status).toBe(200)
  },
)

test('the gateway’s notification of the cancel may arrive first: the audit trail still names the administrator', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  const closed = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`, 'answer')
  const ending = end()
  await closed.arrived
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  expect((await ani.order(id)).history).toMatchObject([{}, { status: 'DIBATALKAN', actor: 'admin' }])
  closed.release()
  expect((await ending).status).toBe(200)
  expect(await auditEntries()).toEqual(ended)
  expect(await shop.stockOf(nastar)).toBe(10)
})

/** States in GET status of a payment that neither the buyer nor the shop can end. */
const stuck: [what: string, answer: object][] = [
  ['was settled with another amount', { transaction_status: 'settlement', gross_amount: '1000.00' }],
  ['was settled with an unreadable amount', { transaction_status: 'settlement', gross_amount: '46,000.00' }],
  ['was settled in another currency', { transaction_status: 'settlement', currency: 'USD' }],
  ['has an unknown state', { transaction_status: 'something new' }],
  ['is another payment', { transaction_status: 'settlement', order_id: 'LAIN-1' }],
  ['has no state', { status_code: '412' }],
]

describe.each(stuck)('an order whose payment %s', (_what, answer) => {
  test('stays unpaid until an administrator ends it; then its stock returns', async () => {
    statusIs(answer)
    expect([409, 503]).toContain((await ani.setStatus(id, 'DIBATALKAN')).status)
    await shop.advanceClock(days(2))
    for (let i = 0; i < 3; i += 1) {
      await shop.reconcile()
      await shop.advanceClock(minutes(2))
    }
    expect((await ani.order(id)).status).toBe('DIPROSES')
    expect((await admin.messages(id)).length).toBe(2) // the new order, and one notification of the trouble
    expect(await shop.stockOf(nastar)).toBe(9)

    expect(await end()).toMatchObject({ status: 200, body: { data: { status: 'DIBATALKAN' } } })
    expect(await shop.stockOf(nastar)).toBe(10)
    expect(await auditEntries()).toEqual(ended)
  })
})

test('money of another amount becomes a refund due, of the received amount, as soon as the order is ended', async () => {
  statusIs({ transaction_status: 'settlement', gross_amount: '45000.00' })
  await end()
  expect(await refunds()).toMatchObject([{ order_id: id, amount: 45_000, reason: 'CANCELLED' }])
  expect(await admin.messages(id)).toContainEqual(expect.stringContaining('perlu pengembalian dana Rp\u00a045.000'))
  expect((await ani.order(id)).transaction.status).toBe('SUKSES')
  const done = await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer BCA' } })
  expect(done.status).toBe(200)
  expect(await ani.messages(id)).toContainEqual(expect.stringContaining('Rp\u00a045.000 sudah kami kembalikan'))
})

test.each(['46000.00', '45000.00'])(
  'money of %s that arrives after the order was ended becomes a refund due',
  async (paid) => {
    statusIs({ transaction_status: 'something new' })
    await end()
    expect(await refunds()).toEqual([])
    statusIs({ transaction_status: 'settlement', gross_amount: paid })
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect(await refunds()).toMatchObject([{ amount: Number(paid) }])
    expect(await shop.stockOf(nastar)).toBe(10)
  },
)

test('the administrators are notified of an unknown state once, and only after the order’s time is over', async () => {
  statusIs({ transaction_status: 'something new' })
  await shop.reconcile()
  expect(await notified('tidak dikenal')).toBe(0)
  await shop.advanceClock(days(1))
  for (let i = 0; i < 3; i += 1) {
    await shop.reconcile()
    await shop.advanceClock(minutes(2))
  }
  expect(await notified('tidak dikenal')).toBe(1)
  expect(await notified('Status: something new.')).toBe(1)
})

test('a VA of another amount is cancelled at the gateway by its buyer, and at the end of its time', async () => {
  for (const cancel of [
    () => ani.setStatus(id, 'DIBATALKAN'),
    async () => {
      await shop.advanceClock(days(1) - 1)
      await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
      await shop.reconcile()
    },
  ]) {
    id = await ani.buy(nastar)
    await shop.sandbox.charge(id)
    await shop.sandbox.webhookStatuses(id)
    await shop.db.updateTable('payment_attempts').set({ amount: 99_000 }).where('id', '=', id).execute()
    await cancel()
    expect((await ani.order(id)).status).toBe('DIBATALKAN')
    expect(shop.sandbox.countCalls('POST', `/v2/${id}/cancel`)).toBe(1)
    await shop.db.updateTable('payment_attempts').set({ amount: 46_000 }).where('id', '=', id).execute()
  }
})

test('a payment that the gateway can’t close does not stop an administrator', async () => {
  await shop.db
    .updateTable('payment_attempts')
    .set({ snap_token: 'x'.repeat(200) })
    .where('id', '=', id)
    .execute()
  expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(503)
  expect((await end()).status).toBe(200)
})

test('an order that two administrators, the buyer and the deadline end at once ends once', async () => {
  const other = await shop.admin({ name: 'Pak Budi' })
  await shop.sandbox.charge(id)
  const replies = await Promise.all([
    end(),
    end(other),
    ani.setStatus(id, 'DIBATALKAN'),
    carryOut(shop.payments, id, { kind: 'cancel', by: 'system' }).then(() => ({ status: 200 })),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await shop.stockOf(nastar)).toBe(10)
  const { history } = await ani.order(id)
  expect(history).toHaveLength(2)
  expect((await auditEntries()).length).toBe(history[1]?.actor === 'admin' ? 1 : 0)
})
