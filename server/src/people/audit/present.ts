import type { AuditChange, AuditEntry } from '@camilan/contract/audit'
import type { AuditRow } from './queries.ts'

export function presentEntry({ id, at, actor_id, actor_name, action, changes }: AuditRow): AuditEntry {
  return {
    id: String(id),
    at: at.toISOString(),
    actor: { id: actor_id, name: actor_name },
    action,
    changes: changes as AuditChange[],
  }
}
