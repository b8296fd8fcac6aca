import type { OrderDetail } from '@camilan/contract/orders'
import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { beforeEach, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  id = await shop.unpaidOrder(ani)
})

const askGateway = () => admin.ask('POST', `/admin/orders/${id}/refresh`)

test.each([
  ['the buyer', () => ani.refresh(id)],
  ['an administrator', askGateway],
])('money for a cancelled order is found when %s asks', async (_who, refresh) => {
  await shop.sandbox.charge(id)
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id, { force: true })
  await shop.advanceClock(seconds(10))
  expect((await refresh()).status).toBe(200)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'SUKSES' } })
})

test('an administrator also finds that a payment was taken back', async () => {
  await shop.sandbox.pay(id, { method: 'bca_va' })
  await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.chargeback(id)
  await shop.advanceClock(hours(1))
  expect((await ani.refresh(id)).status).toBe(200)
  const reversed = async () => (await admin.messages(id)).filter((message) => message.includes('chargeback'))
  expect(await reversed()).toEqual([])
  expect((await askGateway()).status).toBe(200)
  expect(await reversed()).toHaveLength(1)
})

test('a question that the silent gateway did not answer takes the place of no later one', async () => {
  await setSettings(admin, { payment_methods: [...paymentMethodNames] })
  const paid = await shop.unpaidOrder(ani)
  await shop.sandbox.pay(paid, { method: 'gopay' })
  await expect.poll(async () => (await ani.order(paid)).status).toBe('DIBAYAR')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.chargeback(paid)
  await shop.advanceClock(days(1) + minutes(1))
  await shop.sandbox.setFaults({ status: 'bad-json' })
  expect((await admin.ask('POST', `/admin/orders/${paid}/refresh`)).body.code).toBe('PAYMENT_UNAVAILABLE')
  await shop.sandbox.setFaults({ status: 'ok' })
  await shop.reconcile()
  const { body } = await admin.ask<OrderDetail>('GET', `/admin/orders/${paid}`)
  expect(body.data.payment_hold_at).not.toBeNull()
})

test('an unknown order is not found', async () => {
  expect((await admin.ask('POST', '/admin/orders/261120-AAAAAA/refresh')).status).toBe(404)
})
