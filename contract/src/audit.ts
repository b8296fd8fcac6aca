import * as z from 'zod/mini'
import { EntryPages, Instant, limitOf, Page } from './wire.ts'

export const auditActions = ['created', 'changed', 'deleted', 'archived'] as const
export type AuditAction = (typeof auditActions)[number]

const AuditValue = z.nullable(z.union([z.string(), z.number()]))

/** `before` is null where there was nothing, `after` where there is nothing left; an image is the hash of its picture. */
export const AuditChange = z.object({ field: z.string(), before: AuditValue, after: AuditValue })
export type AuditChange = z.infer<typeof AuditChange>

/** What an administrator did to a product or an order, with the name they had then. */
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
