import { jakartaDay } from '@camilan/contract/jakarta'
import { Download, OrdersExport } from '@camilan/contract/orders'
import { dayAfter } from '@camilan/contract/periods'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type RouteDeps, tokenOf } from '../../people/login/guards.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Settings } from '../../settings/settings.ts'
import { isDueBy } from '../seller-days.ts'
import { exportOrders } from './export-orders.ts'
import { findTicket, issueTicket } from './export-tickets.ts'

export interface ExportDeps extends RouteDeps {
  publicUrl: string
  settings: Pick<Settings, 'current'>
}

/** All orders of a list as a file. A browser downloads a link without a bearer token, so the URL contains a ticket. */
export const orderExportRoutes =
  ({ db, clock, guards, publicUrl, settings }: ExportDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/admin/orders/export',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders'],
          summary: 'A URL, valid for a minute, of the CSV of the orders that the same query lists',
          querystring: OrdersExport,
          response: { 200: success(Download) },
        },
      },
      async (request) => {
        const query = new URL(request.url, publicUrl).search
        const ticket = await issueTicket(db, tokenOf(request), query, clock())
        return { data: { url: `${publicUrl}/api/admin/orders/export/${ticket}` } }
      },
    )

    api.get(
      '/admin/orders/export/:ticket',
      {
        exposeHeadRoute: false, // it would read all the orders
        schema: {
          tags: ['orders'],
          summary: 'The CSV that the ticket is for',
          produces: ['text/csv'],
          params: z.object({ ticket: z.string() }),
        },
      },
      async (request, reply) => {
        const now = clock()
        const ticket = await findTicket(db, request.params.ticket, now)
        if (!ticket) throw new NotFound('Tautan unduhan sudah tidak berlaku. Unduh lagi dari Kelola Pesanan.')
        const { csv_separator: separator } = settings.current()
        const query = OrdersExport.parse(Object.fromEntries(new URLSearchParams(ticket.query)))
        return reply
          .type('text/csv; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="pesanan-${daysOf(query, now)}.csv"`)
          .send(exportOrders(db, { ...query, due: isDueBy(settings.current(), query.handover, now) }, separator))
      },
    )
  }

/** `2026-11` for a whole month, `2026-11-02-sd-2026-11-08` for other days, that of the download for a list of all days. */
function daysOf({ from, to }: OrdersExport, now: Date): string {
  if (from === null) return to === null ? jakartaDay(now) : `sd-${to}`
  const last = to ?? jakartaDay(now)
  const isMonth = from.endsWith('-01') && dayAfter(last, 1) === dayAfter(from, 31).replace(/..$/, '01')
  return isMonth ? from.slice(0, 7) : from === last ? from : `${from}-sd-${last}`
}
