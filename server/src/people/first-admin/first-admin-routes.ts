import { FirstAdmin, FirstAdminLink, FirstAdminLinkCheck, FirstAdminLoggedIn } from '@camilan/contract/accounts'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { sameOrigin } from '../../platform/http/same-origin.ts'
import type { PasswordDeps } from '../login/common-passwords.ts'
import { logLogin } from '../login/log-access.ts'
import { clientOf, type Limits } from '../users/limits.ts'
import { becomeFirstAdmin } from './become-first-admin.ts'
import { stateOfFirstAdminLink } from './first-admin-links.ts'

export interface FirstAdminDeps extends PasswordDeps {
  db: Db
  clock: Clock
  limits: Limits
  publicUrl: string
}

const tags = ['accounts']

/** Routes for the operator of a shop without an administrator. The token is in the body, because URLs are logged. */
export const firstAdminRoutes =
  ({ db, clock, limits, publicUrl, sender }: FirstAdminDeps): FastifyPluginAsyncZod =>
  async (api) => {
    // It needs no limit, like the check of a reset link: a token can't be guessed.
    api.post(
      '/auth/check-first-admin-link',
      {
        schema: {
          tags,
          summary: 'What the link for the first administrator is good for; changes nothing',
          body: FirstAdminLink,
          response: { 200: success(FirstAdminLinkCheck) },
        },
      },
      async (request) => ({ data: { state: await stateOfFirstAdminLink(db, request.body.token, clock()) } }),
    )

    api.post(
      '/auth/first-admin',
      {
        onRequest: sameOrigin(publicUrl),
        schema: {
          tags,
          summary:
            'Create the first administrator by the link of the operator, and log in; only from a page of the shop',
          body: FirstAdmin,
          response: { 201: success(FirstAdminLoggedIn) },
          refusals: ['FORBIDDEN', 'EMAIL_TAKEN', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const { token, id, recoveryCodes } = await becomeFirstAdmin(
          { db, limits, sender },
          clientOf(request),
          request.body,
          clock(),
        )
        request.log.info('the first administrator was created by the link')
        logLogin(request, { id })
        return reply
          .status(201)
          .send({ data: { token, id, is_admin: true, role: 'admin' as const, recovery_codes: recoveryCodes } })
      },
    )
  }
