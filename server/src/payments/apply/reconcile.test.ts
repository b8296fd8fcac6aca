import { beforeEach, describe, expect, test } from 'vitest'
import { newOrderId } from '../../orders/change/order-id.ts'
import { days, hours, later, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { insertOrders } from '../../testing/write-order.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 10 }))

const placeOrder = (quantity = 1) => ani.buy(nastar, quantity)

/** Reconcile a minute later, because an order that could not be ended is not tried again before. */
async function reconcileLater(): Promise<void> {
  await shop.advanceClock(minutes(1))
  await shop.reconcile()
}

describe('a payment whose notification was lost', () => {
  beforeEach(() => shop.sandbox.setFaults({ webhook: 'drop' }))

  test('is applied by the next reconciliation', async () => {
    const id = await placeOrder()
    await shop.sandbox.pay(id)
    expect((await ani.order(id)).status).toBe('DIPROSES')
    await shop.reconcile()
    expect(await ani.order(id)).toMatchObject({ status: 'DIBAYAR', history: [{}, { actor: 'gateway' }] })
  })

  test('is applied when the buyer refreshes the order', async () => {
    const id = await placeOrder()
    await shop.sandbox.pay(id)
    expect(await ani.refresh(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBAYAR' } } })
  })

  test('is applied also after the order has expired', async () => {
    const id = await placeOrder()
    await shop.sandbox.pay(id)
    await shop.advanceClock(days(2))
    await shop.reconcile()
    expect((await ani.order(id)).status).toBe('DIBAYAR')
    expect(await shop.stockOf(nastar)).toBe(9)
  })
})

test('the gateway is asked about an order at most once in five seconds', async () => {
  const id = await placeOrder()
  const asked = () => shop.sandbox.countCalls('GET', `/v2/${id}/status`)
  for (let i = 0; i < 3; i += 1) expect((await ani.refresh(id)).body.data.status).toBe('DIPROSES')
  await Promise.all(Array.from({ length: 10 }, () => ani.refresh(id)))
  expect(asked()).toBe(1)
  await shop.advanceClock(4_999)
  await ani.refresh(id)
  expect(asked()).toBe(1)
  await shop.advanceClock(1)
  await ani.refresh(id)
  expect(asked()).toBe(2)
})

test('only the buyer refreshes an order; a failing gateway is reported, and an order that has ended is not asked about', async () => {
  const id = await placeOrder()
  expect((await admin.refresh(id)).status).toBe(404)
  await shop.sandbox.setFaults({ status: 'error' })
  expect(await ani.refresh(id)).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.sandbox.reset()
  await ani.setStatus(id, 'DIBATALKAN')
  const asked = shop.sandbox.calls.length
  expect(await ani.refresh(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBATALKAN' } } })
  expect(shop.sandbox.calls.length).toBe(asked)
})

describe('an order that is not paid in time', () => {
  test('is cancelled, its payment page is closed and its stock is returned once', async () => {
    const id = await placeOrder(4)
    const token = (await ani.openPayment(id)).body.data.snap_token
    await shop.advanceClock(days(1) - 1)
    await shop.reconcile()
    expect((await ani.order(id)).status).toBe('DIPROSES')
    await shop.advanceClock(1)
    await Promise.all([shop.reconcile(), shop.reconcile(), shop.reconcile()])
    await shop.reconcile()
    expect(await ani.order(id)).toMatchObject({
      status: 'DIBATALKAN',
      transaction: { status: 'KADALUARSA' },
      history: [{ status: 'DIPROSES' }, { status: 'DIBATALKAN', actor: 'system' }],
    })
    expect(shop.sandbox.countCalls('POST', `/snap/v1/transactions/${token}/cancel`)).toBeGreaterThan(0)
    expect(await shop.stockOf(nastar)).toBe(10)
    const unpaidMessages = (messages: string[]) => messages.filter((message) => message.includes('belum dibayar'))
    expect([unpaidMessages(await ani.messages(id)).length, unpaidMessages(await admin.messages(id)).length]).toEqual([
      1, 1,
    ])
    expect((await shop.sandbox.pay(id).catch((error: Error) => error.message)).toString()).toContain('canceled')
  })

  test('is cancelled also if it never got a token', async () => {
    await shop.sandbox.setFaults({ create: 'error' })
    const id = await placeOrder()
    await shop.sandbox.reset()
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect((await ani.order(id)).status).toBe('DIBATALKAN')
  })

  test('is cancelled together with its VA, which expires later', async () => {
    const id = await placeOrder(4)
    // The order expires before its VA does, as with an expiry below Midtrans's minimum of five minutes.
    await shop.sandbox.charge(id)
    await shop.sandbox.webhookStatuses(id)
    await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
    const closed = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`, 'answer')
    const reconciling = shop.reconcile()
    await closed.arrived
    expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
    closed.release()
    await reconciling
    expect(await ani.order(id)).toMatchObject({
      status: 'DIBATALKAN',
      transaction: { status: 'KADALUARSA' },
      history: [{}, { actor: 'system' }],
    })
    expect(await shop.stockOf(nastar)).toBe(10)
  })

  test('is cancelled by the gateway’s notification if the gateway expires the payment first', async () => {
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await shop.advanceClock(days(1))
    expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
    expect(await ani.order(id)).toMatchObject({
      status: 'DIBATALKAN',
      transaction: { status: 'KADALUARSA' },
      history: [{}, { actor: 'system' }],
    })
  })

  test('becomes DIBAYAR if the money arrives at the last moment', async () => {
    await shop.sandbox.setFaults({ webhook: 'drop' })
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
    const closing = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
    const reconciling = shop.reconcile()
    await closing.arrived
    await shop.sandbox.pay(id)
    closing.release()
    await reconciling
    expect((await ani.order(id)).status).toBe('DIBAYAR')
    expect(await shop.stockOf(nastar)).toBe(9)
  })

  test('stays DIPROSES while the gateway does not answer', async () => {
    const id = await placeOrder()
    await shop.advanceClock(days(1))
    for (const fault of ['error', 'bad-json'] as const) {
      await shop.sandbox.setFaults({ status: fault })
      await reconcileLater()
      await shop.sandbox.setFaults({ status: 'ok', cancel: fault })
      await reconcileLater()
      expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
    }
    await shop.sandbox.setFaults({ cancel: 'lost-reply' })
    await reconcileLater()
    expect((await ani.order(id)).status).toBe('DIPROSES')
    await shop.sandbox.reset()
    await reconcileLater()
    expect((await ani.order(id)).status).toBe('DIBATALKAN')
  })

  test('does not stop the next order when its payment stays undecided', async () => {
    const [odd, next] = [await placeOrder(), await placeOrder()]
    // No token is this long: the gateway answers with an unknown error.
    await shop.db
      .updateTable('payment_attempts')
      .set({ snap_token: 'x'.repeat(200) })
      .where('id', '=', odd)
      .execute()
    await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', odd).execute()
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect([(await ani.order(odd)).status, (await ani.order(next)).status]).toEqual(['DIPROSES', 'DIBATALKAN'])
    await shop.db.updateTable('payment_attempts').set({ snap_token: 'x' }).where('id', '=', odd).execute()
    await reconcileLater()
    expect((await ani.order(odd)).status).toBe('DIBATALKAN')
  })
})

test('orders whose status the gateway can’t report do not stop another order, even if its buyer refreshed it', async () => {
  const odd = [await placeOrder(), await placeOrder(), await placeOrder()]
  const last = await placeOrder()
  for (const id of odd) shop.sandbox.answerWith('GET', `/v2/${id}/status`, { status_code: '505' })
  await shop.advanceClock(days(1) + minutes(1))
  expect((await ani.refresh(last)).status).toBe(200)
  for (let i = 0; i < 2; i += 1) await reconcileLater()
  expect((await ani.order(last)).status).toBe('DIBATALKAN')
  for (const id of odd) expect((await ani.order(id)).status).toBe('DIPROSES')
  await shop.sandbox.reset()
  await reconcileLater()
  for (const id of odd) expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test('one run asks a silent gateway about twenty payments at once, and then no more', async () => {
  const open = await openPayments(45)
  await shop.sandbox.setFaults({ status: 'error' })
  const before = shop.sandbox.calls.length
  await shop.reconcile()
  const asked = (ids: string[]) =>
    ids.filter((id) => shop.sandbox.calls.slice(before).some(({ path }) => path === `/v2/${id}/status`))
  expect(asked(open).length).toBeGreaterThanOrEqual(20)
  expect(asked(open).length).toBeLessThan(25)
  await shop.sandbox.reset()
  await shop.reconcile()
  expect(asked(open)).toHaveLength(45)
  await deleteOrders(open)
})

test('two payments in a row whose status the gateway can’t report stop no run, however often that happens', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  const ids: string[] = []
  for (let i = 0; i < 6; i += 1) {
    ids.push(await placeOrder())
    await shop.advanceClock(1_000)
  }
  ids.sort() // open payments are checked in the order of these ids, which are random
  const odd = ids.filter((_, place) => place % 3 < 2)
  for (const id of ids) await shop.sandbox.pay(id)
  for (const id of odd) shop.sandbox.answerWith('GET', `/v2/${id}/status`, { status_code: '505' })
  await shop.reconcile()
  for (const id of ids) expect((await ani.order(id)).status).toBe(odd.includes(id) ? 'DIPROSES' : 'DIBAYAR')
})

test('an order whose status the gateway can’t report does not hide money for another order', async () => {
  const odd = await placeOrder()
  const cancelled = await placeOrder()
  await shop.sandbox.charge(cancelled)
  await ani.setStatus(cancelled, 'DIBATALKAN')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(cancelled, { force: true })
  shop.sandbox.answerWith('GET', `/v2/${odd}/status`, { status_code: '505' })
  await shop.reconcile()
  expect((await ani.order(cancelled)).transaction.status).toBe('SUKSES')
})

describe('money for an order that was cancelled long ago, with its notification lost,', () => {
  test('is found', async () => {
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await ani.setStatus(id, 'DIBATALKAN')
    await shop.advanceClock(days(6))
    await shop.reconcile()
    await shop.sandbox.setFaults({ webhook: 'drop' })
    await shop.sandbox.pay(id, { force: true })
    await shop.advanceClock(days(6))
    await shop.reconcile()
    expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'SUKSES' } })
    expect((await admin.messages(id)).at(-1)).toContain('perlu pengembalian dana')
  })

  test('is looked for after 1, 10 and 60 minutes', async () => {
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await ani.setStatus(id, 'DIBATALKAN')
    await shop.sandbox.webhookStatuses(id)
    const asked = () => shop.sandbox.countCalls('GET', `/v2/${id}/status`)
    const before = asked()
    await shop.reconcile()
    const at: number[] = []
    for (let minute = 1; minute <= 90; minute += 1) {
      const count = asked()
      await shop.advanceClock(minutes(1))
      await shop.reconcile()
      if (asked() > count) at.push(minute)
    }
    expect([asked() - before, at]).toEqual([3, [10, 60]])
  })

  test('is looked for at growing intervals', async () => {
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await ani.setStatus(id, 'DIBATALKAN')
    await shop.sandbox.webhookStatuses(id) // each of them asks the gateway once
    const asked = shop.sandbox.countCalls('GET', `/v2/${id}/status`)
    for (let hour = 0; hour < 35 * 24; hour += 3) {
      await shop.advanceClock(hours(3))
      await shop.reconcile()
    }
    const times = shop.sandbox.countCalls('GET', `/v2/${id}/status`) - asked
    expect(times).toBeGreaterThanOrEqual(6)
    expect(times).toBeLessThanOrEqual(14)
  })
})

test('a server that stops leaves the remaining orders for its next start', async () => {
  const ids = [await placeOrder(), await placeOrder()]
  await shop.advanceClock(days(1))
  const open = await placeOrder()
  await shop.reconcile(AbortSignal.abort())
  for (const id of ids) expect((await ani.order(id)).status).toBe('DIPROSES')
  expect(shop.sandbox.countCalls('GET', `/v2/${open}/status`)).toBe(0)
  await shop.reconcile()
  for (const id of ids) expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

/** Payments whose tokens the gateway no longer knows, written as rows, because placing so many orders takes long. */
async function openPayments(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newOrderId(shop.clock()))
  const [order_time, expires_at] = [shop.clock(), later(shop.clock(), days(1))]
  const buyer = { user_id: ani.id, buyer_name: ani.name, buyer_phone: ani.phone, address: 'Jl. Melati 1' }
  const orders = ids.map((id) => ({ id, order_time, expires_at, ...buyer, total_price: 6_000 }))
  await insertOrders(shop.db, orders)
  const token = { snap_token: 'x', redirect_url: 'https://snap.test' }
  await shop.db
    .insertInto('payment_attempts')
    .values(
      ids.map((id) => ({ id, order_id: id, number: 1, amount: 6_000, created_at: order_time, expires_at, ...token })),
    )
    .execute()
  return ids
}

/** Their stock was never taken, so the books would be inconsistent. */
async function deleteOrders(ids: string[]): Promise<void> {
  await shop.db.deleteFrom('payment_attempts').where('id', 'in', ids).execute()
  await shop.db.deleteFrom('order_charges').where('order_id', 'in', ids).execute()
  await shop.db.deleteFrom('orders').where('id', 'in', ids).execute()
  await shop.pool.query('select recount_orders()')
}

test('one run asks about at most two hundred open payments, and the next run begins with the others', async () => {
  const ids = await openPayments(205)
  const asked = () => ids.map((id) => shop.sandbox.countCalls('GET', `/v2/${id}/status`))
  await shop.reconcile()
  expect(asked().filter((times) => times === 1)).toHaveLength(200)
  await shop.advanceClock(minutes(1))
  await shop.reconcile()
  expect(asked().filter((times) => times === 0)).toEqual([])
  await deleteOrders(ids)
})
