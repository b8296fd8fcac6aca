import { ProfileChange, User } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Sender } from '../mail/mail-content.ts'
import type { Media } from '../media/open-media.ts'
import { withImageForm } from '../media/with-image-form.ts'
import { NotFound } from '../platform/errors.ts'
import { accountOf, type RouteDeps } from './login/guards.ts'
import type { UserPresenter } from './present.ts'
import { updateProfile } from './update-profile.ts'
import { clientOf, type Limits } from './users/limits.ts'
import { findUser } from './users/queries.ts'

export interface ProfileDeps extends RouteDeps {
  media: Media
  sender: Sender
  limits: Limits
  present: UserPresenter
}

/** The profile of the session's user, at one path for all users and at another for administrators and staff. */
export const profileRoutes =
  ({ db, clock, guards, media, sender, limits, present }: ProfileDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const paths = [
      { path: '/users/me', onRequest: guards.signedIn },
      { path: '/admin/users/me', onRequest: guards.staff },
    ]
    for (const { path, onRequest } of paths) {
      const common = { tags: ['accounts'], response: { 200: success(User) } }

      api.get(path, { onRequest, schema: { ...common, summary: 'My profile' } }, async (request) => {
        const account = accountOf(request)
        const user = await findUser(db, account.id)
        if (!user) throw new NotFound()
        return { data: present.me(user, account) }
      })

      api.put(
        path,
        {
          onRequest,
          schema: {
            ...common,
            summary: 'Change my profile',
            form: ProfileChange,
            refusals: ['EMAIL_TAKEN', 'WRONG_PASSWORD', 'RATE_LIMITED'],
          },
        },
        async (request) => {
          const read = { schema: ProfileChange, imageTooLarge: imageSentences.profileSize }
          const user = await withImageForm(media, request, read, ({ form, image }) =>
            updateProfile(
              { db, limits, media, sender },
              { ...accountOf(request), ...clientOf(request) },
              { form, picture: image },
              clock(),
            ),
          )
          return { data: present.me(user, accountOf(request)), message: 'Profil berhasil diperbarui' }
        },
      )
    }
  }
