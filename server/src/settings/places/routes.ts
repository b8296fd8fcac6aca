import { Place, PlaceQuery } from '@camilan/contract/places'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { findPlaces } from './places.ts'

/** They change with a release. */
const cacheControl = 'public, max-age=86400'

export const placeRoutes: FastifyPluginAsyncZod = async (api) => {
  api.get(
    '/places',
    {
      schema: {
        tags: ['settings'],
        summary: 'Provinces, kabupaten, kota and kecamatan, by what people type or by the place around them',
        querystring: PlaceQuery,
        response: { 200: success(z.array(Place)) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', cacheControl)
      return { data: findPlaces(request.query).map(({ code, name, kind, within }) => ({ code, name, kind, within })) }
    },
  )
}
