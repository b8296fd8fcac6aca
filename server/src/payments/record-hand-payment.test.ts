import type { OrderDetail } from '@camilan/contract/orders'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { beforeEach, expect, test } from 'vitest'
import { days, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { tally, times } from '../testing/many-at-once.ts'
import { resetSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop()
const sari = useEach(() => shop.onlyAdmin())
beforeEach(() => resetSettings(shop))
const nastar = useEach(() => shop.product({ price: 40_000, stock: 1_000 }))

async function enter() {
  const items = [{ product_id: nastar.id, quantity: 1 }]
  const body = { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', items }
  const { order_id: id, link } = (await sari.ask<EnteredOrder>('POST', '/admin/orders', { body })).body.data
  return { id, token: link.split('#')[1] ?? '' }
}
/** Its buyer has opened the payment popup and chosen a method. */
async function opened() {
  const order = await enter()
  await shop.ask('POST', '/order-links/payment', { body: { token: order.token } })
  await shop.sandbox.charge(order.id)
  return order
}
const cash = (id: string, overrides: object = {}) =>
  sari.ask<OrderDetail>('POST', `/admin/orders/${id}/hand-payment`, {
    body: { way: 'cash', amount: 46_000, day: '2026-11-20', ...overrides },
  })
const orderFor = async (id: string) => (await sari.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data
const attemptsOf = async (id: string) => {
  const rows = await shop.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ status, by_hand }) => [status, by_hand])
}
const gatewayCalls = (id: string) => shop.sandbox.calls.filter(({ path }) => path.includes(id))

test('cash makes the order DIBAYAR, without the gateway, in the history and the audit trail', async () => {
  const { id } = await enter()
  const { status, body } = await cash(id, { amount: 50_000 })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: 'DIBAYAR',
    transaction: { status: 'SUKSES', by_hand: 'cash', payment_type: null, paid_at: shop.clock().toISOString() },
    history: [{ status: 'DIPROSES' }, { status: 'DIBAYAR', actor: 'admin' }],
  })
  expect(await attemptsOf(id)).toEqual([
    ['DIBATALKAN', null],
    ['SUKSES', 'cash'],
  ])
  expect(await sari.messages(id), 'new order and paid; none to a buyer').toHaveLength(2)
  const audit = await sari.ask('GET', `/admin/orders/${id}/audit`)
  expect(JSON.stringify(audit.body)).toContain('tunai')
  const csv = await fetch((await sari.ask<{ url: string }>('POST', '/admin/orders/export')).body.data.url)
  expect(await csv.text()).toMatch(new RegExp(`${id},DIBAYAR.*,Tunai,`))
  await shop.advanceClock(days(3))
  await shop.reconcile()
  await sari.ask('POST', `/admin/orders/${id}/refresh`)
  expect(gatewayCalls(id)).toEqual([])
  expect((await sari.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })).status).toBe(200)
})

test('a transfer of an earlier day keeps that day, and the money of a cancelled order is a refund by hand', async () => {
  const { id } = await enter()
  await cash(id, { way: 'transfer', day: '2026-11-18', amount: 50_000 })
  expect((await orderFor(id)).transaction).toMatchObject({ by_hand: 'transfer', paid_at: '2026-11-18T05:00:00.000Z' })
  await shop.advanceClock(minutes(1))
  await sari.ask('POST', `/admin/orders/${id}/cancel`, { body: { reason: 'Habis' } })
  const account = { bank: 'BCA', number: '1234567890', holder: 'Rina' }
  expect(
    (
      await sari.ask('PUT', `/admin/orders/${id}/refund-account`, {
        body: { ...account, current_password: sari.password },
      })
    ).status,
  ).toBe(200)
  const refunds = await sari.ask<{ order_id: string; amount: number }[]>('GET', '/admin/refunds')
  const of = { buyer: { name: 'Bu Rina' }, account, by_hand_because: expect.any(String) }
  const ours = refunds.body.data.filter(({ order_id }) => order_id === id)
  expect(ours.toSorted((one, other) => one.amount - other.amount)).toMatchObject([
    { ...of, amount: 4_000, reason: 'SURPLUS' },
    { ...of, amount: 46_000, reason: 'SHOP_CANCELLED' },
  ])
})

test('an administrator types no bank account for a buyer who has an account', async () => {
  const late = await shop.orderPaidTooLate(await shop.customer())
  const body = { bank: 'BCA', number: '1234567890', holder: 'Ani', current_password: sari.password }
  expect((await sari.ask('PUT', `/admin/orders/${late}/refund-account`, { body })).status).toBe(404)
})

test.each([
  ['less than the total', { amount: 45_999 }],
  ['more than twice the total', { amount: 92_001 }],
  ['a day that has not come', { day: '2099-01-01' }],
  ['a day long ago', { day: '2026-09-01' }],
  ['a day that is none', { day: '2026-02-31' }],
  ['an unknown way', { way: 'qris' }],
])('%s is refused', async (_, overrides) => {
  const { id } = await enter()
  expect(await cash(id, overrides)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect((await orderFor(id)).status).toBe('DIPROSES')
})

test('an open payment is closed at the gateway first, and its late money is a refund', async () => {
  const { id, token } = await opened()
  expect((await cash(id)).status).toBe(200)
  expect(gatewayCalls(id).map(({ path }) => path)).toContain(`/v2/${id}/cancel`)
  expect(await shop.ask('POST', '/order-links/payment', { body: { token } })).toMatchObject({ status: 409 })
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect(await orderFor(id)).toMatchObject({
    ...{ status: 'DIBAYAR', transaction: { by_hand: 'cash' }, refunds: [{ reason: 'PAID_TWICE', amount: 46_000 }] },
  })
})

test('money that came through the gateway meanwhile wins, and the cash is refused', async () => {
  const { id } = await opened()
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  const refused = await cash(id)
  expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect(refused.body.errors).toContain('lewat Midtrans')
  expect(await attemptsOf(id)).toEqual([['SUKSES', null]])
})

test('a silent gateway is 503 and nothing changes; afterwards cash or the buyer can pay', async () => {
  const { id, token } = await opened()
  await shop.sandbox.setFaults({ cancel: 'error' })
  expect(await cash(id)).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
  expect(await attemptsOf(id)).toEqual([['PENDING', null]])
  await shop.sandbox.reset()
  expect((await shop.ask('POST', '/order-links/payment', { body: { token } })).status).toBe(200)
  expect((await cash(id)).status).toBe(200)
})

test('two devices record the same cash once, also after a payment that was denied', async () => {
  const { id } = await opened()
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  expect(tally(await times(4, () => cash(id)))).toEqual({ '200': 4 })
  expect(await attemptsOf(id)).toEqual([
    ['GAGAL', null],
    ['SUKSES', 'cash'],
  ])
})

test('two devices that record the same cash record it once; another sum or way is refused', async () => {
  const { id } = await enter()
  expect(tally(await times(4, () => cash(id)))).toEqual({ '200': 4 })
  expect(await attemptsOf(id)).toHaveLength(2)
  expect(tally([await cash(id, { way: 'transfer' }), await cash(id, { amount: 47_000 })])).toEqual({
    '409 INVALID_TRANSITION': 2,
  })
})

test('simultaneous cash and webhook end in one payment that counts, the other is refused or refunded', async () => {
  const orders = await times(12, () => opened())
  await times(12, async (i) => {
    const { id = '' } = orders[i] ?? {}
    await Promise.all([shop.sandbox.pay(id, { force: true }).then(() => shop.sandbox.webhookStatuses(id)), cash(id)])
  })
  await shop.reconcile()
  for (const { id } of orders) {
    const { status, refunds } = await orderFor(id)
    const paid = (await attemptsOf(id)).filter(([one]) => one === 'SUKSES')
    expect([status, paid.length - refunds.length]).toEqual(['DIBAYAR', 1])
  }
})

test('cash is recorded only of an order that the seller entered', async () => {
  const { id } = await enter()
  const own = await shop.unpaidOrder(await shop.customer())
  await shop.sandbox.charge(own)
  expect(await cash(own)).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect(gatewayCalls(own).map(({ path }) => path)).not.toContain(`/v2/${own}/cancel`)
  const asStatus = await sari.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBAYAR' } })
  expect(asStatus).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
})
