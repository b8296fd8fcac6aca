import type { AuditChange, AuditList, AuditQuery } from '@camilan/contract/audit'
import type { Db } from '../platform/db/db.ts'
import type { Subject } from './record-change.ts'

/** What was done to a product or an order, newest first. */
export async function listChanges(db: Db, { type, id }: Subject, { page, limit }: AuditQuery): Promise<AuditList> {
  const entries = db.selectFrom('audit_entries').where('subject_type', '=', type).where('subject_id', '=', id)
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select(['id', 'at', 'actor_id', 'actor_name', 'action', 'changes'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    data: rows.map(({ id, at, actor_id, actor_name, action, changes }) => ({
      id: String(id),
      at: at.toISOString(),
      actor: { id: actor_id, name: actor_name },
      action,
      changes: changes as AuditChange[],
    })),
    pagination: { page, total_page: Math.ceil(total / limit), total_entries: total },
  }
}

/** Whether there is such a product or order, archived ones too. */
export async function isKnown(db: Db, { type, id }: Subject): Promise<boolean> {
  const found =
    type === 'product'
      ? db.selectFrom('products').select('id').where('id', '=', id)
      : db.selectFrom('orders').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
