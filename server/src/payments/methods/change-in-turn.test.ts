import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { beforeEach, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { leaseEnd } from '../../platform/db/lease-time.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'
import { deleteOldChanges } from './change-in-turn.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 1_000 }))

beforeEach(async () => {
  await setSettings(await shop.onlyAdmin(), { payment_methods: ['other_qris', 'gopay', 'bca_va', 'bri_va'] })
})

/** An unpaid order by QRIS, whose buyer has seen the QR. */
async function orderByQr(): Promise<string> {
  await ani.addToCart(nastar, 1)
  const id = (await ani.placeOrder({ payment_method: 'other_qris' })).body.data.order_id
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  await shop.sandbox.setFaults({ webhook: 'drop' }) // the shop asks for the status after each notification
  return id
}

/** The calls of the shop to the gateway that `act` causes. */
async function callsOf<Result>(act: () => Promise<Result>): Promise<[Result, string[]]> {
  const before = shop.sandbox.calls.length
  const result = await act()
  return [result, shop.sandbox.calls.slice(before).map(({ method, path }) => `${method} ${path}`)]
}

/** Time for the requests that were sent to find a change running. */
async function pass(id: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) await ani.order(id)
}

const tokensOf = (replies: { body: { data: { snap_token: string } } }[]) =>
  new Set(replies.map(({ body }) => body.data.snap_token))

test('devices that change to the same method at once get one token, and cost the gateway one change', async () => {
  const id = await orderByQr()
  const [replies, calls] = await callsOf(async () => {
    const held = shop.sandbox.holdCall('GET', `/v2/${id}/status`)
    const first = ani.changePayment(id, 'bca_va')
    await held.arrived
    const others = times(30, () => ani.changePayment(id, 'bca_va'))
    await pass(id)
    held.release()
    return [await first, ...(await others)]
  })
  expect([tally(replies), tokensOf(replies).size]).toEqual([{ 200: 31 }, 1])
  expect(calls).toEqual([`GET /v2/${id}/status`, `POST /v2/${id}/cancel`, 'POST /snap/v1/transactions'])
})

test('changes to different methods run one after another, each with a token of its own, and three within a minute', async () => {
  const id = await orderByQr()
  const cancelling = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const first = ani.changePayment(id, 'bca_va')
  await cancelling.arrived
  const wanted: (PaymentMethod | undefined)[] = ['bri_va', 'gopay', undefined, 'other_qris']
  const [others, calls] = await callsOf(async () => {
    const sent = wanted.map((method) => ani.changePayment(id, method))
    await pass(id)
    expect(shop.sandbox.calls.at(-1)?.path).toBe(`/v2/${id}/cancel`) // they wait
    cancelling.release()
    return Promise.all(sent)
  })
  expect(tally(others)).toEqual({ 200: 2, '429 RATE_LIMITED': 2 })
  const done = [await first, ...others.filter(({ status }) => status === 200)]
  expect([done[0]?.status, tokensOf(done).size]).toEqual([200, 3])
  expect(calls.filter((call) => call === 'POST /snap/v1/transactions')).toHaveLength(3)
  const refused = others.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('60')

  const unchanged = await callsOf(() => times(50, () => ani.changePayment(id)))
  expect([tally(unchanged[0]), unchanged[1]]).toEqual([{ '429 RATE_LIMITED': 50 }, []])
  await shop.advanceClock(minutes(1))
  expect((await ani.changePayment(id)).status).toBe(200)
})

test('a refresh just before refuses no change, and a change refuses no refresh', async () => {
  const id = await orderByQr()
  for (const method of ['bca_va', 'bri_va', 'gopay'] as const) {
    expect((await ani.refresh(id)).status).toBe(200)
    expect((await ani.changePayment(id, method)).status).toBe(200)
  }
  expect((await ani.refresh(id)).status).toBe(200)
})

test('while a change runs, nobody who wants to pay asks the gateway: all get the token of the change', async () => {
  const id = await orderByQr()
  const cancelling = shop.sandbox.holdCall('POST', `/v2/${id}/cancel`)
  const changing = ani.changePayment(id, 'bca_va')
  await cancelling.arrived
  const [payers, calls] = await callsOf(async () => {
    const sent = times(20, () => ani.openPayment(id))
    await pass(id)
    cancelling.release()
    return sent
  })
  expect([tally(payers), tokensOf([await changing, ...payers]).size]).toEqual([{ 200: 20 }, 1])
  expect(calls).toEqual(['POST /snap/v1/transactions'])
})

test('a change that the gateway does not finish is tried again three times within a minute, however often a buyer pays', async () => {
  const id = await orderByQr()
  await shop.sandbox.setFaults({ cancel: 'lost-reply', status: 'error', webhook: 'drop' })
  expect((await ani.changePayment(id, 'bca_va')).status).toBe(503)
  await shop.db.updateTable('payment_attempts').set({ replaced_at: shop.clock() }).where('id', '=', id).execute()
  const [payers, calls] = await callsOf(() => times(30, () => ani.openPayment(id)))
  expect(tally(payers)).toEqual({ '503 PAYMENT_UNAVAILABLE': 2, '429 RATE_LIMITED': 28 })
  expect(calls).toHaveLength(2)
})

test('a change whose process died delays the next one until its lease ends', async () => {
  const id = await orderByQr()
  const died = { order_id: id, method: 'bri_va', began_at: shop.clock(), lease_ends_at: leaseEnd(500) }
  await shop.db.insertInto('payment_changes').values(died).execute()
  expect((await ani.changePayment(id, 'bca_va')).status).toBe(200)
})

test('what counts no more is deleted', async () => {
  const id = await orderByQr()
  await ani.changePayment(id, 'bca_va')
  const rest = () => shop.db.selectFrom('payment_changes').selectAll().where('order_id', '=', id).execute()
  await deleteOldChanges(shop.db, shop.clock())
  expect(await rest()).toHaveLength(1)
  await shop.advanceClock(minutes(25 * 60))
  await deleteOldChanges(shop.db, shop.clock())
  expect(await rest()).toEqual([])
})
