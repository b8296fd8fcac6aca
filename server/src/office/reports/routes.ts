import { jakartaDay } from '@camilan/contract/jakarta'
import { daysOf } from '@camilan/contract/periods'
import { Dashboard, DashboardQuery, Report, ReportQuery } from '@camilan/contract/reports'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../../people/login/guards.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { ShopError } from '../../platform/errors.ts'
import { readDashboard } from './read-dashboard.ts'
import { readReport } from './read-report.ts'

export const reportRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const common = { tags: ['reports'] }
    /** A report of many orders takes seconds, in which buyers need the other connections. */
    const inTurn = limitConcurrency({ running: 2, waiting: 30 })

    api.get(
      '/admin/dashboard',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Figures of the shop: orders, revenue, best sellers, low stock',
          querystring: DashboardQuery,
          response: { 200: success(Dashboard) },
        },
      },
      async (request) => ({ data: await readDashboard(db, request.query.days, clock()) }),
    )

    api.get(
      '/admin/report',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Sales of some days beside those before, by product, city, customer and day',
          refusals: ['VALIDATION', 'UNAVAILABLE'],
          querystring: ReportQuery,
          response: { 200: success(Report) },
        },
      },
      async ({ query: { period, from, to }, signal }) => {
        const days = from && to ? { from, to } : daysOf(period, jakartaDay(clock()))
        const report = await inTurn(async () => {
          // The administrator has chosen other days meanwhile.
          if (signal.aborted) throw new ShopError('UNAVAILABLE')
          return readReport(db, days)
        })
        return { data: report }
      },
    )
  }
