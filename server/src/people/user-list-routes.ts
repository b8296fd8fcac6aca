import { UserList, UserQuery } from '@camilan/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paged } from '../platform/http/paged.ts'
import type { RouteDeps } from './login/guards.ts'
import type { UserPresenter } from './present.ts'
import { listUsers } from './users/queries.ts'

export const userListRoutes =
  ({ db, guards, present }: Pick<RouteDeps, 'db' | 'guards'> & { present: UserPresenter }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/admin/users',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['admin users'],
          summary: 'Search customers, staff and administrators',
          querystring: UserQuery,
          response: { 200: UserList },
        },
      },
      async (request) => {
        const { rows, total } = await listUsers(db, request.query)
        return {
          data: rows.map(({ last_login_at, tags, ...row }) => ({
            ...present.user(row),
            last_login_at: last_login_at?.toISOString() ?? null,
            tags,
          })),
          pagination: paged(request.query, total, 'total_users'),
        }
      },
    )
  }
