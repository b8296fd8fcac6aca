import { jakartaDay } from '@camilan/contract/jakarta'
import { success } from '@camilan/contract/wire'
import { AdminZones, ZonesCsv, ZonesCsvResult, ZonesUpdate } from '@camilan/contract/zones'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { storedSettings } from '../queries.ts'
import { resolveSettings } from '../resolve-settings.ts'
import type { Settings } from '../settings.ts'
import { changeZones } from './change-zones.ts'
import { presentZones } from './present.ts'
import { storedZones } from './queries.ts'
import { exportZones, importZones } from './zones-csv.ts'

export const zoneRoutes =
  ({ db, clock, guards, settings }: RouteDeps & { settings: Settings }): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const common = { tags: ['settings'] }

    api.get(
      '/admin/zones',
      { ...guard, schema: { ...common, summary: 'Where the shop delivers', response: { 200: success(AdminZones) } } },
      async () => {
        const { settings: stored, version } = await storedSettings(db)
        return { data: presentZones(resolveSettings(settings.base, stored), await storedZones(db), version) }
      },
    )

    api.put(
      '/admin/zones',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Replace all zones but the first, which the settings say',
          body: ZonesUpdate,
          response: { 200: success(AdminZones) },
          refusals: ['SETTINGS_CHANGED'],
        },
      },
      async (request) => ({
        data: await changeZones({ db, settings }, accountOf(request), request.body, clock()),
        message: 'Zona tersimpan',
      }),
    )

    api.get(
      '/admin/zones/csv',
      { ...guard, schema: { ...common, summary: 'The zones but the first as CSV', produces: ['text/csv'] } },
      async (_request, reply) =>
        reply
          .type('text/csv; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="zona-${jakartaDay(clock())}.csv"`)
          .send(exportZones(await storedZones(db), settings.current().csv_separator)),
    )

    api.put(
      '/admin/zones/csv',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Replace all zones but the first by a CSV, or see what it would make',
          body: ZonesCsv,
          response: { 200: success(ZonesCsvResult) },
          refusals: ['SETTINGS_CHANGED'],
        },
      },
      async (request) => ({
        data: await importZones({ db, settings }, accountOf(request), request.body, clock()),
      }),
    )
  }
