import { beforeEach, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'
import { lockOrder } from '../change/transition-order.ts'
import { completeShippedOrders } from './complete-shipped-orders.ts'

const shop = useShop()

// Their sessions end while the clock is moved.
const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())
beforeEach(() => setSettings(admin, { auto_complete_days: null }))

async function shippedOrder(): Promise<string> {
  const id = await shop.paidOrder(ani)
  await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  return id
}
const work = () => completeShippedOrders(shop.db, shop.settings.current().auto_complete_days, shop.clock())
/** Also after the session of its buyer has ended. */
const stateOf = (id: string) =>
  shop.db.selectFrom('orders').select(['status', 'completes_at']).where('id', '=', id).executeTakeFirstOrThrow()
const after = (count: number) => new Date(shop.clock().getTime() + days(count)).toISOString()

test('without the setting a shipped order waits for its buyer', async () => {
  const id = await shippedOrder()
  await shop.advanceClock(days(100))
  await work()
  expect(await stateOf(id)).toEqual({ status: 'DIKIRIM', completes_at: null })
})

test('a shipped order says when it completes itself, and does so then, once', async () => {
  await setSettings(admin, { auto_complete_days: 7 })
  const id = await shippedOrder()
  const completes_at = after(7)
  await work()
  expect(await ani.order(id)).toMatchObject({ status: 'DIKIRIM', completes_at })
  await setSettings(admin, { auto_complete_days: 30 })
  await shop.advanceClock(days(7) - 1)
  await work()
  expect(await ani.order(id)).toMatchObject({ status: 'DIKIRIM', completes_at })
  await shop.advanceClock(1)
  // Two processes find it at once.
  const works: Promise<void>[] = []
  await transact(shop.db, async (tx) => {
    await lockOrder(tx, id)
    works.push(work(), work())
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
  })
  await Promise.all(works)
  const { status, history } = await ani.order(id)
  expect({ status, last: history.at(-1) }).toMatchObject({ status: 'SELESAI', last: { actor: 'system' } })
  expect(history).toHaveLength(4)
  expect((await ani.messages(id)).filter((message) => message.includes('selesai otomatis'))).toHaveLength(1)
  expect((await admin.messages(id)).filter((message) => message.includes('selesai otomatis'))).toHaveLength(1)
})

test('an order that was shipped long before the setting has three days more', async () => {
  const id = await shippedOrder()
  await shop.advanceClock(days(20))
  await setSettings(admin, { auto_complete_days: 7 })
  await work()
  expect(await ani.order(id)).toMatchObject({ status: 'DIKIRIM', completes_at: after(3) })
  await setSettings(admin, { auto_complete_days: null })
  await shop.advanceClock(days(4))
  await work()
  expect(await ani.order(id)).toMatchObject({ status: 'DIKIRIM', completes_at: null })
})

test('an order whose shipment was undone has no such moment until it is shipped again', async () => {
  await setSettings(admin, { auto_complete_days: 7 })
  const id = await shippedOrder()
  await work()
  await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBAYAR' } })
  await shop.advanceClock(days(10))
  await work()
  expect(await ani.order(id)).toMatchObject({ status: 'DIBAYAR', completes_at: null })
  await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  await work()
  expect(await ani.order(id)).toMatchObject({ completes_at: after(7) })
})

test.each([2, 61, 7.5, '7'])('%s days are refused', async (auto_complete_days) => {
  const { version } = (await admin.ask<{ version: number }>('GET', '/admin/settings')).body.data
  const answer = await admin.ask('PUT', '/admin/settings', { body: { version, auto_complete_days } })
  expect(answer).toMatchObject({ status: 400, body: { fields: { auto_complete_days: expect.any(String) } } })
})
