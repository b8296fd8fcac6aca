import { jakartaDay } from '@camilan/contract/jakarta'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { ownDataOf } from './own-data.ts'

export const ownDataRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/users/me/export',
      {
        onRequest: guards.signedIn,
        schema: {
          tags: ['accounts'],
          summary: 'All that the shop keeps of me, by table',
          response: { 200: success(z.record(z.string(), z.unknown())) },
        },
      },
      async (request, reply) => {
        const name = `data-saya-${jakartaDay(clock())}.json`
        return reply
          .header('content-disposition', `attachment; filename="${name}"`)
          .send({ data: await ownDataOf(db, accountOf(request).id) })
      },
    )
  }
