/** Money that left by a chargeback or a refund at the gateway's dashboard, without a notification, is found by asking. */

import { type PaymentMethod, paymentMethodNames } from '@camilan/contract/payment-methods'
import { beforeEach, expect, test } from 'vitest'
import { newOrderId } from '../../orders/change/order-id.ts'
import { days, earlier, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { insertOrders } from '../../testing/write-order.ts'
import { readBalance } from '../book/entries.ts'

const shop = useShop()
let ani: Customer

beforeEach(async () => {
  ani = await shop.customer()
  await setSettings(await shop.onlyAdmin(), { payment_methods: [...paymentMethodNames] })
})

async function paidBy(method: PaymentMethod, { isOtherApp = false } = {}): Promise<string> {
  await shop.sandbox.setFaults({ webhook: 'deliver' })
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.pay(id, { method })
  await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  const apps = isOtherApp ? { acquirer: 'gopay', issuer: 'dana' } : { acquirer: 'gopay', issuer: 'gopay' }
  await shop.db.updateTable('payment_attempts').set(apps).where('id', '=', id).execute()
  await shop.sandbox.setFaults({ webhook: 'drop' })
  return id
}

const asked = (id: string) => shop.sandbox.countCalls('GET', `/v2/${id}/status`)

test('paid wallets and QRIS are asked about after 1, 7 and 30 days and at the end of their refunds, others by the report', async () => {
  const wanted: [PaymentMethod, boolean, number[]][] = [
    ['gopay', false, [1, 7, 30, 45]],
    ['other_qris', false, [1, 7, 30, 45]],
    ['other_qris', true, [1, 7, 30]],
    ['shopeepay', false, [1, 7, 30, 365]],
    ['bca_va', false, []],
    ['alfamart', false, []],
  ]
  const payments: { id: string; on: number[]; seen: number[] }[] = []
  for (const [method, isOtherApp, on] of wanted) {
    payments.push({ id: await paidBy(method, { isOtherApp }), on, seen: [] })
  }
  let today = 0
  for (const day of [1, 7, 30, 45, 365]) {
    const before = payments.map(({ id }) => asked(id))
    await shop.advanceClock(days(day - today) - minutes(1))
    await shop.reconcile()
    expect(payments.map(({ id }) => asked(id))).toEqual(before)
    for (const _ of [1, 2, 3]) {
      await shop.advanceClock(minutes(1))
      await shop.reconcile()
    }
    payments.forEach(({ id, seen }, index) => {
      if (asked(id) === (before[index] ?? 0) + 1) seen.push(day)
    })
    await shop.advanceClock(-minutes(2))
    today = day
  }
  expect(payments.map(({ seen }) => seen)).toEqual(payments.map(({ on }) => on))
})

test.each(['chargeback', 'refund'] as const)(
  'a %s is found, and again a minute later while the gateway is silent',
  async (act) => {
    const id = await paidBy('other_qris')
    await shop.sandbox[act](id)
    await shop.advanceClock(days(1) + minutes(1))
    await shop.sandbox.setFaults({ status: 'error' })
    await shop.reconcile()
    await shop.sandbox.setFaults({ status: 'ok' })
    expect(await readBalance(shop.db, id)).toMatchObject({ held: 46_000 })
    await shop.advanceClock(minutes(1))
    await shop.reconcile()
    const isRefund = act === 'refund'
    expect(await readBalance(shop.db, id)).toMatchObject({
      given_back: isRefund ? 46_000 : 0,
      held: 0,
      due: -46_000,
    })
  },
)

/** Wallets paid two days ago of which the gateway knows nothing, written as rows, because placing so many orders takes long. */
async function withPaid(
  count: number,
  check: (ids: string[], countAsked: () => number) => Promise<void>,
): Promise<void> {
  const paid_at = earlier(shop.clock(), days(2))
  const ids = Array.from({ length: count }, () => newOrderId(shop.clock())).toSorted()
  const buyer = { user_id: ani.id, buyer_name: ani.name, buyer_phone: ani.phone, address: 'Jl. Melati 1' }
  const moments = { order_time: paid_at, expires_at: paid_at }
  const order = { ...buyer, ...moments, status: 'SELESAI' as const, total_price: 6_000 }
  await insertOrders(
    shop.db,
    ids.map((id) => ({ id, ...order })),
  )
  const attempt = { number: 1, amount: 6_000, created_at: paid_at, expires_at: paid_at, paid_at, used_method: 'gopay' }
  await shop.db
    .insertInto('payment_attempts')
    .values(ids.map((id) => ({ id, order_id: id, status: 'SUKSES' as const, ...attempt })))
    .execute()
  await check(ids, () => ids.filter((id) => asked(id) > 0).length)
  await shop.db.deleteFrom('payment_attempts').where('id', 'in', ids).execute()
  await shop.db.deleteFrom('order_charges').where('order_id', 'in', ids).execute()
  await shop.db.deleteFrom('orders').where('id', 'in', ids).execute()
  await shop.pool.query('select recount_orders()')
}

test('one run asks about fifty paid ones at most, and the next one about the others', () =>
  withPaid(55, async (_, countAsked) => {
    await shop.reconcile()
    expect(countAsked()).toBe(50)
    await shop.reconcile()
    expect(countAsked()).toBe(55)
  }))

test('payments of which the gateway can say nothing keep no other from being asked', () =>
  withPaid(40, async (ids, countAsked) => {
    for (const id of ids.slice(0, 25)) shop.sandbox.answerWith('GET', `/v2/${id}/status`, { status_code: '505' })
    for (let run = 0; run < 6; run += 1) await shop.reconcile()
    expect(countAsked()).toBe(40)
  }))
