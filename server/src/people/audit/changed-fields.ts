import type { AuditChange } from '@camilan/contract/audit'

type Row<Field extends string> = Record<Field, AuditChange['before'] | string[]>

/** A list is compared and kept as a text; an empty one is no value. */
const auditValue = (value: AuditChange['before'] | string[] | undefined) =>
  (Array.isArray(value) ? value.join(' ') || null : value) ?? null

/** The fields that differ, in the order given. `before` is null for a new row, `after` for a deleted one. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Row<Field> | null,
  after: Row<Field> | null,
): AuditChange[] {
  return fields
    .map((field) => ({ field, before: auditValue(before?.[field]), after: auditValue(after?.[field]) }))
    .filter((change) => change.before !== change.after)
}
