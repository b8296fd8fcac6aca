import { expect, test } from 'vitest'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { askAt } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 1_000 }))

const times = <Result>(count: number, act: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

const placeOrder = () => ani.buy(nastar)

/** An order that has no token yet, because the gateway failed. */
async function placeWithoutToken(): Promise<string> {
  await shop.sandbox.setFaults({ create: 'error' })
  const id = await placeOrder()
  await shop.sandbox.reset()
  return id
}

const createCalls = (attemptId: string) =>
  shop.sandbox.calls.filter(({ body }) => JSON.stringify(body).includes(`"order_id":"${attemptId}"`)).length

test('two devices that ask for a token at once get the same one, and the gateway is asked once', async () => {
  const id = await placeWithoutToken()
  const before = createCalls(id)
  const held = shop.sandbox.holdCall('POST', '/snap/v1/transactions')
  const first = ani.openPayment(id)
  await held.arrived
  const others = times(4, () => ani.openPayment(id))
  for (let i = 0; i < 20; i += 1) await ani.order(id) // gives the others time to find the lease taken
  held.release()
  const replies = [await first, ...(await others)]
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(new Set(replies.map(({ body }) => body.data.snap_token)).size).toBe(1)
  expect(createCalls(id) - before).toBe(1)
})

test('devices that pay again at once after a denied payment begin one attempt', async () => {
  const id = await placeOrder()
  await shop.sandbox.charge(id)
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  const replies = await times(5, () => ani.openPayment(id))
  expect(new Set(replies.map(({ body }) => body.data.snap_token)).size).toBe(1)
  expect([createCalls(`${id}-2`), createCalls(`${id}-3`)]).toEqual([1, 0])
})

test('fifty identical simultaneous notifications make the order DIBAYAR once, and each recipient is notified once', async () => {
  const id = await placeOrder()
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  const [settled] = await shop.sandbox.notifications(id)
  const ask = askAt(shop.origin)
  const body = JSON.parse(settled?.body ?? '')
  const replies = await times(50, () => ask('POST', '/payments/notification', { body }))
  expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect((await ani.order(id)).history).toMatchObject([{ status: 'DIPROSES' }, { status: 'DIBAYAR' }])
  expect((await ani.messages(id)).filter((message) => message.includes('sudah kami terima'))).toHaveLength(1)
  expect((await admin.messages(id)).filter((message) => message.includes('sudah dibayar'))).toHaveLength(1)
  expect(await admin.messages(id)).not.toContainEqual(expect.stringContaining('pengembalian dana'))
})

test('a simultaneous cancellation and payment end in a paid order with its stock, or in a cancelled one with a refund due', async () => {
  const outcomes = { DIBAYAR: 0, DIBATALKAN: 0 }
  const ids: string[] = []
  for (let i = 0; i < 30; i += 1) ids.push(await placeOrder())
  await times(ids.length, async (i) => {
    const id = ids[i] ?? ''
    await shop.sandbox.charge(id)
    const cancel = ani.setStatus(id, 'DIBATALKAN')
    // With `force`, because a bank may also accept money for a VA that was cancelled a moment ago.
    const [{ status }] = await Promise.all([cancel, shop.sandbox.pay(id, { force: true }).catch(() => undefined)])
    await shop.sandbox.webhookStatuses(id)
    const order = await ani.order(id)
    expect(status).toBe(order.status === 'DIBATALKAN' ? 200 : 409)
    const refunds = (await admin.messages(id)).filter((message) => message.includes('perlu pengembalian dana'))
    expect(refunds).toHaveLength(order.status === 'DIBATALKAN' ? 1 : 0)
    outcomes[order.status as keyof typeof outcomes] += 1
  })
  expect(outcomes.DIBAYAR + outcomes.DIBATALKAN).toBe(30)
})

test('the page of a token that arrives while its order is being ended is closed', async () => {
  const id = await placeWithoutToken()
  const status = shop.sandbox.holdCall('GET', `/v2/${id}/status`, 'answer')
  const creation = shop.sandbox.holdCall('POST', '/snap/v1/transactions', 'answer')
  const opening = ani.openPayment(id)
  await creation.arrived
  const cancelling = ani.setStatus(id, 'DIBATALKAN')
  await status.arrived
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from payment_attempts where id = $1 for update', [id])
    creation.release()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    status.release()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
  })
  await opening
  expect((await cancelling).status).toBe(200)
  await expect(shop.sandbox.charge(id)).rejects.toThrow('canceled')
})

test('a token that arrives while its attempt is being replaced opens no second payment', async () => {
  const id = await placeWithoutToken()
  const status = shop.sandbox.holdCall('GET', `/v2/${id}/status`, 'answer')
  const creation = shop.sandbox.holdCall('POST', '/snap/v1/transactions', 'answer')
  const opening = ani.openPayment(id)
  await creation.arrived
  const changing = ani.changePayment(id, 'bca_va')
  await status.arrived
  creation.release()
  expect((await opening).status).toBe(200)
  status.release()
  expect((await changing).status).toBe(200)
  await expect(shop.sandbox.charge(id)).rejects.toThrow('canceled')
  await shop.sandbox.charge(`${id}-2`)
})
