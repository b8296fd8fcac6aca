import { ProfileChange, User } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { MediaStore } from '../media/media-store.ts'
import { readImageForm } from '../media/read-image-form.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { accountOf, type Guards } from './guards.ts'
import { findUser, toUser } from './queries.ts'
import { updateProfile } from './update-profile.ts'

export interface ProfileDeps {
  db: Db
  guards: Guards
  media: MediaStore
  /** The origin that addresses of pictures begin with. */
  publicUrl: string
}

/** One's own profile, at the customers' path and at the administrators'. */
export const profileRoutes =
  ({ db, guards, media, publicUrl }: ProfileDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const entrances = [
      { path: '/users/me', onRequest: guards.signedIn },
      { path: '/admin/users/me', onRequest: guards.admin },
    ]
    for (const { path, onRequest } of entrances) {
      const common = { tags: ['accounts'], security: [{ bearer: [] }], response: { 200: success(User) } }

      api.get(path, { onRequest, schema: { ...common, summary: 'My profile' } }, async (request) => {
        const user = await findUser(db, accountOf(request).id)
        if (!user) throw new NotFound()
        return { data: toUser(user, publicUrl) }
      })

      api.put(
        path,
        { onRequest, schema: { ...common, summary: 'Change my profile', consumes: ['multipart/form-data'] } },
        async (request) => {
          const { form, image } = await readImageForm(request, ProfileChange, {
            imageTooLarge: imageSentences.profileSize,
          })
          const user = await updateProfile({ db, media }, accountOf(request).id, form, image)
          return { data: toUser(user, publicUrl), message: 'Profil berhasil diperbarui' }
        },
      )
    }
  }
