/** Limits that keep a stranger from holding the whole stock, or from taking and returning it all day. */
import type { AdminProduct } from '@camilan/contract/catalog'
import type { PaymentTime } from '@camilan/contract/checkout'
import { formatJakartaTime } from '@camilan/contract/formats'
import { describe, expect, test } from 'vitest'
import { days, hours, later, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop({ environment: { NEW_BUYER_LARGE_ORDER_MINUTES: '60', MAX_UNPAID_ENDED: '5' } })
const ani = useEach(() => shop.customer())

const order = (quantity: number, product: { id: string }, buyer = ani) => buyer.buy(product, quantity)

const lifeMinutesOf = async (orderId: string, buyer = ani) => {
  const { order_time, transaction } = await buyer.order(orderId)
  return (Date.parse(transaction.expires_at) - Date.parse(order_time)) / minutes(1)
}

describe('the life of an unpaid order of a customer who has never paid', () => {
  test.each([
    [6, 17, 60],
    [6, 18, 1440], // a third
    [5, 5, 1440],
    [1, 1, 1440],
    [450, 450, 60],
    [6, 450, 1440],
  ])('that takes %i of %i is %i minutes', async (quantity, stock, life) => {
    const id = await order(quantity, await shop.product({ stock }))
    expect(await lifeMinutesOf(id)).toBe(life)
  })

  test('is shown to the buyer, sent to the gateway, and ends with the stock returned', async () => {
    const nastar = await shop.product({ stock: 450 })
    const id = await order(450, nastar)
    const deadline = formatJakartaTime(later(shop.clock(), hours(1)))
    expect(await ani.messages(id)).toEqual([`Pesanan #${id} berhasil dibuat. Bayar sebelum ${deadline}.`])
    const created = shop.sandbox.calls.findLast(({ path }) => path === '/snap/v1/transactions')
    expect(created?.body).toMatchObject({ expiry: { duration: 60, unit: 'minutes' } })
    await shop.advanceClock(hours(1))
    await shop.reconcile()
    expect([(await ani.order(id)).status, await shop.stockOf(nastar)]).toEqual(['DIBATALKAN', 450])
  })

  test('is shown before and after ordering', async () => {
    const nastar = await shop.product({ stock: 450 })
    const timeToPay = async () => (await ani.ask<PaymentTime>('GET', '/carts/payment-time')).body.data
    await ani.addToCart(nastar, 150)
    expect(await timeToPay()).toEqual({ minutes: 1440, is_shortened: false })
    await ani.addToCart(nastar, 1)
    expect(await timeToPay()).toEqual({ minutes: 60, is_shortened: true })
    const { order_id, expires_at } = (await ani.placeOrder()).body.data
    const { transaction, order_time } = await ani.order(order_id)
    expect(expires_at).toBe(later(new Date(order_time), hours(1)).toISOString())
    expect(transaction.expires_at).toBe(expires_at)
  })

  test('counts all of their unpaid orders, so that a large one can’t be split', async () => {
    const nastar = await shop.product({ stock: 450 })
    expect(await lifeMinutesOf(await order(150, nastar))).toBe(1440)
    expect(await lifeMinutesOf(await order(1, nastar))).toBe(60)
    const budi = await shop.customer()
    expect(await lifeMinutesOf(await order(1, nastar, budi), budi)).toBe(1440)
  })

  test('is the usual one for a customer who has paid before', async () => {
    await shop.paidOrder(ani)
    expect(await lifeMinutesOf(await order(10, await shop.product({ stock: 10 })))).toBe(1440)
  })
})

describe('after a buyer cancelled five unpaid orders, or let them lapse, within a day', () => {
  const place = async (key?: string) => {
    await ani.addToCart(await shop.product(), 1)
    return ani.placeOrder({}, key)
  }
  const cancel = async () => {
    const id = (await place()).body.data.order_id
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  }

  test('a new order is refused until the oldest is a day old; a cancellation and a repeated key are not', async () => {
    const first = await place('kunci-1')
    await cancel()
    await shop.advanceClock(hours(2))
    for (let i = 0; i < 3; i += 1) await cancel()
    await ani.setStatus(first.body.data.order_id, 'DIBATALKAN')
    const refused = await place()
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    const until = later(shop.clock(), hours(22))
    expect(refused.body.errors).toContain(formatJakartaTime(until))
    expect(refused.headers.get('retry-after')).toBe(String(hours(22) / 1000))
    expect(await ani.cart()).not.toEqual([])
    expect(await ani.placeOrder({}, 'kunci-1')).toMatchObject({ status: 201, body: first.body })

    await shop.advanceClock(hours(22) - 1)
    expect((await ani.placeOrder()).status).toBe(429)
    await shop.advanceClock(1)
    expect((await ani.placeOrder()).status).toBe(201)
  })

  test('orders that lapsed count, and a payment resets the count', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await place()).body.data.order_id)
    await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', 'in', ids.slice(0, 4)).execute()
    await shop.reconcile()
    await cancel()
    expect((await place()).status).toBe(429)
    await shop.advanceClock(1)
    await shop.sandbox.pay(ids[4] ?? '')
    await shop.sandbox.webhookStatuses(ids[4] ?? '')
    expect((await ani.placeOrder()).status).toBe(201)
  })

  test('the orders that an administrator ended do not count', async () => {
    const admin = await shop.admin()
    for (let i = 0; i < 5; i += 1) {
      const id = (await place()).body.data.order_id
      expect((await admin.ask('POST', `/admin/orders/${id}/cancel`)).status).toBe(200)
    }
    expect((await place()).status).toBe(201)
  })

  test('orders for which the gateway gave no token do not count', async () => {
    await shop.sandbox.setFaults({ create: 'error' })
    for (let i = 0; i < 5; i += 1) {
      const refused = await place()
      expect(refused.status).toBe(503)
      expect((await ani.setStatus(refused.body.data.order_id, 'DIBATALKAN')).status).toBe(200)
    }
    await shop.sandbox.reset()
    expect((await place()).status).toBe(201)
  })

  test('refused tries write nothing', async () => {
    for (let i = 0; i < 5; i += 1) await cancel()
    const before = (await ani.messages()).length
    await ani.addToCart(await shop.product(), 1)
    for (let i = 0; i < 20; i += 1) expect((await ani.placeOrder()).status).toBe(429)
    expect((await ani.messages()).length).toBe(before)
  })
})

test('administrators see how many pieces of a product unpaid orders hold', async () => {
  const admin = await shop.admin()
  const nastar = await shop.product({ name: 'Nastar Ditahan', stock: 20 })
  const product = async () => (await admin.ask<AdminProduct>('GET', `/admin/products/${nastar.id}`)).body.data
  expect(await product()).toMatchObject({ stock: 20, held_by_unpaid: 0 })
  const [first] = [await order(3, nastar), await order(4, nastar)]
  expect(await product()).toMatchObject({ stock: 13, held_by_unpaid: 7 })
  const list = (await admin.ask<AdminProduct[]>('GET', '/admin/products?query=nastar+ditahan')).body.data
  expect(list).toMatchObject([{ stock: 13, held_by_unpaid: 7 }])
  await shop.sandbox.pay(first)
  await shop.sandbox.webhookStatuses(first)
  expect(await product()).toMatchObject({ stock: 13, held_by_unpaid: 4 })
  await shop.advanceClock(days(1))
  await shop.reconcile()
  expect(await product()).toMatchObject({ stock: 17, held_by_unpaid: 0 })
  expect((await shop.ask('GET', `/products/${nastar.id}`)).body.data).not.toHaveProperty('held_by_unpaid')
})
