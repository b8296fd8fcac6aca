import { type OrderStatus, orderStatuses } from '@camilan/contract/orders'
import { describe, expect, test } from 'vitest'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { lockOrder, transitionOrder } from './transition-order.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer())
const admin = useOpened(() => shop.admin())

/** An order of Ani, brought to a status through the API. */
async function orderThatIs(status: OrderStatus): Promise<string> {
  const id = await shop.unpaidOrder(ani)
  if (status === 'DIBATALKAN') await ani.setStatus(id, 'DIBATALKAN')
  if (status === 'DIPROSES' || status === 'DIBATALKAN') return id
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  if (status === 'DIBAYAR') return id
  await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  if (status === 'SELESAI') await ani.setStatus(id, 'SELESAI')
  return id
}

const allowed: Record<'buyer' | 'administrator', string[]> = {
  buyer: ['DIPROSES>DIBATALKAN', 'DIKIRIM>SELESAI'],
  administrator: ['DIBAYAR>DIKIRIM', 'DIKIRIM>DIBAYAR'],
}

describe.each(orderStatuses)('an order that is %s', (from) => {
  test.each(['buyer', 'administrator'] as const)('is changed by its %s only to the allowed statuses', async (who) => {
    let id = await orderThatIs(from)
    for (const to of orderStatuses) {
      const { status, body } =
        who === 'buyer'
          ? await ani.setStatus(id, to)
          : await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: to } })
      const now = (await ani.order(id)).status
      if (allowed[who].includes(`${from}>${to}`)) {
        expect({ to, status, now }).toEqual({ to, status: 200, now: to })
        expect((await ani.order(id)).history.at(-1)?.actor).toBe(who === 'buyer' ? 'customer' : 'admin')
        id = await orderThatIs(from)
      } else if (to === from) {
        expect({ to, status, now }).toEqual({ to, status: 200, now: from })
      } else {
        expect({ to, status, now, code: body.code }).toEqual({
          to,
          status: 409,
          now: from,
          code: 'INVALID_TRANSITION',
        })
      }
    }
  })
})

test('an unknown status or order is refused', async () => {
  const id = await orderThatIs('DIBAYAR')
  for (const status of ['DITERIMA', '', null, undefined, 'dikirim', ['DIKIRIM']]) {
    expect(await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    })
    expect((await ani.ask('PUT', `/orders/${id}/status`, { body: { status } })).status).toBe(400)
  }
  for (const asked of [
    admin.ask('PUT', '/admin/orders/X/status', { body: { status: 'DIKIRIM' } }),
    ani.setStatus('X', 'SELESAI'),
  ]) {
    expect((await asked).status).toBe(404)
  }
})

test('every step is in the history with its time and actor, and the buyer and the administrators are notified', async () => {
  const id = await orderThatIs('SELESAI')
  const at = shop.clock().toISOString()
  expect((await ani.order(id)).history).toEqual([
    { status: 'DIPROSES', at, actor: 'customer' },
    { status: 'DIBAYAR', at, actor: 'gateway' },
    { status: 'DIKIRIM', at, actor: 'admin' },
    { status: 'SELESAI', at, actor: 'customer' },
  ])
  expect((await ani.messages(id)).sort()).toEqual([
    expect.stringMatching(/sudah kami terima/),
    expect.stringMatching(/berhasil dibuat/),
    expect.stringMatching(/sedang dikirim/),
    expect.stringMatching(/selesai/),
  ])
  expect((await admin.messages(id)).sort()).toEqual([
    expect.stringMatching(/^Pesanan #.* sudah dibayar/),
    expect.stringMatching(/^Pesanan #.* sudah diterima pembeli/),
    expect.stringMatching(/^Pesanan baru/),
  ])
})

test('the buyer’s open pages receive an event for every change of an order', async () => {
  const events = shop.orderEventsOf(ani)
  const id = await orderThatIs('SELESAI')
  const cancelled = await orderThatIs('DIBATALKAN')
  expect(events).toEqual([
    { order_id: id, status: 'DIBAYAR' },
    { order_id: id, status: 'DIKIRIM' },
    { order_id: id, status: 'SELESAI' },
    { order_id: cancelled, status: 'DIBATALKAN' },
  ])
})

test('a change waits for one that is not committed yet, and is decided by the status after it', async () => {
  const id = await orderThatIs('DIKIRIM')
  let confirming: ReturnType<Customer['setStatus']> | undefined
  await transact(shop.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order) await transitionOrder(tx, 'admin', { order, status: 'DIBAYAR' }, shop.clock())
    confirming = ani.setStatus(id, 'SELESAI')
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  expect(await confirming).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('the stock of a cancelled order is returned once', async () => {
  const chips = await shop.product({ stock: 10 })
  const id = await ani.buy(chips, 4)
  expect(await shop.stockOf(chips)).toBe(6)
  await Promise.all(Array.from({ length: 5 }, () => ani.setStatus(id, 'DIBATALKAN')))
  await ani.setStatus(id, 'DIBATALKAN')
  expect(await shop.stockOf(chips)).toBe(10)
  expect((await ani.messages(id)).filter((message) => message.includes('dibatalkan'))).toHaveLength(1)
})

test('the compiler refuses to lock or change an order outside a transaction', () => {
  const inside = (tx: Tx): Parameters<typeof transitionOrder>[0] => tx
  // @ts-expect-error without a transaction the lock would end with its own statement
  const lock = (db: Db) => lockOrder(db, 'A')
  // @ts-expect-error without a transaction the status could be written without its history
  const change = (db: Db): Parameters<typeof transitionOrder>[0] => db
  expect([inside, lock, change]).toHaveLength(3) // type checking is the test
})
