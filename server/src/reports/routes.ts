import { Dashboard, DashboardQuery } from '@camilan/contract/reports'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../accounts/guards.ts'
import { readDashboard } from './read-dashboard.ts'

export const reportRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/admin/dashboard',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['reports'],
          security: [{ bearer: [] }],
          summary: 'Figures of the shop: orders, revenue, best sellers, low stock',
          querystring: DashboardQuery,
          response: { 200: success(Dashboard) },
        },
      },
      async (request) => ({ data: await readDashboard(db, request.query.days, clock()) }),
    )
  }
