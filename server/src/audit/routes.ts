import { AuditList, AuditQuery } from '@camilan/contract/audit'
import { OrderPath, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Guards } from '../accounts/guards.ts'
import type { Db } from '../platform/db/db.ts'
import { paged } from '../platform/http/paged.ts'
import { presentEntry } from './present.ts'
import { readChanges } from './read-changes.ts'
import type { Subject } from './record-change.ts'

/** Which administrator changed what in a product or an order, and when. */
export const auditRoutes =
  ({ db, guards }: { db: Db; guards: Guards }): FastifyPluginAsyncZod =>
  async (api) => {
    const common = { tags: ['audit'], security: [{ bearer: [] }], response: { 200: AuditList } }

    async function listOf(subject: Subject, query: AuditQuery): Promise<AuditList> {
      const { rows, total } = await readChanges(db, subject, query)
      return { data: rows.map(presentEntry), pagination: paged(query, total, 'total_entries') }
    }

    api.get(
      '/admin/products/:id/audit',
      {
        onRequest: guards.admin,
        schema: { ...common, summary: 'Changes of a product', params: UuidPath, querystring: AuditQuery },
      },
      ({ params, query }) => listOf({ type: 'product', id: params.id.toLowerCase() }, query),
    )

    api.get(
      '/admin/orders/:id/audit',
      {
        onRequest: guards.admin,
        schema: { ...common, summary: 'Changes of an order', params: OrderPath, querystring: AuditQuery },
      },
      ({ params, query }) => listOf({ type: 'order', id: params.id }, query),
    )
  }
