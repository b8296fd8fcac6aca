import type { AuditChange, AuditQuery } from '@camilan/contract/audit'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { AuditEntries } from '../../platform/db/db-types.ts'
import type { Subject } from './record-change.ts'

const entryColumns = ['id', 'at', 'actor_id', 'actor_name', 'action', 'changes'] as const
export type AuditRow = Pick<Selectable<AuditEntries>, (typeof entryColumns)[number]>

/** One page of the changes of a product or an order, the newest first, and how many there are in all. */
export async function listChanges(
  db: Db,
  { type, id }: Subject,
  { page, limit }: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const entries = db.selectFrom('audit_entries').where('subject_type', '=', type).where('subject_id', '=', id)
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select(entryColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}

/** The newest entry that says that a subject was deleted or archived; undefined if it never was. */
export async function lastRemoval(
  db: Db,
  { type, id }: Subject,
): Promise<{ at: Date; changes: AuditChange[] } | undefined> {
  const entry = await db
    .selectFrom('audit_entries')
    .select(['at', 'changes'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('action', 'in', ['deleted', 'archived'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry && { at: entry.at, changes: entry.changes as AuditChange[] }
}

/** Whether the product or order exists; archived products count. */
export async function subjectExists(db: Db, { type, id }: Subject): Promise<boolean> {
  const found =
    type === 'product'
      ? db.selectFrom('products').select('id').where('id', '=', id)
      : db.selectFrom('orders').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
