import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@camilan/contract/audit'
import type { Refund, RefundList } from '@camilan/contract/refunds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkBooks } from '../../office/reports/check-books.ts'
import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer({ name: 'Ani' }))
const admin = useOpened(() => shop.admin())

async function queue(limit = ''): Promise<{ data: Refund[]; total: number }> {
  return (await admin.ask<RefundList['data']>('GET', `/admin/refunds${limit}`)).body as unknown as RefundList
}
const done = (id: string, body: object) => admin.ask('POST', `/admin/refunds/${id}/done`, { body })
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

const rowOf = (attemptId: string) =>
  shop.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).executeTakeFirstOrThrow()

test('a refund is recorded once, and a second call adds its note', async () => {
  const id = await shop.orderPaidTooLate(ani)
  await Promise.all([done(id, { note: 'Pertama' }), done(id, { note: 'Pertama' }), done(id, { note: 'Pertama' })])
  const at = shop.clock()
  await shop.advanceClock(minutes(1))
  expect((await done(id, { note: 'Kedua' })).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ done_at: at, note: 'Pertama\n\nKedua', done_by: admin.id, way: 'hand' })
  expect((await ani.messages(id)).filter((message) => message.startsWith('Dana pesanan'))).toHaveLength(1)
  const entry = { id: expect.any(String), actor: expect.objectContaining({ id: admin.id }), action: 'changed' }
  expect(await auditOf(id)).toEqual([
    { ...entry, at: shop.clock().toISOString(), changes: [{ field: 'refund_note', before: null, after: 'Kedua' }] },
    {
      ...entry,
      at: at.toISOString(),
      changes: [
        { field: 'refund', before: null, after: 46_000 },
        { field: 'refund_note', before: null, after: 'Pertama' },
      ],
    },
  ])
})

test('the record of a refund by hand can be taken back: it is due again, and its buyer is told', async () => {
  const id = await shop.orderPaidTooLate(ani)
  await done(id, { note: 'Salah pencet' })
  const { id: refundId } = await rowOf(id)
  await shop.advanceClock(minutes(1))
  expect((await admin.ask('POST', `/admin/refunds/${refundId}/undo`)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ state: 'due', way: null, done_at: null, done_by: null, note: null })
  expect((await ani.order(id)).transaction.refunded_at).toBeNull()
  expect((await ani.messages(id)).at(-1)).toMatch(/^Koreksi: dana pesanan #.* Rp\s46\.000 belum kami kembalikan\./)
  expect((await auditOf(id))[0]?.changes).toEqual([
    { field: 'refund', before: 46_000, after: null },
    { field: 'refund_note', before: 'Salah pencet', after: null },
  ])
  for (const other of [refundId, 'TIDAK-ADA']) {
    expect((await admin.ask('POST', `/admin/refunds/${other}/undo`)).status).toBe(404)
  }
  expect((await done(refundId, { note: 'Transfer' })).status).toBe(200)
})

test('refunds that were made are listed with their administrator, the latest first', async () => {
  await shop.advanceClock(minutes(1))
  const first = await shop.orderPaidTooLate(ani)
  await done(first, { note: 'Transfer BCA' })
  await shop.advanceClock(minutes(1))
  const second = await shop.orderPaidTooLate(ani)
  await done(second, { note: 'Transfer BNI' })
  const listed = await queue('?state=done&limit=2')
  expect(listed.data).toMatchObject([
    { order_id: second, state: 'done', way: 'hand', done_by: admin.name, note: 'Transfer BNI' },
    { order_id: first, done_at: expect.any(String), note: 'Transfer BCA' },
  ])
  const next = await queue('?state=done&limit=1&page=2')
  expect(next).toMatchObject({ total: listed.total, data: [{ order_id: first }] })
})

test('refunds that the gateway is asked for never exceed what the payment holds, also if they are written at once', async () => {
  const paid = await shop.paidOrder(ani)
  const ask = (db: Db) =>
    sql`
      insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at, state, asked_at, asked_by)
      values (${paid}, ${paid}, 30000, 'PART', ${randomUUID()}, now(), 'asked', now(), ${admin.id})`.execute(db)
  const second = await transact(shop.db, async (tx) => {
    await ask(tx)
    const other = ask(shop.db).then(() => 'written', String)
    await Promise.race([other, expect.poll(() => queriesWaiting(shop.pool)).toBe(1)])
    return { other }
  })
  expect(await second.other).toContain('holds 46000, asked for 60000')
  await shop.db.deleteFrom('refunds').where('attempt_id', '=', paid).execute()
})

test.each([{}, { note: '  ' }, { note: null }])(
  'a refund is recorded and taken back with %j, without a note',
  async (body) => {
    const id = await shop.orderPaidTooLate(ani)
    for (const _ of ['once', 'again']) expect((await done(id, body)).status).toBe(200)
    const { id: refundId, note, done_by } = await rowOf(id)
    expect({ note, done_by }).toEqual({ note: null, done_by: admin.id })
    expect((await admin.ask('POST', `/admin/refunds/${refundId}/undo`)).status).toBe(200)
    const changes = (await auditOf(id)).flatMap((entry) => entry.changes)
    expect(changes.map(({ field }) => field)).toEqual(['refund', 'refund'])
  },
)

test('a record of a refund is refused with a wrong note, and for a payment whose refund is not due', async () => {
  const id = await shop.orderPaidTooLate(ani)
  for (const body of [{ note: 'x'.repeat(501) }, { note: 'x\ud800' }]) expect((await done(id, body)).status).toBe(400)
  const paid = await shop.paidOrder(ani)
  for (const other of [paid, 'TIDAK-ADA', '%00']) expect((await done(other, { note: 'x' })).status).toBe(404)
  expect((await queue()).data).toContainEqual(expect.objectContaining({ id }))
})
