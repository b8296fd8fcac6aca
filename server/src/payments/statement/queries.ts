import { createHash } from 'node:crypto'
import { maxListed, ReportColumns } from '@camilan/contract/payment-report'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { MissingSpan } from '../../platform/quiet.ts'

const hashOf = (headers: readonly string[]) => createHash('sha256').update(JSON.stringify(headers)).digest()

/** The columns that an administrator assigned to these headers. */
export async function rememberedColumns(db: Db, headers: readonly string[]): Promise<ReportColumns | undefined> {
  const row = await db
    .selectFrom('payment_report_columns')
    .select('columns')
    .where('headers_hash', '=', hashOf(headers))
    .executeTakeFirst()
  return ReportColumns.safeParse(row?.columns).data
}

/** The headers of which columns are remembered, those that were used last. */
const mostHeaders = 20

export async function rememberColumns(
  tx: Tx,
  { headers, columns }: { headers: readonly string[]; columns: ReportColumns },
  now: Date,
): Promise<void> {
  const used = { columns: JSON.stringify(columns), used_at: now }
  await tx
    .insertInto('payment_report_columns')
    .values({ headers_hash: hashOf(headers), ...used })
    .onConflict((conflict) => conflict.column('headers_hash').doUpdateSet(used))
    .execute()
  const kept = tx
    .selectFrom('payment_report_columns')
    .select('headers_hash')
    .orderBy('used_at', 'desc')
    .limit(mostHeaders)
  await tx.deleteFrom('payment_report_columns').where('headers_hash', 'not in', kept).execute()
}

/** @param fees  in the order of the ids, in which all reports lock them */
export async function saveFees(tx: Tx, fees: readonly { id: string; fee: number }[]): Promise<void> {
  const ids = fees.map(({ id }) => id)
  const amounts = fees.map(({ fee }) => fee)
  await sql`
    insert into payment_fees (attempt_id, fee_idr)
    select * from unnest(${ids}::text[], ${amounts}::bigint[])
    on conflict (attempt_id) do update set fee_idr = excluded.fee_idr
      where payment_fees.fee_idr <> excluded.fee_idr`.execute(tx)
}

/** The attempts with these ids that belong to an order. `received` is the money that arrived, `gone` what of it the gateway let go, in rupiah. */
export function attemptsById(db: Db, ids: string[]) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'order_id', 'status', 'key_set_id', 'used_method', 'reversed_at'])
    .select(sql<number>`coalesce(received_amount, amount)`.as('received'))
    .select(
      sql<number>`(
        select coalesce(sum(case kind when 'restored' then -amount_idr else amount_idr end), 0)::bigint from money_entries
        where attempt_id = payment_attempts.id and kind <> 'received' and way <> 'hand')`.as('gone'),
    )
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('unassigned_at', 'is', null)
    .execute()
}
export type KnownAttempt = Awaited<ReturnType<typeof attemptsById>>[number]

/** Which of these ids are in the list of payments without an order. */
export async function unmatchedIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unmatched_payments')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The payments that the shop has in this time, and those with one of these ids, that are not in the report; the first
 * `maxListed`, and their number. Payments of another environment of the gateway are in another dashboard.
 */
export async function paidButNotIn(
  db: Db,
  { span, inReport, otherwise }: { span: MissingSpan | null; inReport: string[]; otherwise: string[] },
  environment: string | undefined,
) {
  const { rows } = await sql<{ id: string; order_id: string; amount: number; paid_at: Date; total: number }>`
    select attempt.id, order_id, coalesce(received_amount, amount) as amount, paid_at, count(*) over () as total
    from payment_attempts attempt left join payment_key_sets keys on keys.id = attempt.key_set_id
    where attempt.status = 'SUKSES' and attempt.by_hand is null
      and (keys.environment is null or keys.environment = ${environment ?? ''})
      and (paid_at between ${span?.from ?? null} and ${span?.until ?? null}
        or attempt.id = any(${otherwise}::text[]))
      and not exists (select from unnest(${inReport}::text[]) as known(id) where known.id = attempt.id)
    order by paid_at, attempt.id limit ${maxListed}`.execute(db)
  return rows
}
