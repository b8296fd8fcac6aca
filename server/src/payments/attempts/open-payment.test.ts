import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { oneGateway } from '../../testing/one-gateway.ts'
import { useEach } from '../../testing/use-each.ts'
import { OrderIdUsed } from '../errors.ts'
import { createGateway, type Gateway } from '../keys/gateway.ts'
import { openPayment } from './open-payment.ts'

const shop = useShop()
const ani = useEach(() => shop.customer({ name: 'Ani' }))

async function fillCart(quantity = 2) {
  const chips = await shop.product({ name: 'Keripik', price: 20_000 })
  await ani.addToCart(chips, quantity)
  return chips
}

const bodyOfLastCreate = () => shop.sandbox.calls.findLast(({ path }) => path === '/snap/v1/transactions')?.body

test('every device of the buyer gets the same token, and the gateway is asked once', async () => {
  await fillCart()
  const { data } = (await ani.placeOrder()).body
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  await shop.sandbox.charge(data.order_id)
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  expect(shop.sandbox.calls.filter(({ body }) => JSON.stringify(body).includes(`"${data.order_id}"`))).toHaveLength(1)
})

test('only its buyer can pay an order, while it is DIPROSES and not expired', async () => {
  await fillCart()
  const { order_id } = (await ani.placeOrder()).body.data
  const budi = await shop.customer()
  expect((await budi.openPayment(order_id)).status).toBe(404)
  expect((await ani.openPayment('TIDAK-ADA')).status).toBe(404)
  await shop.advanceClock(hours(24))
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })

  await fillCart()
  const next = (await ani.placeOrder()).body.data.order_id
  await shop.sandbox.pay(next)
  await shop.sandbox.webhookStatuses(next)
  expect(await ani.openPayment(next)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
})

test('a payment that the gateway began although its answer was lost is cancelled, and the next id is used', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'lost-reply' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.charge(order_id)
  await shop.sandbox.webhookStatuses(order_id)
  await shop.sandbox.reset()
  const { status } = await ani.openPayment(order_id)
  expect(status).toBe(200)
  expect(bodyOfLastCreate()).toMatchObject({ transaction_details: { order_id: `${order_id}-2` } })
  expect(shop.sandbox.countCalls('POST', `/v2/${order_id}/cancel`)).toBe(1)
  await shop.sandbox.pay(`${order_id}-2`)
  await shop.sandbox.webhookStatuses(`${order_id}-2`)
  expect(await ani.order(order_id)).toMatchObject({ status: 'DIBAYAR', transaction: { status: 'SUKSES' } })
})

test('a payment that was paid although the gateway’s answer was lost pays the order', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'lost-reply', webhook: 'drop' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.pay(order_id)
  await shop.sandbox.reset()
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
  expect((await ani.order(order_id)).status).toBe('DIBAYAR')
})

/** An order without a token whose lease another process has. The clock of the database decides when the lease ends. */
async function leasedOrder(endsIn: string): Promise<string> {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.reset()
  await endLeaseIn(order_id, endsIn)
  return order_id
}

const endLeaseIn = (id: string, interval: string) =>
  shop.pool.query('update payment_attempts set token_lease_ends_at = clock_timestamp() + $2::interval where id = $1', [
    id,
    interval,
  ])

test('a lease whose holder crashed is taken over when it ends, whatever the clock of this process says', async () => {
  const id = await leasedOrder('1 second')
  await shop.advanceClock(15_001)
  const asked = performance.now()
  expect((await ani.openPayment(id)).status).toBe(503) // it waited for the other's token
  expect(performance.now() - asked).toBeGreaterThan(500)
  expect((await ani.openPayment(id)).status).toBe(200)
})

test('a lease that ends later than fifteen seconds from now is from before the clock was set back, and has no effect', async () => {
  const id = await leasedOrder('16 seconds')
  expect((await ani.openPayment(id)).status).toBe(200)
})

test('a request that continues after another has taken over its lease writes no token and ends no attempt', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id: id } = (await ani.placeOrder()).body.data
  await shop.sandbox.reset()
  const held = shop.sandbox.holdCall('POST', '/snap/v1/transactions')
  const stalled = ani.openPayment(id)
  await held.arrived
  await endLeaseIn(id, '-1 second')
  const token = (await ani.openPayment(id)).body.data.snap_token
  held.release() // the gateway refuses the second request for this id
  expect((await stalled).body.data.snap_token).toBe(token)
  const attempts = await shop.db.selectFrom('payment_attempts').select('status').where('order_id', '=', id).execute()
  expect(attempts).toEqual([{ status: 'PENDING' }])
})

test('money on an abandoned id is found later, although its first report had an unreadable amount, and the newer page is closed', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'lost-reply', webhook: 'drop' })
  const id = (await ani.placeOrder()).body.data.order_id
  await shop.sandbox.charge(id)
  await shop.sandbox.pay(id)
  await shop.sandbox.setFaults({ create: 'ok' })
  const paid = { status_code: '200', transaction_status: 'settlement', order_id: id, currency: 'IDR' }
  shop.sandbox.answerWith('GET', `/v2/${id}/status`, { ...paid, gross_amount: '46,000.00' })
  const newer = (await ani.openPayment(id)).body.data.snap_token
  await shop.sandbox.reset()
  await shop.advanceClock(hours(7))
  await shop.reconcile()
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${newer}/cancel`)).toBe(1)
})

test('a gateway that reports every id as used is asked for at most three new ids in one request', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.reset()
  const asked: string[] = []
  const refusing: Gateway = {
    ...createGateway({ serverKey: shop.serverKey, snapUrl: shop.sandbox.origin, apiUrl: shop.sandbox.origin }),
    async createTransaction({ body }) {
      asked.push(JSON.stringify(body).match(/"order_id":"([^"]+)"/)?.[1] ?? '')
      if (asked.length > 50) throw new Error('asked for more than 50 ids')
      throw new OrderIdUsed('order_id has already been taken')
    },
  }
  const opening = openPayment({ ...shop.payments, gateways: oneGateway(refusing) }, order_id)
  await expect(opening).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
  expect(asked).toEqual([order_id, `${order_id}-2`, `${order_id}-3`, `${order_id}-4`])

  // Nothing remains that would keep a working gateway from using the next id.
  expect((await ani.openPayment(order_id)).status).toBe(200)
  expect(bodyOfLastCreate()).toMatchObject({ transaction_details: { order_id: `${order_id}-5` } })
})
