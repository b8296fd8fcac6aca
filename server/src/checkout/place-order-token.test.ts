import { describe, expect, test } from 'vitest'
import { hours, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop()
const ani = useEach(() => shop.customer({ name: 'Ani' }))

async function fillCart(quantity = 2) {
  const chips = await shop.product({ name: 'Keripik', price: 20_000 })
  await ani.addToCart(chips, quantity)
  return chips
}

const bodyOfLastCreate = () => shop.sandbox.calls.findLast(({ path }) => path === '/snap/v1/transactions')?.body

test('an order is answered with its token; the request for the token has lines whose sum is the total', async () => {
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

describe.each(['error', 'bad-json', 'lost-reply'] as const)('without a token: %s', (fault) => {
  test('the order is placed and can be paid later', async () => {
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

  test('the same idempotency key returns that order, and later its token', async () => {
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

test('the same idempotency key returns the order, also after it is paid, cancelled or expired', async () => {
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

test('the same idempotency key is refused if the order has ended without a token', async () => {
  await fillCart()
  await shop.sandbox.setFaults({ create: 'error' })
  const { order_id } = (await ani.placeOrder({}, 'kunci')).body.data
  await ani.setStatus(order_id, 'DIBATALKAN')
  expect(await ani.placeOrder({}, 'kunci')).toMatchObject({
    status: 409,
    body: { code: 'NOT_PAYABLE', data: { order_id } },
  })
})
