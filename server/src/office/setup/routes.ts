import { LoggedIn } from '@camilan/contract/accounts'
import { OwnAccount, Samples, SamplesRemoved, Setup, SetupChange } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { makeOwnAccount } from '../../people/first-admin/make-own-account.ts'
import type { PasswordDeps } from '../../people/login/common-passwords.ts'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { logLogin } from '../../people/login/log-access.ts'
import { OwnAccountRefused } from '../../people/users/errors.ts'
import { clientOf } from '../../people/users/limits.ts'
import { changeSetup } from './change-setup.ts'
import { readSetup, type SetupDeps } from './read-setup.ts'
import { readSamples, removeSamples } from './remove-samples.ts'

async function assertDemo(request: FastifyRequest): Promise<void> {
  if (!accountOf(request).isDemo) throw new OwnAccountRefused(null)
}

/** 'Siapkan toko', for administrators. */
export const setupRoutes =
  ({ clock, guards, ...deps }: SetupDeps & PasswordDeps & RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const common = { tags: ['setup'] }

    api.get(
      '/admin/setup',
      { ...guard, schema: { ...common, summary: 'What the shop still needs', response: { 200: success(Setup) } } },
      async () => ({ data: await readSetup(deps, clock()) }),
    )

    api.put(
      '/admin/setup',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Close the list or open it again, or confirm the costs of delivery',
          body: SetupChange,
          response: { 200: success(Setup) },
        },
      },
      async (request) => {
        await changeSetup(deps.db, accountOf(request), request.body, clock())
        return { data: await readSetup(deps, clock()) }
      },
    )

    api.get(
      '/admin/setup/samples',
      {
        ...guard,
        schema: { ...common, summary: 'What removing the samples would do', response: { 200: success(Samples) } },
      },
      async (request) => ({ data: await readSamples(deps, accountOf(request), clock()) }),
    )

    api.post(
      '/admin/setup/account',
      {
        onRequest: [guards.admin, assertDemo],
        schema: {
          ...common,
          summary: 'Make an administrator of my own, while I am in as a demo account and the shop has none, and log in',
          body: OwnAccount,
          response: { 201: success(LoggedIn) },
          refusals: ['EMAIL_TAKEN'],
        },
      },
      async (request, reply) => {
        const made = await makeOwnAccount(deps, clientOf(request), accountOf(request), request.body, clock())
        logLogin(request, made)
        return reply.status(201).send({ data: { ...made, is_admin: true, role: 'admin' as const } })
      },
    )

    api.post(
      '/admin/setup/remove-samples',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Remove the sample products and close the demo accounts, for good',
          response: { 200: success(SamplesRemoved) },
        },
      },
      async (request) => ({
        data: await removeSamples(deps.db, accountOf(request), clock()),
        message: 'Contoh sudah dihapus',
      }),
    )
  }
