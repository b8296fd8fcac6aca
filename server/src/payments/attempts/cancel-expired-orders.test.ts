import { expect, test } from 'vitest'
import { days, minutes, seconds } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { cancelExpiredOrders } from './cancel-expired-orders.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 1_000 }))

async function placeOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await ani.buy(nastar))
  return ids
}

const unpaid = async () =>
  (await shop.db.selectFrom('orders').select('id').where('status', '=', 'DIPROSES').execute()).length

test('one run ends thirty orders whose time ends at once, each with one question to the gateway', async () => {
  const ids = await placeOrders(30)
  await shop.advanceClock(days(1))
  await cancelExpiredOrders(shop.payments)
  expect(await unpaid()).toBe(0)
  for (const id of ids) expect(shop.sandbox.countCalls('GET', `/v2/${id}/status`)).toBe(1)
  expect(await shop.stockOf(nastar)).toBe(1_000)
})

test('orders whose time ends while another one is being ended are ended in parallel', async () => {
  const [first = ''] = await placeOrders(1)
  await shop.advanceClock(minutes(1))
  const others = await placeOrders(5)
  const hold = (id: string) => shop.sandbox.holdCall('GET', `/v2/${id}/status`)
  const [heldFirst, ...held] = [first, ...others].map(hold)
  await shop.advanceClock(days(1) - minutes(1))
  const sweep = cancelExpiredOrders(shop.payments)
  await heldFirst?.arrived
  // The sweep has found no other order so far. It looks again after the first has ended.
  await shop.advanceClock(minutes(1))
  heldFirst?.release()
  await Promise.all(held.map(({ arrived }) => arrived))
  for (const { release } of held) release()
  await sweep
  expect(await unpaid()).toBe(0)
})

test('an order that can’t be ended is tried once a minute, and does not hold up the others', async () => {
  const [stuck = ''] = await placeOrders(1)
  await shop.advanceClock(1)
  await placeOrders(20)
  await shop.advanceClock(days(1))
  shop.sandbox.answerWith('GET', `/v2/${stuck}/status`, { status_code: '200', transaction_status: 'something new' })
  const asked = () => shop.sandbox.countCalls('GET', `/v2/${stuck}/status`)
  for (let run = 0; run < 3; run += 1) await cancelExpiredOrders(shop.payments)
  expect([await unpaid(), asked()]).toEqual([1, 1])
  await shop.advanceClock(minutes(1))
  for (let run = 0; run < 3; run += 1) await cancelExpiredOrders(shop.payments)
  expect(asked()).toBe(2)
  await shop.sandbox.reset()
  await shop.advanceClock(minutes(1))
  await cancelExpiredOrders(shop.payments)
  expect(await unpaid()).toBe(0)
})

test('orders that can’t be ended do not count as a gateway that does not answer: one run tries all of them', async () => {
  const ids = await placeOrders(20)
  await shop.advanceClock(days(1))
  const path = (id: string) => `/v2/${id}/status`
  for (const id of ids)
    shop.sandbox.answerWith('GET', path(id), { status_code: '200', transaction_status: 'something new' })
  await cancelExpiredOrders(shop.payments)
  expect(ids.map((id) => shop.sandbox.countCalls('GET', path(id)))).toEqual(Array(20).fill(1))
  await shop.sandbox.reset()
  await shop.advanceClock(minutes(1))
  await cancelExpiredOrders(shop.payments)
  expect(await unpaid()).toBe(0)
})

test('a run ends after a few questions without an answer, however many orders wait', async () => {
  await placeOrders(30)
  await shop.advanceClock(days(1))
  await shop.sandbox.setFaults({ status: 'error' })
  const before = shop.sandbox.countCalls('GET', '/v2/')
  await cancelExpiredOrders(shop.payments)
  expect(shop.sandbox.countCalls('GET', '/v2/') - before).toBeLessThanOrEqual(11)
  expect(await unpaid()).toBe(30)
})

test('an order is ended within fifteen seconds of the return of a gateway that did not answer', async () => {
  const [id = ''] = await placeOrders(1)
  await shop.advanceClock(days(1))
  await shop.sandbox.setFaults({ status: 'error' })
  await cancelExpiredOrders(shop.payments)
  await shop.sandbox.reset()
  await shop.advanceClock(seconds(10))
  await cancelExpiredOrders(shop.payments)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})
