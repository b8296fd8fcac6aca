import { AuditList, AuditQuery } from '@camilan/contract/audit'
import { OrderPath, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotFound } from '../../platform/errors.ts'
import { paged } from '../../platform/http/paged.ts'
import type { RouteDeps } from '../login/guards.ts'
import { presentEntry } from './present.ts'
import { listChanges, subjectExists } from './queries.ts'
import type { Subject } from './record-change.ts'

/** The changes of a product or an order: which administrator changed what, and when. */
export const auditRoutes =
  ({ db, guards }: Pick<RouteDeps, 'db' | 'guards'>): FastifyPluginAsyncZod =>
  async (api) => {
    const common = { tags: ['audit'], response: { 200: AuditList } }

    async function listOf(subject: Subject, query: AuditQuery): Promise<AuditList> {
      const { rows, total } = await listChanges(db, subject, query)
      // A deleted product keeps its entries: this one has never existed.
      if (total === 0 && !(await subjectExists(db, subject))) throw new NotFound()
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
