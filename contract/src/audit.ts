import * as z from 'zod/mini'
import { EntryPages, Instant, limitOf, Page } from './wire.ts'

export const auditActions = ['created', 'changed', 'deleted', 'archived', 'restored'] as const
export type AuditAction = (typeof auditActions)[number]

const AuditValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** `before` is null if no value was set, `after` if the value was removed. An image is given as its hash. */
export const AuditChange = z.object({ field: z.string(), before: AuditValue, after: AuditValue })
export type AuditChange = z.infer<typeof AuditChange>

/** A change of a product or an order, with the administrator's name at the time. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  actor: z.object({ id: z.string(), name: z.string() }),
  action: z.enum(auditActions),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({ page: Page, limit: limitOf(10) })
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditList = z.object({ data: z.array(AuditEntry), pagination: EntryPages })
export type AuditList = z.infer<typeof AuditList>
