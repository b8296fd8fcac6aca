import type { AuditChange } from '@camilan/contract/audit'
import { sql } from 'kysely'
import { lastTestMail } from '../../mail/transports/test-mails.ts'
import { settingsSubject } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { latestStored } from '../../platform/db/stored-moments.ts'
import { stockOf } from '../../products/queries.ts'
import { isSample } from '../../products/samples/find-samples.ts'

/** In the history of the settings: the costs of delivery were confirmed unchanged. */
export const deliveryConfirmed = { field: 'delivery_confirmed', before: null, after: 'ya' }

/** In the history of the settings: a backup of the whole shop was downloaded. */
export const backupDownloaded = { field: 'backup_downloaded', before: null, after: 'ya' }

export interface SetupFacts {
  closedAt: Date | null
  samplesRemovedAt: Date | null
  backupMadeAt: Date | null
  backupDownloadedAt: Date | null
  hasOwnProduct: boolean
  hasSampleProducts: boolean
  isDeliveryConfirmed: boolean
  /** Products that visitors see, and those of them that they can order. */
  shownCount: number
  orderableCount: number
  /** When the last test mail was requested, and when it was sent. Null if there is none, or if it failed. */
  testedAt: Date | null
  testSentAt: Date | null
}

/** One statement, because the dashboard waits for it. */
export async function readFacts(db: Db, now: Date): Promise<SetupFacts> {
  const { rows } = await sql<SetupFacts>`
    select marks.checklist_closed_at as "closedAt", marks.samples_removed_at as "samplesRemovedAt",
      (select made_at from last_backup where made_at <= ${latestStored(now)}) as "backupMadeAt",
      exists (
        select from products
        where archived_at is null and (marks.samples_removed_at is not null or not ${isSample})
      ) as "hasOwnProduct",
      marks.samples_removed_at is null and exists (
        select from products where archived_at is null and ${isSample}
      ) as "hasSampleProducts",
      exists ${entries(deliveryConfirmed)} as "isDeliveryConfirmed",
      ${lastEntry(backupDownloaded, now)} as "backupDownloadedAt",
      shown.*, mail.*
    from (select) as one
    left join shop_settings as marks on true
    cross join (
      select count(*) as "shownCount", count(*) filter (where ${stockOf()} > 0) as "orderableCount"
      from products where archived_at is null and is_visible
    ) as shown
    left join lateral (${lastTestMail(db)}) as mail on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select of one row has one row')
  return row
}

const entries = (change: AuditChange) => sql`(
  select from audit_entries
  where subject_type = ${settingsSubject.type} and subject_id = ${settingsSubject.id}
    and changes @> ${JSON.stringify([change])}::jsonb
)`

/** When the settings' history got such an entry last. */
const lastEntry = (change: AuditChange, now: Date) => sql`(
  select max(at) from audit_entries
  where subject_type = ${settingsSubject.type} and subject_id = ${settingsSubject.id}
    and changes @> ${JSON.stringify([change])}::jsonb and at <= ${latestStored(now)}
)`

/** @returns when the samples were removed before; null if this call has marked it */
export async function markSamplesRemoved(tx: Tx, now: Date): Promise<Date | null> {
  await tx
    .insertInto('shop_settings')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const marked = await tx
    .updateTable('shop_settings')
    .set({ samples_removed_at: now })
    .where('samples_removed_at', 'is', null)
    .returning('only_row')
    .executeTakeFirst()
  if (marked) return null
  const { removedAt } = await tx
    .selectFrom('shop_settings')
    .select('samples_removed_at as removedAt')
    .executeTakeFirstOrThrow()
  return removedAt
}

export async function setChecklistClosed(db: Db, closedAt: Date | null): Promise<void> {
  const closed = { checklist_closed_at: closedAt }
  await db
    .insertInto('shop_settings')
    .values(closed)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(closed))
    .execute()
}

export async function countDemoAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_demo', '=', true)
    .executeTakeFirstOrThrow()
  return count
}
