import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { beforeEach, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let nastar: { id: string }

beforeEach(async () => {
  await resetSettings(shop)
  ani = await shop.customer()
  admin = await shop.onlyAdmin()
  nastar = await shop.product({ price: 40_000, stock: 1_000 })
  await setSettings(admin, { payment_methods: ['other_qris', 'gopay', 'bca_va', 'bri_va'] })
})

/** An unpaid order with a choice; its method is charged, as when its buyer has opened the popup. */
async function orderBy(method: PaymentMethod): Promise<string> {
  await ani.addToCart(nastar, 1)
  const id = (await ani.placeOrder({ payment_method: method })).body.data.order_id
  await shop.sandbox.charge(id, method)
  await shop.sandbox.webhookStatuses(id)
  return id
}

const attemptsOf = (id: string) =>
  shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'chosen_method', 'replaced_at', 'pays_order'])
    .where('order_id', '=', id)
    .orderBy('number')
    .execute()
const statusesOf = async (id: string) => (await attemptsOf(id)).map(({ status }) => status)

const creations = () => shop.sandbox.calls.filter(({ path }) => path === '/snap/v1/transactions')
const offeredLast = () => {
  const request = creations().at(-1)?.body as { enabled_payments: string[] } | undefined
  return request?.enabled_payments
}

async function gatewayStatus(attemptId: string): Promise<string | undefined> {
  const headers = { authorization: shop.sandbox.authorization }
  const response = await fetch(`${shop.sandbox.origin}/v2/${attemptId}/status`, { headers })
  return ((await response.json()) as { transaction_status?: string }).transaction_status
}

const cancelAtGateway = (attemptId: string) =>
  fetch(`${shop.sandbox.origin}/v2/${attemptId}/cancel`, {
    method: 'POST',
    headers: { authorization: shop.sandbox.authorization },
  })

test('an order with a QR is paid by BCA instead, and the cancellation of the QR ends only the QR', async () => {
  const id = await orderBy('other_qris')
  const events = shop.orderEventsOf(ani)
  const { status, body } = await ani.changePayment(id, 'bca_va')
  expect([status, offeredLast()]).toEqual([200, ['bca_va']])
  expect(events).toContainEqual({ order_id: id, status: 'DIPROSES' })
  expect((await ani.openPayment(id)).body.data).toEqual(body.data)
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  expect([await gatewayStatus(id), await statusesOf(id)]).toEqual(['cancel', ['DIBATALKAN', 'PENDING']])
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { chosen_method: 'bca_va' } })

  await shop.sandbox.pay(`${id}-2`)
  await shop.sandbox.webhookStatuses(`${id}-2`)
  expect(await ani.order(id)).toMatchObject({
    status: 'DIBAYAR',
    transaction: { method: 'bca_va' },
    history: [{ status: 'DIPROSES' }, { status: 'DIBAYAR' }],
  })
})

test('without a method the buyer gets all that the shop offers', async () => {
  const id = await orderBy('other_qris')
  expect((await ani.changePayment(id)).status).toBe(200)
  expect(offeredLast()).toEqual(['other_qris', 'gopay', 'bca_va', 'bri_va'])
})

test('a shop that changes nothing replaces its virtual account by another one', async () => {
  await resetSettings(shop)
  const id = await ani.buy(nastar)
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.changePayment(id)).status).toBe(200)
  expect([offeredLast(), await statusesOf(id)]).toEqual([['bca_va'], ['DIBATALKAN', 'PENDING']])
})

test('only its buyer changes how an unpaid order is paid, to a method that the shop has on', async () => {
  const id = await orderBy('other_qris')
  const { body } = await ani.openPayment(id)
  const budi = await shop.customer()
  expect((await budi.changePayment(id, 'bca_va')).status).toBe(404)
  expect(await ani.changePayment(id, 'indomaret')).toMatchObject({ status: 409, body: { code: 'NO_PAYMENT_METHOD' } })
  expect((await ani.changePayment(id, 'dana' as PaymentMethod)).status).toBe(400)
  expect((await ani.openPayment(id)).body.data).toEqual(body.data)
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.advanceClock(days(1))
  expect(await ani.changePayment(id, 'bca_va')).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
  expect(await statusesOf(id)).toEqual(['PENDING'])
})

test('the order stays although its payment’s cancellation is reported before the gateway answers', async () => {
  const id = await orderBy('other_qris')
  const cancelling = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`, 'answer')
  const changing = ani.changePayment(id, 'bca_va')
  await cancelling.arrived
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'DIBATALKAN' } })
  cancelling.release()
  expect((await changing).status).toBe(200)
  expect([await statusesOf(id), offeredLast()]).toEqual([['DIBATALKAN', 'PENDING'], ['bca_va']])
})

test('money that arrives during the change wins', async () => {
  const id = await orderBy('other_qris')
  const cancelling = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const changing = ani.changePayment(id, 'bca_va')
  await cancelling.arrived
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  cancelling.release()
  expect(await changing).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
  expect([(await ani.order(id)).status, await statusesOf(id)]).toEqual(['DIBAYAR', ['SUKSES']])
})

test('while the gateway is away nothing changes, and a later cancellation there ends the order as ever', async () => {
  const id = await orderBy('other_qris')
  const before = await attemptsOf(id)
  await shop.sandbox.setFaults({ status: 'error' })
  expect(await ani.changePayment(id, 'bca_va')).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
  expect(await attemptsOf(id)).toEqual(before)
  await shop.sandbox.reset()
  await cancelAtGateway(id)
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test('after a lost answer to the cancellation the order stays, and the next call opens a payment by the chosen method', async () => {
  const id = await orderBy('other_qris')
  await shop.sandbox.setFaults({ cancel: 'lost-reply', webhook: 'drop' })
  expect((await ani.changePayment(id, 'bca_va')).status).toBe(503)
  await shop.sandbox.reset()
  await shop.reconcile()
  expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'DIBATALKAN' } })
  expect((await ani.openPayment(id)).status).toBe(200)
  expect([await statusesOf(id), offeredLast()]).toEqual([['DIBATALKAN', 'PENDING'], ['bca_va']])
})

test('after a lost answer to the closing of the page nobody gets its token any more, but one of the chosen method', async () => {
  await ani.addToCart(nastar, 1)
  const { order_id: id, snap_token: closed } = (await ani.placeOrder({ payment_method: 'other_qris' })).body.data
  await shop.sandbox.setFaults({ cancel: 'lost-reply' })
  expect((await ani.changePayment(id, 'bca_va')).status).toBe(503)
  expect((await ani.openPayment(id)).status).toBe(503)
  await shop.sandbox.reset()
  const { status, body } = await ani.openPayment(id)
  expect([status, await statusesOf(id)]).toEqual([200, ['DIBATALKAN', 'PENDING']])
  expect([body.data.snap_token === closed, offeredLast()]).toEqual([false, ['bca_va']])
})

test('a cancellation that the gateway never got is forgotten after five minutes', async () => {
  const id = await orderBy('other_qris')
  const cancelling = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const changing = ani.changePayment(id, 'bca_va')
  await cancelling.arrived
  cancelling.cut()
  expect((await changing).status).toBe(503)
  await shop.advanceClock(minutes(5) - 1)
  await shop.reconcile()
  expect((await attemptsOf(id)).map(({ replaced_at }) => replaced_at)).not.toContain(null)
  await shop.advanceClock(1)
  await shop.reconcile()
  await cancelAtGateway(id)
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test('an attempt by the same method stays, whether its buyer has begun to pay or not, and the gateway is not asked', async () => {
  const id = await orderBy('bca_va')
  const { body } = await ani.openPayment(id)
  const { va_number } = (await ani.order(id)).transaction
  const before = shop.sandbox.calls.length
  for (let i = 0; i < 5; i += 1) expect((await ani.changePayment(id, 'bca_va')).body.data).toEqual(body.data)
  expect(shop.sandbox.calls.length).toBe(before)
  expect([await statusesOf(id), (await ani.order(id)).transaction.va_number]).toEqual([['PENDING'], va_number])
})

test('the method of an attempt is the one that was used, else the chosen one', async () => {
  await ani.addToCart(nastar, 1)
  const id = (await ani.placeOrder()).body.data.order_id
  await shop.sandbox.charge(id, 'other_qris')
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.changePayment(id, 'other_qris')).status).toBe(200)
  expect(await statusesOf(id)).toEqual(['PENDING'])
  expect((await ani.changePayment(id, 'gopay')).status).toBe(200)
  expect((await ani.changePayment(id, 'gopay')).status).toBe(200)
  expect(await statusesOf(id)).toEqual(['DIBATALKAN', 'PENDING'])
})

test('a change to any method replaces a payment that was begun, also if the shop has not heard of it', async () => {
  const id = await orderBy('other_qris')
  await ani.changePayment(id)
  const { body } = await ani.openPayment(id)
  expect((await ani.changePayment(id)).body.data).toEqual(body.data)
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.charge(`${id}-2`)
  expect((await ani.changePayment(id)).status).toBe(200)
  expect(await statusesOf(id)).toEqual(['DIBATALKAN', 'DIBATALKAN', 'PENDING'])
})

test('an attempt whose own time is over does not stay', async () => {
  const id = await orderBy('other_qris')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.advanceClock(minutes(16))
  expect((await ani.changePayment(id, 'other_qris')).status).toBe(200)
  expect((await statusesOf(id)).length).toBe(2)
})

test('after fifty payments of an order the last one stays', async () => {
  const id = await orderBy('other_qris')
  await shop.db.updateTable('payment_attempts').set({ number: 50 }).where('id', '=', id).execute()
  const { body } = await ani.openPayment(id)
  expect(await ani.changePayment(id, 'bca_va')).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
  expect((await ani.openPayment(id)).body.data).toEqual(body.data)
})

test('a payment without a token is replaced too', async () => {
  await ani.addToCart(nastar, 1)
  await shop.sandbox.setFaults({ create: 'error' })
  const id = (await ani.placeOrder({ payment_method: 'other_qris' })).body.data.order_id
  expect((await ani.changePayment(id, 'bca_va')).status).toBe(503)
  await shop.sandbox.reset()
  expect((await ani.openPayment(id)).status).toBe(200)
  expect([await statusesOf(id), offeredLast()]).toEqual([['DIBATALKAN', 'PENDING'], ['bca_va']])
})

test('simultaneous changes, cancellations and the end of its time leave nothing to pay, and return the stock once', async () => {
  for (const meet of ['cancel', 'admin', 'sweep'] as const) {
    const id = await orderBy('other_qris')
    const stock = await shop.stockOf(nastar)
    if (meet === 'sweep')
      await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
    const end = {
      cancel: () => ani.setStatus(id, 'DIBATALKAN'),
      admin: () => admin.ask('POST', `/admin/orders/${id}/cancel`),
      sweep: () => shop.reconcile(),
    }[meet]
    await Promise.all([ani.changePayment(id, 'bca_va'), end(), ani.changePayment(id, 'bri_va')])
    await shop.sandbox.webhookStatuses(id)
    expect((await ani.order(id)).status, meet).toBe('DIBATALKAN')
    for (const attempt of await attemptsOf(id)) {
      expect([attempt.status, await gatewayStatus(attempt.id)], meet).not.toContain('PENDING')
      expect(await gatewayStatus(attempt.id), meet).not.toBe('pending')
    }
    expect(await shop.stockOf(nastar)).toBe(stock + 1)
  }
})

test('a QR that ran out is replaced by a new one when the buyer asks for it, although nothing was notified', async () => {
  const id = await orderBy('other_qris')
  const { expires_at } = (await ani.order(id)).transaction
  expect(Date.parse(expires_at) - shop.clock().getTime()).toBe(minutes(15))
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.advanceClock(minutes(16))
  expect((await ani.openPayment(id)).status).toBe(200)
  expect([await statusesOf(id), offeredLast()]).toEqual([['KADALUARSA', 'PENDING'], ['other_qris']])
  expect((await ani.order(id)).status).toBe('DIPROSES')
})

test('money for a replaced GoPay payment pays the waiting order, and its newer payment is closed', async () => {
  const id = await orderBy('gopay')
  await ani.changePayment(id, 'bca_va')
  await shop.sandbox.charge(`${id}-2`)
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBAYAR', transaction: { method: 'gopay' } })
  expect(await statusesOf(id)).toEqual(['SUKSES', 'DIBATALKAN'])
  await expect.poll(() => gatewayStatus(`${id}-2`)).toBe('cancel')
})

test('money for a replaced GoPay payment is a refund due when the newer one has paid the order', async () => {
  const id = await orderBy('gopay')
  await ani.changePayment(id, 'bca_va')
  await shop.sandbox.pay(`${id}-2`)
  await shop.sandbox.webhookStatuses(`${id}-2`)
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(await attemptsOf(id)).toMatchObject([
    { status: 'SUKSES', pays_order: false },
    { status: 'SUKSES', pays_order: true },
  ])
  expect(await admin.messages(id)).toContainEqual(expect.stringContaining('perlu pengembalian dana'))
})
