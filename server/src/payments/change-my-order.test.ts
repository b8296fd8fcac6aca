import { beforeEach, expect, test } from 'vitest'
import { hours, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop({ gatewayTimeoutMs: 700 })
let ani: Customer
let admin: Customer
let nastar: { id: string }
let id: string

beforeEach(async () => {
  await shop.db.updateTable('users').set({ is_admin: false }).execute()
  ani = await shop.customer()
  admin = await shop.admin()
  nastar = await shop.product({ price: 40_000, stock: 10 })
  await ani.addToCart(nastar, 4)
  id = (await ani.placeOrder()).body.data.order_id
})

const refundsTold = async () => (await admin.told(id)).filter((message) => message.includes('perlu pengembalian dana'))

test('a cancel closes the payment page, and the last jar can be ordered again at once', async () => {
  const token = (await ani.pay(id)).body.data.snap_token
  const cancelled = await ani.move(id, 'DIBATALKAN')
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
  expect(shop.bank.asked('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
  expect(await shop.stockOf(nastar)).toBe(10)
  await ani.addToCart(nastar, 10)
  expect((await ani.placeOrder()).status).toBe(201)
})

test('a cancel closes the VA, and is the buyer’s though the gateway’s notification of it comes first', async () => {
  await shop.bank.charge(id)
  await shop.bank.answers(id)
  const closed = shop.bank.hold('POST', `/v2/${id}/cancel`, 'back')
  const cancel = ani.move(id, 'DIBATALKAN')
  await closed.arrived
  expect(await shop.bank.answers(id)).toEqual([200, 200])
  closed.release()
  expect((await cancel).status).toBe(200)
  expect(await ani.order(id)).toMatchObject({
    transaction: { status: 'DIBATALKAN' },
    history: [{}, { status: 'DIBATALKAN', actor: 'customer' }],
  })
})

test('a payment that is opened anew while the old one is closed is closed too', async () => {
  await shop.bank.charge(id)
  await shop.bank.answers(id)
  const closing = shop.bank.hold('POST', `/v2/${id}/cancel`)
  const cancel = ani.move(id, 'DIBATALKAN')
  await closing.arrived
  await shop.bank.deny(id)
  await shop.bank.answers(id)
  const token = (await ani.pay(id)).body.data.snap_token
  closing.release()
  expect((await cancel).status).toBe(200)
  expect(shop.bank.asked('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'DIBATALKAN' } })
})

test('a cancel of what is paid meanwhile is refused, and the order is DIBAYAR', async () => {
  await shop.bank.faults({ webhook: 'drop' })
  await shop.bank.pay(id)
  expect(await ani.move(id, 'DIBATALKAN')).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect(await ani.order(id)).toMatchObject({ status: 'DIBAYAR', transaction: { status: 'SUKSES' } })
  expect(await shop.stockOf(nastar)).toBe(6)
})

test('so is one that is paid between our question and our cancel', async () => {
  await shop.bank.faults({ webhook: 'drop' })
  await shop.bank.charge(id)
  const closing = shop.bank.hold('POST', `/v2/${id}/cancel`)
  const cancel = ani.move(id, 'DIBATALKAN')
  await closing.arrived
  await shop.bank.pay(id)
  closing.release()
  expect((await cancel).status).toBe(409)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('a method chosen between our question and our cancel is closed too', async () => {
  await shop.bank.faults({ webhook: 'drop' })
  const token = (await ani.pay(id)).body.data.snap_token
  const closing = shop.bank.hold('POST', `/snap/v1/transactions/${token}/cancel`)
  const cancel = ani.move(id, 'DIBATALKAN')
  await closing.arrived
  await shop.bank.charge(id)
  closing.release()
  expect((await cancel).status).toBe(200)
  expect(shop.bank.asked('POST', `/v2/${id}/cancel`)).toBe(1)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test.each(['error', 'hang', 'bad-json', 'lost-reply'] as const)(
  'a cancel that the gateway can’t be told of (%s) changes nothing',
  async (fault) => {
    for (const faults of [{ status: fault }, { status: 'ok', cancel: fault }] as const) {
      await shop.bank.faults(faults)
      expect(await ani.move(id, 'DIBATALKAN')).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
      expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
      expect(await shop.stockOf(nastar)).toBe(6)
    }
    await shop.bank.heal()
    expect((await ani.move(id, 'DIBATALKAN')).status).toBe(200)
  },
)

test('a failed cancel leaves no trace of whose it was', async () => {
  await shop.bank.charge(id)
  await shop.bank.faults({ cancel: 'error' })
  await ani.move(id, 'DIBATALKAN')
  await shop.bank.heal()
  await shop.wait(hours(24))
  await shop.bank.answers(id)
  expect((await ani.order(id)).history).toMatchObject([{}, { status: 'DIBATALKAN', actor: 'system' }])
})

test('money after a cancel is recorded, told to every administrator and takes no stock', async () => {
  const other = await shop.admin()
  await shop.bank.charge(id)
  await shop.bank.answers(id)
  await shop.bank.faults({ lateSettlement: true })
  await ani.move(id, 'DIBATALKAN')
  await shop.wait(minutes(1))
  expect(await shop.bank.answers(id)).toEqual([200, 200, 200])
  const late = await ani.order(id)
  expect(late).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'SUKSES', paid_at: expect.any(String) } })
  expect(await shop.stockOf(nastar)).toBe(10)
  const told = [await refundsTold(), (await other.told(id)).filter((message) => message.includes('perlu pengembalian'))]
  expect(told).toEqual(Array(2).fill([expect.stringContaining('setelah pesanan dibatalkan')]))
  const due = shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'refund_due_at'])
    .where('refund_due_at', 'is not', null)
  expect(await due.execute()).toEqual([{ id, refund_due_at: shop.clock() }])

  for (const { id: sent } of await shop.bank.notifications(id)) await shop.bank.resend(sent)
  await shop.bank.answers(id)
  expect(await ani.order(id)).toEqual(late)
  expect(await refundsTold()).toHaveLength(1)
})

test('a token that comes after its order was cancelled is given up; a VA made with it all the same is closed', async () => {
  await ani.addToCart(nastar, 1)
  const creating = shop.bank.hold('POST', '/snap/v1/transactions')
  const placing = ani.placeOrder()
  await creating.arrived
  const late = (await ani.orders()).data.find((order) => order.id !== id)?.id ?? ''
  expect((await ani.move(late, 'DIBATALKAN')).status).toBe(200)
  await shop.bank.faults({ cancel: 'error' })
  creating.release()
  expect(await placing).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE', data: { order_id: late } } })
  expect(shop.bank.calls.at(-1)?.path).toMatch(/^\/snap\/v1\/transactions\/.*\/cancel$/)
  await shop.bank.heal()
  await shop.bank.charge(late)
  await expect.poll(() => shop.bank.asked('POST', `/v2/${late}/cancel`)).toBe(1)
  expect(await ani.order(late)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'DIBATALKAN' } })
})

test.each(['expire', 'cancel', 'deny', 'pending'])(
  'a cancel that is told of a payment of another order (%s) changes nothing, and the administrators hear of it',
  async (transaction_status) => {
    await shop.bank.charge(id)
    const foreign = {
      status_code: '200',
      transaction_status,
      order_id: 'LAIN-1',
      gross_amount: '1.00',
      currency: 'IDR',
    }
    shop.bank.says('GET', `/v2/${id}/status`, foreign)
    expect((await ani.move(id, 'DIBATALKAN')).status).toBe(409)
    expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
    expect(shop.bank.asked('POST', `/v2/${id}/cancel`)).toBe(0)
    expect((await admin.told(id)).filter((message) => message.includes('tidak cocok'))).toHaveLength(1)
    await shop.bank.heal()
    expect((await ani.move(id, 'DIBATALKAN')).status).toBe(200)
  },
)

test('a cancel that is answered for another payment, or by another word, closes nothing', async () => {
  await shop.bank.charge(id)
  const ours = { status_code: '200', order_id: id, gross_amount: '166000.00', currency: 'IDR' }
  shop.bank.says('GET', `/v2/${id}/status`, { ...ours, transaction_status: 'pending' })
  for (const answer of [{ order_id: 'LAIN-1', transaction_status: 'cancel' }, { transaction_status: 'settlement' }]) {
    shop.bank.says('POST', `/v2/${id}/cancel`, { ...ours, ...answer })
    expect((await ani.move(id, 'DIBATALKAN')).status).toBe(503)
  }
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('a payment page that is opened while a cancel asks is closed too', async () => {
  await shop.bank.faults({ create: 'error' })
  await ani.addToCart(nastar, 1)
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.bank.heal()
  const asking = shop.bank.hold('GET', `/v2/${order_id}/status`, 'back')
  const cancel = ani.move(order_id, 'DIBATALKAN')
  await asking.arrived
  const token = (await ani.pay(order_id)).body.data.snap_token
  asking.release()
  expect((await cancel).status).toBe(200)
  expect((await ani.order(order_id)).status).toBe('DIBATALKAN')
  expect(shop.bank.asked('POST', `/snap/v1/transactions/${token}/cancel`)).toBe(1)
})
