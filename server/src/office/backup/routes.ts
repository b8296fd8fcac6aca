import { Download } from '@camilan/contract/orders'
import { SecretRemoval } from '@camilan/contract/payment-keys'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, ofOwnAccount, type RouteDeps } from '../../people/login/guards.ts'
import { clientOf } from '../../people/users/limits.ts'
import { allowDownload, type DownloadDeps, makeDownloads } from './download-backup.ts'

/** 'Unduh cadangan'. A browser downloads a link without a bearer token, so the URL contains a ticket. */
export const backupRoutes =
  ({ clock, guards, publicUrl, ...deps }: DownloadDeps & RouteDeps & { publicUrl: string }): FastifyPluginAsyncZod =>
  async (api) => {
    const download = makeDownloads(deps)
    api.post(
      '/admin/backup',
      {
        onRequest: [guards.admin, ofOwnAccount],
        schema: {
          tags: ['settings'],
          summary: 'A URL, valid for a minute, of a backup of the whole shop',
          body: SecretRemoval,
          response: { 200: success(Download) },
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const by = { ...accountOf(request), ...clientOf(request) }
        const ticket = await allowDownload(deps, by, request.body.current_password, clock())
        return { data: { url: `${publicUrl}/api/admin/backup/${ticket}` } }
      },
    )

    api.get(
      '/admin/backup/:ticket',
      {
        exposeHeadRoute: false, // it would make a backup
        compress: false, // the tables in it are compressed
        schema: {
          tags: ['settings'],
          summary: 'The backup that the ticket is for, as a tar file',
          produces: ['application/x-tar'],
          params: z.object({ ticket: z.string() }),
        },
      },
      async (request, reply) => {
        const { name, content } = await download(request.params.ticket, clock())
        return reply
          .type('application/x-tar')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(content)
      },
    )
  }
