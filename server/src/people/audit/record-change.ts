import type { AuditAction, AuditChange } from '@camilan/contract/audit'
import type { Tx } from '../../platform/db/db.ts'
import type { AuditSubject } from '../../platform/db/db-types.ts'
import type { Account } from '../login/guards.ts'

/** The administrator who made a change. */
export type Administrator = Pick<Account, 'id' | 'name'>

export interface Subject {
  type: AuditSubject
  id: string
}

/** The subject of all entries about settings. */
export const settingsSubject = { type: 'settings', id: 'shop' } as const satisfies Subject

/** Store an audit entry in the transaction of the change. A second call stores a second entry. */
export async function recordChange(
  tx: Tx,
  by: Administrator,
  { type, id }: Subject,
  { action, changes = [] }: { action: AuditAction; changes?: readonly AuditChange[] },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      at: now,
      actor_id: by.id,
      actor_name: by.name,
      subject_type: type,
      subject_id: id,
      action,
      changes: JSON.stringify(changes),
    })
    .execute()
}
