import { UserList, UserQuery } from '@camilan/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Db } from '../platform/db/db.ts'
import type { Guards } from './guards.ts'
import { listUsers, toUser } from './queries.ts'

export interface UserListDeps {
  db: Db
  guards: Guards
  /** The origin that addresses of pictures begin with. */
  publicUrl: string
}

export const userListRoutes =
  ({ db, guards, publicUrl }: UserListDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/admin/users',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['admin users'],
          security: [{ bearer: [] }],
          summary: 'Search customers and administrators',
          querystring: UserQuery,
          response: { 200: UserList },
        },
      },
      async (request) => {
        const { page, limit } = request.query
        const { rows, total } = await listUsers(db, request.query)
        return {
          data: rows.map((row) => toUser(row, publicUrl)),
          pagination: { page, total_page: Math.ceil(total / limit), total_users: total },
        }
      },
    )
  }
