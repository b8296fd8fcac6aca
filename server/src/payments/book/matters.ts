/** Money that an administrator has to look at: the one place that says what is listed. */
import type { MoneyKind } from '@camilan/contract/money-values'
import type { OrderStatus } from '@camilan/contract/orders'
import type { RefundReason } from '@camilan/contract/refund-values'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The gateway's names of the states in which it has a payment's money, or a part of it. */
const statesWithMoney = ['settlement', 'capture', 'partial_refund', 'partial_chargeback']
const hasMoney = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = any(${statesWithMoney}::text[])`

export const isWithMoney = (state: string | null) => statesWithMoney.includes(state?.toLowerCase() ?? '')

const findingId = sql`rule || ':' || subject`

/**
 * A row for each matter, also for those that were dealt with. Another kind is one more branch here, and its texts in
 * contract/src/money-values.ts.
 */
export const matters = sql`
  select 'refund-due' as kind, id::text as id, order_id, refunds_due.due_idr as amount, null::bigint as expected,
    null::text as state, reason::text as reason, due_at as at
  from refunds_due join refunds using (id, order_id)
  union all
  select 'refund-stuck', id::text, order_id, amount_idr, null, null, null, asked_at
  from refunds where state = 'asked' and refused is not null
  union all
  select 'withdrawn', orders.id, orders.id, coalesce(-due_idr, total_price), total_price, (
    select reversed_state from payment_attempts
    where order_id = orders.id and reversed_at is not null order by reversed_at desc limit 1), null, payment_hold_at
  from orders left join money_due on money_due.order_id = orders.id and due_idr < 0
  where payment_hold_at is not null and orders.status <> 'DIBATALKAN'
  union all
  select case when held > 0 then 'partly-withdrawn' else 'owed-to-shop' end, orders.id, orders.id, -due_idr, total_price,
    null, null, (select max(at) from money_entries where order_id = orders.id)
  from money_due join orders on orders.id = money_due.order_id join order_balances using (order_id)
  where due_idr < 0 and (payment_hold_at is null or orders.status = 'DIBATALKAN')
  union all
  select matter_kind, id, order_id, matter_amount, amount, matter_state, null, matter_at
  from payment_attempts
  where matter_at is not null and (matter_kind = 'partly-withdrawn' or status = 'PENDING'
      or (status <> 'SUKSES' and ${hasMoney('matter_state')}))
    and not exists (select from money_due where money_due.order_id = payment_attempts.order_id and due_idr < 0)
  union all
  select 'unmatched', id, null, unmatched.amount, null, gateway_state, null, greatest(last_seen_at, unassigned_at)
  from unmatched_payments as unmatched left join payment_attempts as attempt using (id)
  where ${hasMoney('gateway_state')} and (attempt.id is null or unassigned_at is not null)
  union all
  select 'books', ${findingId}, orders.id, null, null, null, null, found_at
  from book_findings left join orders on orders.id = subject`

const openMatters = sql`
  (${matters}) as matter
  where not exists (
    select from money_marks as mark where mark.kind = matter.kind and mark.subject = matter.id and dealt_at >= matter.at)`

/** The newest refund at the gateway's dashboard of a matter's order that nobody had promised. */
const outside = sql`
  case when matter.kind in ('partly-withdrawn', 'owed-to-shop') then (
    select json_build_object('refund_id', id, 'amount', amount_idr, 'is_by_hand_too', exists (
      select from refunds as hand where hand.order_id = refunds.order_id and hand.way = 'hand'
        and hand.amount_idr = refunds.amount_idr))
    from refunds where order_id = matter.order_id and reason = 'OUTSIDE' order by done_at desc, id limit 1) end`

export interface MatterRow {
  kind: MoneyKind
  id: string
  order_id: string | null
  amount: number | null
  expected: number | null
  state: string | null
  reason: RefundReason | null
  at: Date
  /** Of a finding in the books. */
  rule: string | null
  detail: string | null
  outside: { refund_id: string; amount: number; is_by_hand_too: boolean } | null
  status: OrderStatus | null
  buyer_name: string | null
  buyer_phone: string | null
}

/** The matters that nobody has dealt with, the oldest first; all of them without a page. */
export async function moneyMatters(db: Db, page?: { page: number; limit: number }): Promise<MatterRow[]> {
  const limit = page?.limit ?? null
  const before = page ? (page.page - 1) * page.limit : 0
  const { rows } = await sql<MatterRow>`
    select matter.*, finding.rule, finding.detail, ${outside} as outside, orders.status, orders.buyer_name, orders.buyer_phone
    from (
      select matter.* from ${openMatters}
      order by matter.at, matter.id, matter.kind limit ${limit}::bigint offset ${before}::bigint) as matter
    left join orders on orders.id = matter.order_id
    left join book_findings as finding on matter.kind = 'books' and matter.id = ${findingId}
    order by matter.at, matter.id, matter.kind`.execute(db)
  return rows
}

export async function countMatters(db: Db): Promise<{ total: number; refunds: number }> {
  const { rows } = await sql<{ total: number; refunds: number }>`
    select count(*) as total, count(*) filter (where kind = 'refund-due') as refunds from ${openMatters}`.execute(db)
  return rows[0] ?? { total: 0, refunds: 0 }
}
