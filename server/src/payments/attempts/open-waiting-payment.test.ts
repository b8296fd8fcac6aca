import { type PaymentTrouble, sentenceOf } from '@camilan/contract/notifications'
import { beforeEach, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'
import { openWaitingPayment } from './open-waiting-payment.ts'

const shop = useShop()

beforeEach(async () => {
  await shop.advanceClock(days(1))
  await shop.reconcile()
  await shop.db.deleteFrom('alarms').execute()
})

const admin = useEach(() => shop.onlyAdmin())
const ani = useEach(() => shop.customer())

const keys = { current: () => shop.keySets.current(), isUnreadable: () => false }
const run = (keySets: Parameters<typeof openWaitingPayment>[0]['keySets'] = keys) =>
  openWaitingPayment({ payments: shop.payments, alarms: shop.watch, keySets })
const told = () => admin.messages(null)
const onDashboard = async () =>
  (await admin.ask<{ payment_troubles: string[] }>('GET', '/admin/dashboard')).body.data.payment_troubles

/** An order whose token the gateway refused or did not give. */
async function orderWithoutToken(price = 40_000): Promise<string> {
  await ani.addToCart(await shop.product({ price }), 1)
  const { status, body } = await ani.placeOrder()
  expect(status).toBe(503)
  return body.data.order_id
}

const failing = (cause: PaymentTrouble, since: Date, { count = 1, words = null as string | null } = {}) =>
  sentenceOf({ kind: 'payments-failing', to: 'admins', cause, words, since, count })
const work = sentenceOf({ kind: 'payments-work', to: 'admins' })

test.each([
  ['key-refused', { refuseServerKey: true }],
  ['method-inactive', { inactiveMethod: 'all' }],
] as const)('%s is told at once and shown on the dashboard until a payment opens', async (cause, fault) => {
  await shop.sandbox.setFaults(fault)
  const since = shop.clock()
  const id = await orderWithoutToken()
  await shop.advanceClock(minutes(1))
  await run()
  await run()
  expect(await told()).toEqual([failing(cause, since)])
  expect(await onDashboard()).toEqual([failing(cause, since)])

  await shop.sandbox.reset()
  await run()
  expect(await told()).toContain(work)
  expect(await onDashboard()).toEqual([])
  expect((await ani.openPayment(id)).status).toBe(200)
})

test('an order that the gateway refuses is told at once in its words, cleaned, also while others get a token', async () => {
  const refuse = () => {
    const error_messages = ['\u0000item_details\n  Name too long', 'x'.repeat(300)]
    shop.sandbox.answerWith('POST', '/snap/v1/transactions', { error_messages }, 400)
  }
  const since = shop.clock()
  refuse()
  const id = await orderWithoutToken()
  await shop.sandbox.reset()
  await shop.unpaidOrder(ani)
  await shop.advanceClock(minutes(1))
  refuse()
  await run()
  const words = `item_details Name too long; ${'x'.repeat(122)}`
  expect(await onDashboard()).toEqual([failing('order-refused', since, { words })])
  await shop.sandbox.reset()
  expect((await ani.openPayment(id)).status).toBe(200)
  await run()
  expect(await onDashboard()).toEqual([])
})

test('a silent gateway is told after five minutes; an order that opens elsewhere ends it', async () => {
  await shop.sandbox.setFaults({ create: 'error' })
  const since = shop.clock()
  const id = await orderWithoutToken()
  await shop.advanceClock(minutes(4))
  await run()
  expect(await onDashboard()).toEqual([])
  await shop.advanceClock(minutes(2))
  await run()
  expect(await onDashboard()).toEqual([failing('no-answer', since)])
  await shop.sandbox.reset()
  expect((await ani.openPayment(id)).status).toBe(200)
  await run()
  expect(await told()).toContain(work)
})

test('orders that no method takes are no trouble of the gateway, and do not keep others from their token', async () => {
  await shop.sandbox.setFaults({ create: 'error' })
  const id = await orderWithoutToken()
  await shop.advanceClock(1)
  for (let i = 0; i < 3; i += 1) await orderWithoutToken(6_000_000)
  await shop.sandbox.reset()
  await setSettings(admin, { payment_methods: ['alfamart'] })
  await shop.advanceClock(minutes(6))
  await run()
  await run()
  expect(await onDashboard()).toEqual([])
  const creations = shop.sandbox.calls.length
  expect((await ani.openPayment(id)).status).toBe(200)
  expect(shop.sandbox.calls).toHaveLength(creations)
  await resetSettings(shop)
})

test('a gateway that gives tokens is not silent, although it refuses one order', async () => {
  await shop.sandbox.setFaults({ create: 'error' })
  await orderWithoutToken()
  await orderWithoutToken()
  await shop.sandbox.reset()
  await shop.advanceClock(minutes(6))
  shop.sandbox.holdCall('POST', '/snap/v1/transactions').cut()
  await run()
  expect(await told()).toEqual([])
})

test('a trouble lasts while nobody tries to pay', async () => {
  await shop.sandbox.setFaults({ inactiveMethod: 'all' })
  const id = await orderWithoutToken()
  await shop.advanceClock(minutes(1))
  await run()
  await shop.sandbox.reset()
  expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  await run()
  expect(await onDashboard()).toHaveLength(1)
})

test('keys that can’t be decrypted are told until they can', async () => {
  const unreadable = { current: () => undefined, isUnreadable: () => true }
  await run(unreadable)
  expect(await told()).toEqual([sentenceOf({ kind: 'payment-keys-unreadable', to: 'admins' })])
  expect(await onDashboard()).toHaveLength(1)
  await run()
  expect(await told()).toContain(sentenceOf({ kind: 'payment-keys-readable', to: 'admins' }))
})
