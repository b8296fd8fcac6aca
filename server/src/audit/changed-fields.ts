import type { AuditChange } from '@camilan/contract/audit'

type Row<Field extends string> = Record<Field, AuditChange['before']>

/** The fields that differ, in the order given. Null stands for a row before it was made, or after it was deleted. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Row<Field> | null,
  after: Row<Field> | null,
): AuditChange[] {
  return fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => change.before !== change.after)
}
