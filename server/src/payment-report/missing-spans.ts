import { type Administrator, recordChange } from '../audit/record-change.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { publish } from '../platform/events/broadcast.ts'
import { type MissingSpan, quietTopic } from '../platform/quiet.ts'
import { settingsSubject } from '../settings/change-settings.ts'

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

/** @param report  the time of the report's payments; null: of one that does not say it. @returns whether something was missing */
export async function markCompared(tx: Tx, report: MissingSpan | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('missing_spans')
    .set({ compared_at: now })
    .where('compared_at', 'is', null)
    .$if(report !== null, (spans) =>
      spans.where('from_at', '<=', report?.until ?? now).where('until_at', '>=', report?.from ?? now),
    )
    .executeTakeFirst()
  const isChanged = numUpdatedRows > 0n
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
