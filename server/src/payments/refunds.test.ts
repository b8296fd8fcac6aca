import type { AuditEntry } from '@camilan/contract/audit'
import type { Refund, RefundList } from '@camilan/contract/refunds'
import { beforeAll, expect, test } from 'vitest'
import { minutes } from '../platform/clock.ts'
import { checkBooks } from '../reports/check-books.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop()
let ani: Customer
let admin: Customer

beforeAll(async () => {
  ;[ani, admin] = [await shop.customer({ name: 'Ani' }), await shop.admin()]
})

async function queue(limit = ''): Promise<{ data: Refund[]; total: number }> {
  return (await admin.ask<RefundList['data']>('GET', `/admin/refunds${limit}`)).body as unknown as RefundList
}
const done = (id: string, body: object, who = admin) => who.ask('POST', `/admin/refunds/${id}/done`, { body })
const auditOf = async (id: string) => (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body.data
const dueInBooks = async () => (await checkBooks(shop.db, shop.clock())).filter(({ rule }) => rule === 'refund-due')

test('a payment that arrived too late is listed until it is refunded', async () => {
  const first = await shop.orderPaidTooLate(ani)
  await shop.advanceClock(minutes(1))
  const second = await shop.orderPaidTooLate(ani)
  const waiting = await queue()
  expect(waiting).toMatchObject({ total: 2, data: [{ order_id: first }, { order_id: second }] })
  expect(waiting.data[0]).toMatchObject({ id: first, amount: 46_000, reason: 'CANCELLED', buyer: { name: 'Ani' } })
  expect(await queue('?limit=1')).toMatchObject({ total: 2, data: [{ id: first }] })
  expect(await dueInBooks()).toHaveLength(2)

  expect((await done(first, { note: ' Transfer BCA 20/11 ' })).status).toBe(200)
  expect(await queue()).toMatchObject({ total: 1, data: [{ id: second }] })
  expect((await dueInBooks()).map(({ subject }) => subject)).toEqual([second])
  expect((await ani.order(first)).transaction.refunded_at).toBe(shop.clock().toISOString())
  expect((await ani.order(second)).transaction.refunded_at).toBeNull()
  expect((await ani.messages(first)).at(-1)).toMatch(/^Dana pesanan #.* sebesar Rp\s46\.000 sudah kami kembalikan\.$/)
  await done(second, { note: 'x' })
})

test('an order shows a payment that arrived for an older attempt, and when it was refunded', async () => {
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id)
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  await ani.openPayment(id)
  await ani.setStatus(id, 'DIBATALKAN')
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect(await ani.order(id)).toMatchObject({
    status: 'DIBATALKAN',
    transaction: { status: 'SUKSES', refunded_at: null },
  })
  await done(id, { note: 'Transfer' })
  expect((await ani.order(id)).transaction.refunded_at).toBe(shop.clock().toISOString())
})

test('an order that was paid twice shows the payment that paid it, not the one that was given back', async () => {
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id)
  await shop.sandbox.deny(id)
  await shop.sandbox.webhookStatuses(id)
  await ani.openPayment(id)
  await shop.sandbox.charge(`${id}-2`)
  for (const attemptId of [id, `${id}-2`]) {
    await shop.sandbox.pay(attemptId, { force: true })
    await expect.poll(() => paidAttempts(id)).toContain(attemptId)
  }
  expect((await done(`${id}-2`, { note: 'Transfer' })).status).toBe(200)
  expect(await ani.order(id)).toMatchObject({
    status: 'DIBAYAR',
    transaction: { status: 'SUKSES', refunded_at: null },
  })
})

async function paidAttempts(orderId: string): Promise<string[]> {
  const paid = shop.db.selectFrom('payment_attempts').select('id').where('order_id', '=', orderId)
  return (await paid.where('status', '=', 'SUKSES').execute()).map(({ id }) => id)
}

test('a refund is recorded once: the first note stays', async () => {
  const id = await shop.orderPaidTooLate(ani)
  await Promise.all([done(id, { note: 'Pertama' }), done(id, { note: 'Pertama' }), done(id, { note: 'Pertama' })])
  const at = shop.clock()
  await shop.advanceClock(minutes(1))
  expect((await done(id, { note: 'Kedua' })).status).toBe(200)
  const row = shop.db.selectFrom('payment_attempts').selectAll().where('id', '=', id)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    refunded_at: at,
    refund_note: 'Pertama',
    refunded_by: admin.id,
  })
  expect((await ani.messages(id)).filter((message) => message.startsWith('Dana pesanan'))).toHaveLength(1)
  expect(await auditOf(id)).toEqual([
    {
      id: expect.any(String),
      at: at.toISOString(),
      actor: expect.objectContaining({ id: admin.id }),
      action: 'changed',
      changes: [
        { field: 'refund', before: null, after: 46_000 },
        { field: 'refund_note', before: null, after: 'Pertama' },
      ],
    },
  ])
})

test('a record of a refund is refused without a note, for a customer, and for a payment whose refund is not due', async () => {
  const id = await shop.orderPaidTooLate(ani)
  for (const body of [{}, { note: '  ' }, { note: 'x'.repeat(501) }, { note: 'x\ud800' }])
    expect((await done(id, body)).status).toBe(400)
  expect((await done(id, { note: 'x' }, ani)).status).toBe(403)
  expect((await ani.ask('GET', '/admin/refunds')).status).toBe(403)
  expect((await shop.ask('GET', '/admin/refunds')).status).toBe(401)
  const paid = await shop.paidOrder(ani)
  for (const other of [paid, 'TIDAK-ADA', '%00']) expect((await done(other, { note: 'x' })).status).toBe(404)
  expect(await queue()).toMatchObject({ total: 1, data: [{ id }] })
})
