import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import type { UpdateResult } from 'kysely'
import { type Administrator, recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { days, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { type MissingSpan, quietTopic } from '../../platform/quiet.ts'

type Query = (text: string, values?: unknown[]) => Promise<unknown>

/** In the transaction that restores the shop. The backup may be older than the table: then it is made. */
export async function createMissingSpan(query: Query, { from, until }: MissingSpan): Promise<void> {
  await query(`create table if not exists missing_spans (
    until_at timestamptz primary key,
    from_at timestamptz not null,
    compared_at timestamptz
  )`)
  await query('insert into missing_spans (until_at, from_at) values ($1, $2)', [until, from])
}

/** The time of which nobody has compared a report with the shop since it was restored. */
export async function readMissingSpan(db: Db): Promise<MissingSpan | undefined> {
  const { from, until } = await db
    .selectFrom('missing_spans')
    .select(({ fn }) => [fn.min<Date | null>('from_at').as('from'), fn.max<Date | null>('until_at').as('until')])
    .where('compared_at', 'is', null)
    .executeTakeFirstOrThrow()
  return from && until ? { from, until } : undefined
}

/**
 * A report has whole days of Jakarta. The days before and after it stay missing.
 * @param report  the time of the report's payments; null: it covers all. @returns whether something was missing
 */
export async function markCompared(tx: Tx, report: MissingSpan | null, now: Date): Promise<boolean> {
  const spans = tx.updateTable('missing_spans').where('compared_at', 'is', null)
  if (report === null) return publishIf(tx, [await spans.set({ compared_at: now }).executeTakeFirst()])
  const { from } = report
  const until = later(jakartaMidnight(jakartaDay(report.until)), days(1))
  const compared = spans.set({ compared_at: now }).where('from_at', '>=', from).where('until_at', '<=', until)
  const begun = spans.set({ from_at: until }).where('from_at', '>=', from).where('from_at', '<', until)
  const ended = spans.set({ until_at: from }).where('until_at', '<=', until).where('until_at', '>', from)
  const changes: UpdateResult[] = []
  for (const change of [compared, begun, ended]) changes.push(await change.executeTakeFirst())
  return publishIf(tx, changes)
}

async function publishIf(tx: Tx, changes: readonly UpdateResult[]): Promise<boolean> {
  const isChanged = changes.some(({ numUpdatedRows }) => numUpdatedRows > 0n)
  if (isChanged) await publish(tx, { topic: quietTopic, event: 'compared', data: null })
  return isChanged
}

/** An administrator knows, without a report, that nothing is missing, as after a move. A second call changes nothing. */
export async function stateNothingMissing(db: Db, by: Administrator, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await markCompared(tx, null, now))) return
    const changes = [{ field: 'nothing_missing', before: null, after: 1 }]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
  })
}
