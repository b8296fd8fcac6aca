import { expect, test, vi } from 'vitest'
import { days } from '../../platform/clock.ts'
import { openDb } from '../../platform/db/db.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { cancelExpiredOrders } from '../attempts/cancel-expired-orders.ts'
import { reconcile } from './reconcile.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 100 }))

async function placeOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    ids.push(await ani.buy(nastar))
  }
  return ids
}

/** Run the reconciliation in this process and return its warnings. */
async function reconcileHere(): Promise<unknown[]> {
  const warn = vi.spyOn(shop.payments.log, 'warn')
  try {
    await shop.reconcile()
    return warn.mock.calls.filter(([, message]) => message === 'not reconciled')
  } finally {
    warn.mockRestore()
  }
}

/** A second server, with connections of its own. */
async function reconcileElsewhere(): Promise<void> {
  const { db, close } = openDb(shop.connection)
  const payments = { ...shop.payments, db }
  await cancelExpiredOrders(payments)
  await reconcile(payments)
  await close()
}

test('each order expires once when two servers reconcile at the same time', async () => {
  const ids = await placeOrders(10)
  await shop.advanceClock(days(1))
  // Both read the list of expired orders before either of them cancels the first one.
  const held = [1, 2].map(() => shop.sandbox.holdCall('GET', '/v2/', 'answer'))
  const both = Promise.all([reconcileHere(), reconcileElsewhere()])
  await Promise.all(held.map(({ arrived }) => arrived))
  for (const { release } of held) release()
  expect(await both).toEqual([[], undefined])
  for (const id of ids) {
    expect((await ani.order(id)).history).toMatchObject([{ status: 'DIPROSES' }, { status: 'DIBATALKAN' }])
    expect((await ani.messages(id)).filter((message) => message.includes('belum dibayar'))).toHaveLength(1)
    expect((await admin.messages(id)).filter((message) => message.includes('kedaluwarsa'))).toHaveLength(1)
  }
  expect(await shop.stockOf(nastar)).toBe(100)
})

test('money that arrives after the gateway has cancelled the payment, and before the order is cancelled, pays the order', async () => {
  const [id = ''] = await placeOrders(1)
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
  await shop.sandbox.setFaults({ webhook: 'drop' })
  const closed = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`, 'answer')
  const reconciling = reconcileHere()
  await closed.arrived
  await shop.sandbox.pay(id, { force: true })
  await shop.advanceClock(5_000) // refresh asks the gateway only if nobody asked in the last 5 seconds
  expect(await ani.refresh(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBAYAR' } } })
  closed.release()
  expect(await reconciling).toEqual([])
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(await shop.stockOf(nastar)).toBe(99)
})

test.each([
  ['the reconciliation', () => reconcileHere(), []],
  ['a refresh', async (id: string) => (await ani.refresh(id)).status, 200],
])('money that arrives during an older answer to %s does not count as taken back', async (_, ask, expected) => {
  const [id = ''] = await placeOrders(1)
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.charge(id)
  await shop.sandbox.deny(id)
  const denied = shop.sandbox.holdCall('GET', `/v2/${id}/status`, 'answer')
  const asking = ask(id)
  await denied.arrived
  await shop.sandbox.pay(id, { force: true })
  await shop.advanceClock(5_000) // refresh asks the gateway only if nobody asked in the last 5 seconds
  expect(await ani.refresh(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBAYAR' } } })
  denied.release()
  expect(await asking).toEqual(expected)
  const { rows } = await shop.pool.query('select from notifications where order_id = $1 and kind = $2', [
    id,
    'payment-reversed',
  ])
  expect(rows).toHaveLength(0)
})
