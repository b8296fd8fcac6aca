import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop({ gatewayTimeoutMs: 700 })
const create = '/snap/v1/transactions'
let ani: Customer

beforeEach(async () => {
  ani = await shop.customer({ name: 'Ani' })
})

async function fillCart(quantity = 2) {
  const chips = await shop.product({ name: 'Keripik', price: 20_000 })
  await ani.addToCart(chips, quantity)
  return chips
}

const bodyOfLastCreate = () => shop.sandbox.calls.findLast(({ path }) => path === create)?.body

test('an order comes with the token that pays it, asked for with lines that add up', async () => {
  const chips = await fillCart()
  const { status, body } = await ani.placeOrder({ city: 'Bogor' })
  const { order_id, snap_token, redirect_url } = body.data
  expect(status).toBe(201)
  expect(redirect_url).toBe(`${shop.sandbox.origin}/snap/v4/redirection/${snap_token}`)
  expect(bodyOfLastCreate()).toMatchObject({
    transaction_details: { order_id, gross_amount: 46_000 },
    item_details: [
      { id: chips.id, name: 'Keripik', price: 20_000, quantity: 2 },
      { name: 'Ongkos Kirim', price: 4_000, quantity: 1 },
      { name: 'Biaya Pelayanan', price: 2_000, quantity: 1 },
    ],
    customer_details: { first_name: 'Ani', email: ani.email, phone: ani.phone },
    enabled_payments: ['bca_va'],
    expiry: { duration: 1440, unit: 'minutes' },
    callbacks: { finish: `${shop.origin}/my-order/order/${order_id}` },
  })
})

test('any device of the buyer gets the same token, and the gateway is asked once', async () => {
  await fillCart()
  const { data } = (await ani.placeOrder()).body
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  await shop.sandbox.charge(data.order_id)
  expect((await ani.openPayment(data.order_id)).body.data).toEqual(data)
  expect(shop.sandbox.calls.filter(({ body }) => JSON.stringify(body).includes(`"${data.order_id}"`))).toHaveLength(1)
})

describe.each(['error', 'hang', 'bad-json', 'lost-reply'] as const)('when the gateway’s answer is %s', (fault) => {
  test('the order stands and is paid later', async () => {
    const chips = await fillCart(3)
    await shop.sandbox.setFaults({ create: fault })
    const refused = await ani.placeOrder()
    expect(refused).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { order_id } = refused.body.data
    expect(await ani.order(order_id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
    expect(await shop.stockOf(chips)).toBe(7)
    expect(await ani.openPayment(order_id)).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })

    await shop.sandbox.reset()
    const { status, body } = await ani.openPayment(order_id)
    expect(status).toBe(200)
    await shop.sandbox.pay(order_id)
    expect(await shop.sandbox.webhookStatuses(order_id)).toEqual([200, 200])
    expect((await ani.order(order_id)).status).toBe('DIBAYAR')
    expect(body.data.snap_token).toEqual(expect.any(String))
  })

  test('the same key gets that order, then its token', async () => {
    await fillCart()
    await shop.sandbox.setFaults({ create: fault })
    const refused = await ani.placeOrder({}, 'kunci')
    const again = await ani.placeOrder({}, 'kunci')
    expect(again).toMatchObject({ status: 503, body: refused.body })
    await shop.sandbox.reset()
    const { status, body } = await ani.placeOrder({}, 'kunci')
    expect({ status, order: body.data.order_id }).toEqual({ status: 201, order: refused.body.data.order_id })
    expect((await ani.placeOrder({}, 'kunci')).body).toEqual(body)
    expect((await ani.orders()).data).toHaveLength(1)
  })
})

test('no transaction is open while the gateway is asked', async () => {
  await fillCart()
  const held = shop.sandbox.holdCall('POST', create)
  const placing = ani.placeOrder()
  await held.arrived
  const open = await shop.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  expect(open.rows).toEqual([{ open: 0 }])
  held.release()
  expect((await placing).status).toBe(201)
})

test('the same key returns the order also once it is paid, cancelled or late', async () => {
  await fillCart()
  const paid = await ani.placeOrder({}, 'bayar')
  await shop.sandbox.pay(paid.body.data.order_id)
  await shop.sandbox.webhookStatuses(paid.body.data.order_id)
  expect(await ani.placeOrder({}, 'bayar')).toMatchObject({ status: 201, body: paid.body })

  await fillCart()
  const late = await ani.placeOrder({}, 'terlambat')
  await shop.advanceClock(hours(23))
  await fillCart()
  const cancelled = await ani.placeOrder({}, 'batal')
  await ani.setStatus(cancelled.body.data.order_id, 'DIBATALKAN')
  expect(await ani.placeOrder({}, 'batal')).toMatchObject({ status: 201, body: cancelled.body })
  await shop.advanceClock(minutes(59))
  expect(await ani.placeOrder({}, 'terlambat')).toMatchObject({ status: 201, body: late.body })
})

test('the key of an order that never got a token and is over says that it can’t be paid', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id } = (await ani.placeOrder({}, 'kunci')).body.data
  await ani.setStatus(order_id, 'DIBATALKAN')
  expect(await ani.placeOrder({}, 'kunci')).toMatchObject({
    status: 409,
    body: { code: 'NOT_PAYABLE', data: { order_id } },
  })
})

test('an order is payable by its buyer alone, while it is DIPROSES and its time is not over', async () => {
  await fillCart()
  const { order_id } = (await ani.placeOrder()).body.data
  const budi = await shop.customer()
  expect((await budi.openPayment(order_id)).status).toBe(404)
  expect((await shop.ask('POST', `/orders/${order_id}/payment`)).status).toBe(401)
  expect((await ani.openPayment('TIDAK-ADA')).status).toBe(404)
  await shop.advanceClock(hours(24))
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })

  await fillCart()
  const next = (await ani.placeOrder()).body.data.order_id
  await shop.sandbox.pay(next)
  await shop.sandbox.webhookStatuses(next)
  expect(await ani.openPayment(next)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
})

test('a payment that was begun under this id without our knowing is closed, and the next id tried', async () => {
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

test('a payment that was made under this id without our knowing is taken', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'lost-reply', webhook: 'drop' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.pay(order_id)
  await shop.sandbox.reset()
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })
  expect((await ani.order(order_id)).status).toBe('DIBAYAR')
})

test('a lease whose holder died is taken over after a while', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id } = (await ani.placeOrder()).body.data
  await shop.sandbox.reset()
  await shop.db
    .updateTable('payment_attempts')
    .set({ token_asked_at: shop.clock() })
    .where('id', '=', order_id)
    .execute()
  await shop.advanceClock(15_001)
  expect((await ani.openPayment(order_id)).status).toBe(200)
})

test('money on an id that was used up, told wrongly at first, is found later, and the newer page is closed', async () => {
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
