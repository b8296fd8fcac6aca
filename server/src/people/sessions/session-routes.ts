import { OwnSession } from '@camilan/contract/accounts'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type RouteDeps } from '../login/guards.ts'
import type { Limits } from '../users/limits.ts'
import { deviceOf } from './device-of.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'

/** The devices on which the user is logged in. */
export const sessionRoutes =
  ({ db, clock, guards, limits }: RouteDeps & { limits: Limits }): FastifyPluginAsyncZod =>
  async (api) => {
    const path = '/users/me/sessions'
    const common = { onRequest: guards.signedIn }
    const tags = ['accounts']

    api.get(
      path,
      {
        ...common,
        schema: {
          tags,
          summary: 'My sessions: this one first, then the one used last',
          response: { 200: success(z.array(OwnSession)) },
        },
      },
      async (request) => {
        const sessions = await listSessions(db, accountOf(request), { limit: limits.sessionsPerAccount }, clock())
        const data = sessions.map(({ user_agent, created_at, last_used_at, ...session }) => ({
          ...session,
          ...deviceOf(user_agent),
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        }))
        return { data }
      },
    )

    api.delete(
      path,
      { ...common, schema: { tags, summary: 'End all my other sessions', response: { 200: Message } } },
      async (request) => {
        await endOtherSessions(db, accountOf(request))
        return { message: 'Semua perangkat lain sudah keluar.' }
      },
    )

    api.delete(
      `${path}/:id`,
      {
        ...common,
        schema: {
          tags,
          summary: 'End one of my sessions',
          params: UuidPath,
          response: { 200: Message },
        },
      },
      async (request) => {
        await endOwnSession(db, accountOf(request), request.params.id)
        return { message: 'Perangkat itu sudah keluar.' }
      },
    )
  }
