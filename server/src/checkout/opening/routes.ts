import { AdminOpening, Opening } from '@camilan/contract/opening-answer'
import { Closure } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { presentSettings } from '../../settings/present.ts'
import type { Settings } from '../../settings/settings.ts'
import { closeShop, reopenShop } from './close-shop.ts'
import { sentenceOf } from './present.ts'
import { readOpening } from './read-opening.ts'
import type { ShopOpening } from './shop-opening.ts'

export interface OpeningRouteDeps extends RouteDeps {
  settings: Settings
  imageUrl: ImageUrl
  opening: ShopOpening
}

/** Everybody may ask whether the shop takes orders. Administrators close and open it. */
export const openingRoutes =
  ({ db, clock, guards, settings, imageUrl, opening }: OpeningRouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const deps = { db, settings, present: presentSettings(settings.base, imageUrl) }
    api.get(
      '/opening',
      { schema: { tags: ['orders'], summary: 'Whether the shop takes orders', response: { 200: success(Opening) } } },
      async () => ({ data: opening.current() }),
    )

    const admin = { onRequest: guards.admin }
    const common = { tags: ['settings'], response: { 200: success(AdminOpening) } }
    const read = (now: Date) => readOpening(db, settings.current(), now)

    api.get(
      '/admin/opening',
      {
        ...admin,
        schema: { ...common, summary: 'Whether the shop takes orders, and what is left of the cap of today' },
      },
      async () => ({ data: await read(clock()) }),
    )

    api.post(
      '/admin/opening/close',
      { ...admin, schema: { ...common, summary: 'Close the shop for a while', body: Closure } },
      async (request) => {
        const now = clock()
        await closeShop(deps, accountOf(request), request.body, now)
        return { data: await read(now), message: 'Toko ditutup' }
      },
    )

    api.post(
      '/admin/opening/reopen',
      { ...admin, schema: { ...common, summary: 'Open the shop again' } },
      async (request) => {
        const now = clock()
        await reopenShop(deps, accountOf(request), now)
        const data = await read(now)
        return { data, message: sentenceOf(data.opening) || 'Toko dibuka lagi' }
      },
    )
  }
