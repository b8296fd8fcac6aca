import { AuditList, AuditQuery } from '@camilan/contract/audit'
import { imageSentences } from '@camilan/contract/images'
import {
  AdminSettings,
  pictureSettings,
  SettingPictureUpload,
  SettingsUpdate,
  ShopFacts,
} from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ImageUrl } from '../media/files/image-url.ts'
import type { Media } from '../media/open-media.ts'
import { withImageForm } from '../media/with-image-form.ts'
import { presentEntry } from '../people/audit/present.ts'
import { listChanges } from '../people/audit/queries.ts'
import { settingsSubject } from '../people/audit/record-change.ts'
import { accountOf, type RouteDeps } from '../people/login/guards.ts'
import { paged } from '../platform/http/paged.ts'
import { changePicture } from './change-picture.ts'
import { changeSettings } from './change-settings.ts'
import { presentFacts, presentSettings } from './present.ts'
import { storedSettings } from './queries.ts'
import { resolveSettings } from './resolve-settings.ts'
import type { Settings } from './settings.ts'

export interface SettingsRouteDeps extends RouteDeps {
  media: Media
  settings: Settings
  imageUrl: ImageUrl
}

const pictureSummaries = {
  logo: 'Change the logo of the shop',
  hero_picture: 'Change the picture of the home page',
  seller_photo: 'Change the picture of the seller',
  season_picture: 'Change the picture of the season',
} as const

/** Administrators read and change the settings of the shop. Everybody reads the public ones. */
export const settingsRoutes =
  ({ db, clock, guards, media, settings, imageUrl }: SettingsRouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const present = presentSettings(settings.base, imageUrl)
    const guard = { onRequest: guards.admin }
    const common = { tags: ['settings'], response: { 200: success(AdminSettings) } }

    api.get(
      '/shop',
      {
        schema: { tags: ['settings'], summary: 'What the shop says of itself', response: { 200: success(ShopFacts) } },
      },
      async () => ({ data: presentFacts(settings, imageUrl) }),
    )

    api.get('/admin/settings', { ...guard, schema: { ...common, summary: 'Settings of the shop' } }, async () => {
      const stored = await storedSettings(db)
      return { data: present(resolveSettings(settings.base, stored.settings), stored.version) }
    })

    api.put(
      '/admin/settings',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Change settings of the shop',
          body: SettingsUpdate,
          refusals: ['SETTINGS_CHANGED'],
        },
      },
      async (request) => {
        const { version, ...change } = request.body
        const by = accountOf(request)
        const data = await changeSettings({ db, settings, present }, by, { version, change }, clock())
        return { data, message: 'Pengaturan tersimpan' }
      },
    )

    for (const name of pictureSettings) {
      const form = SettingPictureUpload
      api.put(
        `/admin/settings/${name.replace('_', '-')}`,
        { ...guard, schema: { ...common, summary: pictureSummaries[name], form, refusals: ['SETTINGS_CHANGED'] } },
        async (request) => {
          const read = { schema: form, imageTooLarge: imageSentences.productSize }
          const data = await withImageForm(media, request, read, ({ form: { version }, image }) =>
            changePicture({ db, media, settings, present }, accountOf(request), { name, version, image }, clock()),
          )
          return { data, message: name === 'logo' ? 'Logo tersimpan' : 'Gambar tersimpan' }
        },
      )
    }

    api.get(
      '/admin/settings/audit',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Changes of the settings',
          querystring: AuditQuery,
          response: { 200: AuditList },
        },
      },
      async ({ query }) => {
        const { rows, total } = await listChanges(db, settingsSubject, query)
        return { data: rows.map(presentEntry), pagination: paged(query, total, 'total_entries') }
      },
    )
  }
