import { jakartaDay } from '@camilan/contract/jakarta'
import { Download } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Media } from '../../media/open-media.ts'
import { findTicket, issueTicket, markTold } from '../../orders/export/export-tickets.ts'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { ofOwnAccount, type RouteDeps, tokenOf } from '../../people/login/guards.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { zipEverything } from './everything.ts'

interface EverythingRoutesDeps extends RouteDeps {
  publicUrl: string
  media: Media
  csvSeparator: () => string
}

/** Stored with a ticket, in the place of a list's query. */
const ticketText = 'everything'

/** A browser downloads a link without a bearer token, so the URL contains a ticket. */
export const everythingRoutes =
  ({ db, clock, guards, publicUrl, media, csvSeparator }: EverythingRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/admin/everything',
      {
        onRequest: [guards.admin, ofOwnAccount],
        schema: {
          tags: ['settings'],
          summary: 'A URL, valid for a minute, of products, orders, customers and pictures in one zip',
          response: { 200: success(Download) },
        },
      },
      async (request) => {
        const ticket = await issueTicket(db, tokenOf(request), ticketText, clock())
        return { data: { url: `${publicUrl}/api/admin/everything/${ticket}` } }
      },
    )

    api.get(
      '/admin/everything/:ticket',
      {
        exposeHeadRoute: false, // it would read everything
        schema: {
          tags: ['settings'],
          summary: 'The zip that the ticket is for',
          produces: ['application/zip'],
          params: z.object({ ticket: z.string() }),
        },
      },
      async (request, reply) => {
        const now = clock()
        const { ticket } = request.params
        const found = await findTicket(db, ticket, now)
        if (found?.query !== ticketText) {
          throw new NotFound('Tautan unduhan sudah tidak berlaku. Unduh lagi dari Pengaturan.')
        }
        await transact(db, async (tx) => {
          if (await markTold(tx, ticket, now)) return
          const changes = [{ field: 'everything', before: null, after: 'zip' }]
          await recordChange(tx, found.by, settingsSubject, { action: 'changed', changes }, now)
        })
        return reply
          .type('application/zip')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="toko-${jakartaDay(now)}.zip"`)
          .send(await zipEverything({ db, store: media.store, delimiter: csvSeparator(), now: clock() }))
      },
    )
  }
