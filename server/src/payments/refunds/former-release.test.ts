/** A former release knows refunds as columns of payment_attempts, and may run beside this one for a moment. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { useShop } from '../../testing/make-shop.ts'
import { insertUser } from '../../testing/make-user.ts'
import { useDbBefore } from '../../testing/test-db.ts'

const shop = useShop()
const old = useDbBefore('refund_rows')

const refundsOf = (db: Db, attemptId: string) =>
  db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).orderBy('refund_key').execute()

const columnsOf = (attemptId: string) =>
  shop.db
    .selectFrom('payment_attempts')
    .select(['refund_due_at', 'refunded_at', 'refund_note', 'refunded_by'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()

const doneByFormer = (db: Db, attemptId: string, by: string) =>
  sql`update payment_attempts set refunded_at = '2026-11-20T04:00:00Z', refund_note = 'Transfer', refunded_by = ${by}
    where id = ${attemptId}`.execute(db)

test('the migration makes refunds of those that were due and those that were made', async () => {
  const { id: buyer } = await insertUser(old.db)
  for (const id of ['LAMA-1', 'LAMA-2', 'LAMA-3']) {
    await sql`insert into orders (id, user_id, status, order_time, expires_at, buyer_name, buyer_phone, address, other_costs,
        total_price)
      values (${id}, ${buyer}, ${id === 'LAMA-2' ? 'DIBAYAR' : 'DIBATALKAN'}, now(), now(), 'Ani', '0812', 'Jl.', 0, 40000)
    `.execute(old.db)
    await sql`insert into payment_attempts (id, order_id, number, status, amount, received_amount, created_at, expires_at,
        paid_at, refund_due_at)
      values (${id}, ${id}, 1, 'SUKSES', 40000, ${id === 'LAMA-1' ? 41_000 : null}, now(), now(), now(),
        ${id === 'LAMA-3' ? null : '2026-11-20T03:00:00Z'})`.execute(old.db)
  }
  await doneByFormer(old.db, 'LAMA-2', buyer)
  await migrate(old.connection)
  const due = { order_id: 'LAMA-1', amount_idr: 41_000, reason: 'CANCELLED', state: 'due', way: null }
  expect(await refundsOf(old.db, 'LAMA-1')).toMatchObject([due])
  const made = {
    reason: 'PAID_TWICE',
    amount_idr: 40_000,
    state: 'done',
    way: 'hand',
    note: 'Transfer',
    done_by: buyer,
  }
  expect(await refundsOf(old.db, 'LAMA-2')).toMatchObject([made])
  expect(await refundsOf(old.db, 'LAMA-3')).toEqual([])
})

test('what a former release records on the new tables becomes a refund, and is recorded as made', async () => {
  const id = await (await shop.customer()).buy(await shop.product({ price: 40_000 }))
  const admin = await shop.admin()
  await sql`update orders set status = 'DIBATALKAN' where id = ${id}`.execute(shop.db)
  await sql`insert into order_history (order_id, status, actor, at) values (${id}, 'DIBATALKAN', 'system', now())`.execute(
    shop.db,
  )
  await sql`update orders set keeps_stock = true where id = ${id}`.execute(shop.db)
  await sql`update payment_attempts set status = 'SUKSES', paid_at = now(), refund_due_at = now(), received_amount = 50000
    where id = ${id}`.execute(shop.db)
  expect(await refundsOf(shop.db, id)).toMatchObject([{ state: 'due', amount_idr: 50_000, reason: 'CANCELLED' }])
  await doneByFormer(shop.db, id, admin.id)
  expect(await refundsOf(shop.db, id)).toMatchObject([{ state: 'done', way: 'hand', note: 'Transfer' }])
})

test('a former release sees what this one records', async () => {
  const [ani, admin] = [await shop.customer(), await shop.admin()]
  const id = await shop.orderPaidTooLate(ani)
  expect(await columnsOf(id)).toEqual({
    refund_due_at: shop.clock(),
    refunded_at: null,
    refund_note: null,
    refunded_by: null,
  })
  await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
  const made = { refunded_at: shop.clock(), refund_note: 'Transfer', refunded_by: admin.id }
  expect(await columnsOf(id)).toMatchObject(made)
  await admin.ask('POST', `/admin/refunds/${id}/undo`)
  expect(await columnsOf(id)).toMatchObject({ refunded_at: null, refund_note: null, refunded_by: null })
})
