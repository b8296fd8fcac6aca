/** The gateway takes back money that has paid an order. */
import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail, OrderList } from '@camilan/contract/orders'
import type { Refund } from '@camilan/contract/refunds'
import type { ShippingResult } from '@camilan/contract/ship-orders'
import { emptyReport } from '@camilan/midtrans/wire'
import { beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../office/reports/check-books.ts'
import { minutes } from '../../platform/clock.ts'
import { signedNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'
import { applyReport } from './apply-report.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  id = await shop.paidOrder(ani)
})

/** The gateway reports this state of the payment from now on, and notifies the shop. */
async function gatewaySays(transaction_status: string, attemptId = id): Promise<void> {
  shop.sandbox.answerWith('GET', `/v2/${attemptId}/status`, {
    status_code: '200',
    order_id: attemptId,
    gross_amount: '46000.00',
    currency: 'IDR',
    transaction_status,
  })
  await notifyAgain(attemptId)
}

async function notifyAgain(attemptId = id): Promise<void> {
  const [first] = await shop.sandbox.notifications(attemptId)
  await shop.sandbox.resend(first?.id ?? '')
  await shop.sandbox.webhookStatuses(attemptId)
}

const ship = () => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
const shipAll = async (...ids: string[]) =>
  (await admin.ask<ShippingResult[]>('POST', '/admin/orders/ship', { body: { orders: ids.map((id) => ({ id })) } }))
    .body.data
const release = (body?: object) =>
  admin.ask<OrderDetail>('POST', `/admin/orders/${id}/release`, body === undefined ? {} : { body })
const shown = async () => (await admin.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data
const messages = async (text: string) => (await admin.messages(id)).filter((message) => message.includes(text))
const withdrawn = { status: 409, body: { code: 'PAYMENT_WITHDRAWN' } }

test.each(['deny', 'cancel', 'refund', 'chargeback'])(
  'a paid order whose payment becomes %s is stopped',
  async (state) => {
    const isSettled = async () => (await ani.order(id)).transaction.is_settled
    expect(await isSettled()).toBe(true)
    await gatewaySays(state)
    expect(await isSettled()).toBe(false)
    const at = shop.clock().toISOString()
    expect(await shown()).toMatchObject({
      status: 'DIBAYAR',
      payment_hold_at: at,
      transaction: { status: 'SUKSES', reversed_at: at, reversed_state: state },
    })
    const { data } = (await admin.ask('GET', '/admin/orders?status=DIBAYAR&sortOrder=desc'))
      .body as unknown as OrderList
    expect(data.find((order) => order.id === id)).toMatchObject({ payment_hold_at: at })
    expect(await messages('Pesanan ini ditahan: jangan dikirim dulu.')).toHaveLength(1)
  },
)

test('a stopped order is shipped in no way, and other orders are shipped beside it', async () => {
  const other = await shop.paidOrder(ani)
  await gatewaySays('deny')
  expect(await ship()).toMatchObject(withdrawn)
  expect(await shipAll(id, other)).toMatchObject([
    { id, outcome: 'refused', reason: 'Uang pesanan ini ditarik kembali. Periksa dulu sebelum mengirim.' },
    { id: other, outcome: 'shipped' },
  ])
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('an administrator releases a stopped order once, with an audit entry, and ships it', async () => {
  await gatewaySays('deny')
  const at = shop.clock().toISOString()
  expect(await ship()).toMatchObject(withdrawn)
  for (const note of ['Sudah dibayar tunai', 'lagi'])
    expect(await release({ note })).toMatchObject({ status: 200, body: { data: { payment_hold_at: null } } })
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data.map(({ actor, changes }) => ({ by: actor.id, changes }))).toEqual([
    {
      by: admin.id,
      changes: [
        { field: 'payment_hold', before: at, after: null },
        { field: 'note', before: null, after: 'Sudah dibayar tunai' },
      ],
    },
  ])
  // The withdrawal is still a fact, which the same report only repeats.
  await notifyAgain()
  expect(await shown()).toMatchObject({ payment_hold_at: null, transaction: { reversed_at: at } })
  expect((await ship()).status).toBe(200)
  expect((await release()).status).toBe(200)
  expect((await admin.ask('POST', '/admin/orders/TIDAK-ADA/release')).status).toBe(404)
})

test('something worse holds a released order again', async () => {
  await gatewaySays('partial_chargeback')
  expect(await shown()).toMatchObject({ payment_hold_at: null, transaction: { reversed_at: null } })
  await gatewaySays('refund')
  await release()
  await gatewaySays('chargeback')
  expect(await shown()).toMatchObject({
    payment_hold_at: expect.any(String),
    transaction: { reversed_state: 'chargeback' },
  })
})

test('a part that is taken back holds no order', async () => {
  await gatewaySays('partial_refund')
  expect(await shown()).toMatchObject({ payment_hold_at: null, transaction: { reversed_at: null } })
  expect(await messages('dikembalikan atau dibatalkan oleh penyedia')).toHaveLength(1)
  expect(await messages('ditahan')).toHaveLength(0)
  expect((await ship()).status).toBe(200)
})

test('a report that comes twice, late, for a shipped order holds it once and keeps the first time', async () => {
  await ship()
  await gatewaySays('chargeback')
  const at = shop.clock().toISOString()
  await shop.advanceClock(minutes(5))
  await notifyAgain()
  expect(await shown()).toMatchObject({ status: 'DIKIRIM', payment_hold_at: at, transaction: { reversed_at: at } })
  expect(await messages('dikembalikan atau dibatalkan oleh penyedia')).toHaveLength(1)
  await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBAYAR' } })
  expect(await ship()).toMatchObject(withdrawn)
})

test('money that arrives again clears the withdrawal, and the order stays held until it is released', async () => {
  await gatewaySays('deny')
  await gatewaySays('settlement')
  expect(await shown()).toMatchObject({ payment_hold_at: expect.any(String), transaction: { reversed_at: null } })
  expect(await messages('sudah masuk lagi')).toHaveLength(1)
  expect(await ship()).toMatchObject(withdrawn)
  // A second withdrawal is a new one.
  await release()
  await gatewaySays('deny')
  expect(await shown()).toMatchObject({ payment_hold_at: expect.any(String) })
})

test('a report from before the withdrawal does not clear it', async () => {
  const call = shop.sandbox.holdCall('GET', `/v2/${id}/status`, 'answer')
  const late = shop.ask('POST', '/payments/notification', {
    body: signedNotification(shop.serverKey, { order_id: id }),
  })
  await call.arrived
  const denied = { ...emptyReport, state: 'denied', gatewayState: 'deny', orderId: id } as const
  await applyReport(shop.payments, { attemptId: id, report: denied, wasCounted: true, wasTakenBack: false })
  call.release()
  expect((await late).status).toBe(200)
  expect(await shown()).toMatchObject({ transaction: { reversed_state: 'deny' } })
})

test('a buyer sees nothing of a withdrawal', async () => {
  await gatewaySays('deny')
  const order = await ani.order(id)
  expect(order).not.toHaveProperty('payment_hold_at')
  expect(order.transaction).not.toHaveProperty('reversed_at')
  expect((await ani.orders('?status=DIBAYAR')).data[0]).not.toHaveProperty('payment_hold_at')
})

test('late money that is taken back is no refund due any more, and one again when it returns', async () => {
  const late = await shop.orderPaidTooLate(ani)
  const due = async () =>
    (await admin.ask<Refund[]>('GET', '/admin/refunds')).body.data.filter(({ order_id }) => order_id === late)
  expect(await due()).toHaveLength(1)
  await gatewaySays('deny', late)
  expect(await due()).toEqual([])
  const order = (await admin.ask<OrderDetail>('GET', `/admin/orders/${late}`)).body.data
  expect(order).toMatchObject({ payment_hold_at: null, transaction: { reversed_state: 'deny' } })
  await gatewaySays('settlement', late)
  expect(await due()).toMatchObject([{ amount: 46_000, reason: 'CANCELLED' }])
})

test('a stopped order is cancelled without a refund, because its money is gone; it is due if the money returns', async () => {
  await gatewaySays('deny')
  const cancel = await admin.ask<OrderDetail>('POST', `/admin/orders/${id}/cancel`, { body: { return_stock: true } })
  expect(cancel).toMatchObject({ status: 200, body: { data: { status: 'DIBATALKAN', refunds: [] } } })
  expect((await checkBooks(shop.db, shop.clock())).filter(({ subject }) => subject === id)).toEqual([])
  await gatewaySays('settlement')
  expect(await shown()).toMatchObject({ refunds: [{ amount: 46_000, state: 'due' }] })
})

test('a withdrawal whose notification is lost is found ten minutes after the payment, with one question', async () => {
  await setSettings(admin, { payment_methods: ['permata_va'] })
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.pay(id, { method: 'permata_va' })
  await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.reverse(id)
  await shop.advanceClock(minutes(9))
  await shop.reconcile()
  const held = async () =>
    (await shop.db.selectFrom('orders').select('payment_hold_at').where('id', '=', id).executeTakeFirstOrThrow())
      .payment_hold_at
  expect(await held()).toBeNull()
  await shop.advanceClock(minutes(2))
  const asked = () => shop.sandbox.countCalls('GET', `/v2/${id}/status`)
  const before = asked()
  for (let run = 0; run < 3; run += 1) await shop.reconcile()
  expect(await held()).not.toBeNull()
  expect(asked() - before).toBe(1)
})

test('late money of which a part went back at Midtrans before the shop saw it leaves the rest due', async () => {
  await setSettings(admin, { payment_methods: ['other_qris', 'bca_va'] })
  const late = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(late, 'other_qris')
  await ani.setStatus(late, 'DIBATALKAN')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(late, { force: true })
  await shop.sandbox.setFaults({ webhook: 'deliver' })
  await shop.sandbox.refund(late, { amount: 6_000 })
  const rows = async () =>
    (await admin.ask<OrderDetail>('GET', `/admin/orders/${late}`)).body.data.refunds
      .map(({ amount, state }) => `${amount} ${state}`)
      .sort()
  await expect.poll(rows).toEqual(['40000 due', '6000 done'])
  await shop.sandbox.refund(late)
  await expect.poll(rows).toEqual(['40000 done', '6000 done'])
})
