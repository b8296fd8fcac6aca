import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail } from '@camilan/contract/orders'
import type { Refund } from '@camilan/contract/refunds'
import type { Dashboard } from '@camilan/contract/reports'
import type { Updateable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { applyOrderChanges } from '../../orders/export/apply-order-changes.ts'
import { minutes } from '../../platform/clock.ts'
import type { Refunds } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
let id: string

const ani = useOpened(() => shop.customer({ name: 'Ani' }))
const admin = useOpened(() => shop.admin())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 10 }))

beforeEach(async () => {
  id = await ani.buy(nastar, 2)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  await shop.advanceClock(minutes(1))
})

const cancel = (body?: object) =>
  admin.ask<OrderDetail>('POST', `/admin/orders/${id}/cancel`, body === undefined ? {} : { body })
const promiseAllowance = (body: object, key?: string) =>
  admin.ask<OrderDetail>('POST', `/admin/orders/${id}/refunds`, {
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const lastChanges = async () =>
  (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body.data[0]?.changes
const due = async () =>
  (await admin.ask<Refund[]>('GET', '/admin/refunds')).body.data.filter(({ order_id }) => order_id === id)
const part = { amount: 5_000, reason: 'Satu toples pecah' }

describe('an administrator cancels a paid order:', () => {
  test('its refund is due, its stock and the sums of its day return, its buyer is told why', async () => {
    const before = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
    const answer = await cancel({ reason: ' Stok habis ' })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { status: 'DIBATALKAN', history: [{}, {}, { status: 'DIBATALKAN', actor: 'admin' }] } },
    })
    const at = shop.clock().toISOString()
    const refund = { amount: 86_000, state: 'due', way: null, reason: 'SHOP_CANCELLED', cause: 'Stok habis', at }
    expect((await ani.order(id)).refunds).toEqual([{ ...refund, by_hand_from: expect.any(String) }])
    expect(await due()).toMatchObject([{ amount: 86_000, reason: 'SHOP_CANCELLED', cause: 'Stok habis' }])
    expect(await shop.stockOf(nastar)).toBe(10)
    await applyOrderChanges(shop.db)
    const after = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
    expect(before.revenue - after.revenue).toBe(86_000)
    const told = (await ani.messages(id)).filter((message) => message.includes('dibatalkan'))
    expect(told).toEqual([
      `Pesanan #${id} dibatalkan oleh penjual. Alasan: Stok habis. Dana Anda sebesar Rp\u00a086.000 akan kami kembalikan.`,
    ])
    expect(await lastChanges()).toEqual([
      { field: 'status', before: 'DIBAYAR', after: 'DIBATALKAN' },
      { field: 'refund_due', before: null, after: 86_000 },
      { field: 'refund_cause', before: null, after: 'Stok habis' },
    ])
    expect((await cancel({})).status).toBe(200)
    expect(await due()).toHaveLength(1)
  })

  test('its goods can stay out of the stock, and the books know it', async () => {
    expect((await cancel({ return_stock: false })).status).toBe(200)
    expect(await shop.stockOf(nastar)).toBe(8)
    expect(await lastChanges()).toContainEqual({ field: 'keeps_stock', before: null, after: 'true' })
  })

  test('only what did not go back before is due', async () => {
    await promiseAllowance(part)
    await cancel({})
    expect((await due()).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([5_000, 81_000])
  })

  test('not without a body, not by PUT status, not by its buyer, and not once it is shipped', async () => {
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    const put = await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBATALKAN' } })
    expect(put).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(409)
    for (const body of [{ reason: 'x'.repeat(201) }, { return_stock: 'ya' }, [], 'x']) {
      expect((await cancel(body as object)).status).toBe(400)
    }
    await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
    expect(await cancel({})).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    expect(await due()).toEqual([])
  })

  const ship = () => admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  const shipMany = () => admin.ask('POST', '/admin/orders/ship', { body: { orders: [{ id, tracking_number: '1' }] } })
  const [shipped, cancelled] = [
    { status: 'DIKIRIM', due: 0, stock: 8 },
    { status: 'DIBATALKAN', due: 1, stock: 10 },
  ]
  test.each([
    ['before it is shipped', [() => cancel({}), ship], [200, 409], cancelled],
    ['after it is shipped', [ship, () => cancel({})], [200, 409], shipped],
    ['before it is shipped with others', [() => cancel({}), shipMany], [200, 200], cancelled],
    ['after it is shipped with others', [shipMany, () => cancel({})], [200, 409], shipped],
  ])(
    'of two devices, one cancels it %s, while both wait for it: only the first has an effect',
    async (_, acts, statuses, end) => {
      const answers: ReturnType<typeof ship>[] = []
      await transact(shop.db, async (tx) => {
        await lockOrder(tx, id)
        for (const [index, act] of acts.entries()) {
          answers.push(act())
          await expect.poll(() => queriesWaiting(shop.pool)).toBe(index + 1)
        }
      })
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(statuses)
      expect({
        status: (await ani.order(id)).status,
        due: (await due()).length,
        stock: await shop.stockOf(nastar),
      }).toEqual(end)
    },
  )

  test('a payment that is reported again changes nothing', async () => {
    await cancel({})
    for (const { id: one } of await shop.sandbox.notifications(id)) await shop.sandbox.resend(one)
    await ani.refresh(id)
    expect(await due()).toHaveLength(1)
    expect((await ani.order(id)).status).toBe('DIBATALKAN')
  })
})

describe('a part of a paid order goes back:', () => {
  test('the refund is due, the order goes on, its buyer is told why', async () => {
    expect(await promiseAllowance(part)).toMatchObject({
      status: 200,
      body: { data: { status: 'DIBAYAR', refunds: [{ amount: 5_000, state: 'due', reason: 'PART' }] } },
    })
    expect((await ani.messages(id)).filter((message) => message.includes('kami kembalikan'))).toEqual([
      `Dana pesanan #${id} sebesar Rp\u00a05.000 akan kami kembalikan. Alasan: Satu toples pecah.`,
    ])
    expect((await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })).status).toBe(200)
    const order = await ani.order(id)
    expect(order).toMatchObject({ status: 'DIKIRIM', transaction: { status: 'SUKSES', refunded_at: null } })
  })

  test('once for an Idempotency-Key, and never more than the rest', async () => {
    for (let i = 0; i < 2; i += 1) expect((await promiseAllowance(part, 'sekali')).status).toBe(200)
    expect(await due()).toHaveLength(1)
    expect(await promiseAllowance({ ...part, amount: 81_001 })).toMatchObject({
      status: 400,
      body: { fields: { amount: 'Paling banyak Rp\u00a081.000.' } },
    })
    await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
    const both = await Promise.all([1, 2].map(() => promiseAllowance({ ...part, amount: 50_000 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('not all of an order that can be cancelled, not of an unpaid or cancelled one, not without a reason', async () => {
    expect((await promiseAllowance({ ...part, amount: 86_000 })).body).toMatchObject({
      fields: { amount: expect.stringContaining('batalkan') },
    })
    for (const body of [
      { amount: 5_000 },
      { ...part, amount: 0 },
      { ...part, amount: 1.5 },
      { ...part, reason: ' ' },
    ]) {
      expect((await promiseAllowance(body)).status).toBe(400)
    }
    await cancel({})
    expect(await promiseAllowance(part)).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    id = await ani.buy(nastar)
    expect(await promiseAllowance(part)).toMatchObject({ status: 409 })
  })
})

describe('a part refund that was a mistake:', () => {
  const withdraw = () => admin.ask('POST', `/admin/refunds/${id}/withdraw`)

  test('it is withdrawn while it is due, its buyer is told, and the audit trail keeps it', async () => {
    await promiseAllowance(part)
    expect(await due()).toMatchObject([{ is_withdrawable: true }])
    expect(await withdraw()).toMatchObject({ status: 200, body: { message: 'Pengembalian dibatalkan' } })
    expect(await due()).toEqual([])
    expect((await ani.order(id)).refunds).toEqual([])
    expect((await ani.messages(id)).join('\n')).toContain('Rp\u00a05.000 tidak jadi dikembalikan')
    expect(await lastChanges()).toEqual([{ field: 'refund_due', before: 5_000, after: null }])
    expect((await withdraw()).status).toBe(404)
    expect((await promiseAllowance({ ...part, amount: 85_999 })).status).toBe(200)
  })

  test.each([
    ['the gateway was asked for it', () => setRefund({ state: 'asked', asked_at: shop.clock(), asked_by: admin.id })],
    ['it was made', () => admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })],
    ['its order was cancelled, so that all goes back', () => cancel({})],
  ])('not once %s', async (_, happen) => {
    await promiseAllowance(part)
    const { refund_id } = (await due())[0] ?? { refund_id: '' }
    await happen()
    const refused = await admin.ask('POST', `/admin/refunds/${refund_id}/withdraw`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    expect((await ani.order(id)).refunds).toContainEqual(expect.objectContaining({ amount: 5_000 }))
    expect((await due()).filter(({ is_withdrawable }) => is_withdrawable)).toEqual([])
  })

  const setRefund = (values: Updateable<Refunds>) =>
    shop.db.updateTable('refunds').set(values).where('order_id', '=', id).execute()
})
