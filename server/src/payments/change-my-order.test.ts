import { beforeEach, expect, test } from 'vitest'
import { hours, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { useEach } from '../testing/use-each.ts'
import { readBalance } from './book/entries.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 10 }))

beforeEach(async () => {
  id = await ani.buy(nastar, 4)
})

const refundMessages = async () =>
  (await admin.messages(id)).filter((message) => message.includes('perlu pengembalian dana'))

test('cancelling an order closes its payment page and returns its stock, which can be ordered at once', async () => {
  const token = (await ani.openPayment(id)).body.data.snap_token
  const cancelled = await ani.setStatus(id, 'DIBATALKAN')
  expect(cancelled).toMatchObject({
    status: 200,
    body: {
      message: expect.any(String),
      data: {
        status: 'DIBATALKAN',
        transaction: { status: 'DIBATALKAN' },
        history: [{}, { status: 'DIBATALKAN', actor: 'customer' }],
      },
    },
  })
  expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
  expect(await shop.stockOf(nastar)).toBe(10)
  await ani.addToCart(nastar, 10)
  expect((await ani.placeOrder()).status).toBe(201)
})

test('cancelling an order cancels its VA, and the history names the buyer although the gateway’s notification arrives first', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  const closed = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`, 'answer')
  const cancel = ani.setStatus(id, 'DIBATALKAN')
  await closed.arrived
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  closed.release()
  expect((await cancel).status).toBe(200)
  expect(await ani.order(id)).toMatchObject({
    transaction: { status: 'DIBATALKAN' },
    history: [{}, { status: 'DIBATALKAN', actor: 'customer' }],
  })
})

test('a new payment that is opened while the old one is being cancelled is closed too', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  const closing = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const cancel = ani.setStatus(id, 'DIBATALKAN')
  await closing.arrived
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  const token = (await ani.openPayment(id)).body.data.snap_token
  closing.release()
  expect((await cancel).status).toBe(200)
  expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'DIBATALKAN' } })
})

test('cancelling an order that was paid meanwhile is refused, and the order becomes DIBAYAR', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  expect(await ani.setStatus(id, 'DIBATALKAN')).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect(await ani.order(id)).toMatchObject({ status: 'DIBAYAR', transaction: { status: 'SUKSES' } })
  expect(await shop.stockOf(nastar)).toBe(6)
})

test('cancelling is refused also if the payment arrives between the check of its status and its cancellation', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.charge(id)
  const closing = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const cancel = ani.setStatus(id, 'DIBATALKAN')
  await closing.arrived
  await shop.sandbox.pay(id)
  closing.release()
  expect((await cancel).status).toBe(409)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('a VA that is made between the check of the status and the closing of the page is cancelled too', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  const token = (await ani.openPayment(id)).body.data.snap_token
  const closing = shop.sandbox.holdCall('POST', `/snap/v1/transactions/${token}/cancel`)
  const cancel = ani.setStatus(id, 'DIBATALKAN')
  await closing.arrived
  await shop.sandbox.charge(id)
  closing.release()
  expect((await cancel).status).toBe(200)
  expect(shop.sandbox.countCalls('POST', `/v2/${id}/cancel`)).toBe(1)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test.each(['error', 'bad-json', 'lost-reply'] as const)(
  'cancelling changes nothing when the gateway fails (%s)',
  async (fault) => {
    for (const faults of [{ status: fault }, { status: 'ok', cancel: fault }] as const) {
      await shop.sandbox.setFaults(faults)
      expect(await ani.setStatus(id, 'DIBATALKAN')).toMatchObject({
        status: 503,
        body: { code: 'PAYMENT_UNAVAILABLE' },
      })
      expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
      expect(await shop.stockOf(nastar)).toBe(6)
    }
    await shop.sandbox.reset()
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  },
)

test('an order that expires after a failed cancel is cancelled by the system', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.setFaults({ cancel: 'error' })
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.sandbox.reset()
  await shop.advanceClock(hours(24))
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.order(id)).history).toMatchObject([{}, { status: 'DIBATALKAN', actor: 'system' }])
})

test('money that arrives after a cancellation is recorded, every administrator is notified, and no stock is taken', async () => {
  const other = await shop.admin()
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  await shop.sandbox.setFaults({ lateSettlement: true })
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.advanceClock(minutes(1))
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200, 200])
  const late = await ani.order(id)
  expect(late).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'SUKSES', paid_at: expect.any(String) } })
  expect(await shop.stockOf(nastar)).toBe(10)
  const messages = [
    await refundMessages(),
    (await other.messages(id)).filter((message) => message.includes('perlu pengembalian')),
  ]
  expect(messages).toEqual(Array(2).fill([expect.stringContaining('setelah pesanan dibatalkan')]))
  const due = shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('status', '=', 'SUKSES')
    .where('pays_order', '=', false)
  expect(await due.execute()).toEqual([{ id }])

  for (const { id: sent } of await shop.sandbox.notifications(id)) await shop.sandbox.resend(sent)
  await shop.sandbox.webhookStatuses(id)
  expect(await ani.order(id)).toEqual(late)
  expect(await refundMessages()).toHaveLength(1)
})

test('a token that arrives after its order was cancelled is closed, and so is a VA that was made with it', async () => {
  await ani.addToCart(nastar, 1)
  const creating = shop.sandbox.holdCall('POST', '/snap/v1/transactions')
  const placing = ani.placeOrder()
  await creating.arrived
  const late = (await ani.orders()).data.find((order) => order.id !== id)?.id ?? ''
  expect((await ani.setStatus(late, 'DIBATALKAN')).status).toBe(200)
  await shop.sandbox.setFaults({ cancel: 'error' })
  creating.release()
  expect(await placing).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE', data: { order_id: late } } })
  expect(shop.sandbox.calls.at(-1)?.path).toMatch(/^\/snap\/v1\/transactions\/.*\/cancel$/)
  await shop.sandbox.reset()
  await shop.sandbox.charge(late)
  await expect.poll(() => shop.sandbox.countCalls('POST', `/v2/${late}/cancel`)).toBe(1)
  expect(await ani.order(late)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'DIBATALKAN' } })
})

test.each(['expire', 'cancel', 'deny', 'pending'])(
  'a report of another order’s payment (%s) stops the cancellation, and the administrators are notified',
  async (transaction_status) => {
    await shop.sandbox.charge(id)
    const otherPayment = {
      status_code: '200',
      transaction_status,
      order_id: 'LAIN-1',
      gross_amount: '1.00',
      currency: 'IDR',
    }
    shop.sandbox.answerWith('GET', `/v2/${id}/status`, otherPayment)
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(409)
    expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
    expect(shop.sandbox.countCalls('POST', `/v2/${id}/cancel`)).toBe(0)
    expect((await admin.messages(id)).filter((message) => message.includes('tidak cocok'))).toHaveLength(1)
    await shop.sandbox.reset()
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  },
)

test('an order whose payment came and was given back before the shop knew is cancelled, and the administrators are notified', async () => {
  await shop.sandbox.charge(id)
  const refunded = { status_code: '200', transaction_status: 'refund', gross_amount: '166000.00', currency: 'IDR' }
  shop.sandbox.answerWith('GET', `/v2/${id}/status`, { ...refunded, order_id: id })
  expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', refunds: [] })
  expect(await readBalance(shop.db, id)).toMatchObject({ received: 166_000, given_back: 166_000, due: 0 })
  expect((await admin.messages(id)).filter((message) => message.includes('dikembalikan'))).toHaveLength(1)
})

test('an answer to a cancel with another payment’s id, or another status than cancel, leaves the order open', async () => {
  await shop.sandbox.charge(id)
  const ours = { status_code: '200', order_id: id, gross_amount: '166000.00', currency: 'IDR' }
  shop.sandbox.answerWith('GET', `/v2/${id}/status`, { ...ours, transaction_status: 'pending' })
  for (const answer of [{ order_id: 'LAIN-1', transaction_status: 'cancel' }, { transaction_status: 'settlement' }]) {
    shop.sandbox.answerWith('POST', `/v2/${id}/cancel`, { ...ours, ...answer })
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(503)
  }
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('a payment page that is opened while a cancel waits for the status is closed too', async () => {
  await shop.sandbox.setFaults({ create: 'error' })
  const order_id = await ani.buy(nastar)
  await shop.sandbox.reset()
  const asking = shop.sandbox.holdCall('GET', `/v2/${order_id}/status`, 'answer')
  const cancel = ani.setStatus(order_id, 'DIBATALKAN')
  await asking.arrived
  const token = (await ani.openPayment(order_id)).body.data.snap_token
  asking.release()
  expect((await cancel).status).toBe(200)
  expect((await ani.order(order_id)).status).toBe('DIBATALKAN')
  expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
})
