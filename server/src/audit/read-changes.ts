import type { AuditList, AuditQuery } from '@camilan/contract/audit'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { isKnown, listChanges } from './queries.ts'
import type { Subject } from './record-change.ts'

/**
 * A page of what administrators did to a product or an order; also of a product that is deleted by now.
 * @throws {NotFound} there never was one
 */
export async function readChanges(db: Db, subject: Subject, query: AuditQuery): Promise<AuditList> {
  const list = await listChanges(db, subject, query)
  if (list.pagination.total_entries === 0 && !(await isKnown(db, subject))) throw new NotFound()
  return list
}
