import type { AuditQuery } from '@camilan/contract/audit'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { type AuditRow, listChanges, subjectExists } from './queries.ts'
import type { Subject } from './record-change.ts'

/**
 * One page of the changes of a product or an order. A product that was deleted keeps its entries.
 * @throws {NotFound} such a product or order has never existed
 */
export async function readChanges(
  db: Db,
  subject: Subject,
  query: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const list = await listChanges(db, subject, query)
  if (list.total === 0 && !(await subjectExists(db, subject))) throw new NotFound()
  return list
}
