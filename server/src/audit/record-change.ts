import type { AuditAction, AuditChange } from '@camilan/contract/audit'
import type { Account } from '../accounts/guards.ts'
import type { Db } from '../platform/db/db.ts'
import type { AuditSubject } from '../platform/db/db-types.ts'

/** Who did it. */
export type By = Pick<Account, 'id' | 'name'>

export interface Subject {
  type: AuditSubject
  id: string
}

/**
 * Write down what an administrator did. A second call writes it down again.
 * @param tx  the transaction of the change itself, so that neither is there without the other
 */
export async function recordChange(
  tx: Db,
  by: By,
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
