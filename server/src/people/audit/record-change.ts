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
export function recordChange(tx: Tx, by: Administrator, subject: Subject, change: Change, now: Date): Promise<void> {
  return recordChanges(tx, by, [{ ...subject, ...change }], now)
}

interface Change {
  action: AuditAction
  changes?: readonly AuditChange[]
}

/** The same for many subjects. */
export async function recordChanges(
  tx: Tx,
  by: Administrator,
  entries: readonly (Subject & Change)[],
  now: Date,
): Promise<void> {
  const rows = entries.map(({ type, id, action, changes = [] }) => ({
    at: now,
    actor_id: by.id,
    actor_name: by.name,
    subject_type: type,
    subject_id: id,
    action,
    changes: JSON.stringify(changes),
  }))
  await tx.insertInto('audit_entries').values(rows).execute()
}
