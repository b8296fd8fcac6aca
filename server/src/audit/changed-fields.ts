import type { AuditChange } from '@camilan/contract/audit'

type Row<Field extends string> = Record<Field, AuditChange['before']>

/** The fields that differ, in the order given. `before` is null for a new row, `after` for a deleted one. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Row<Field> | null,
  after: Row<Field> | null,
): AuditChange[] {
  return fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => change.before !== change.after)
}
