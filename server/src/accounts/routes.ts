import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type AuthDeps, authRoutes } from './auth-routes.ts'
import { type FirstAdminDeps, firstAdminRoutes } from './first-admin-routes.ts'
import { type ProfileDeps, profileRoutes } from './profile-routes.ts'
import { type ResetDeps, resetRoutes } from './reset-routes.ts'
import { type UserListDeps, userListRoutes } from './user-list-routes.ts'

export type AccountDeps = AuthDeps & FirstAdminDeps & ResetDeps & ProfileDeps & UserListDeps

/** All routes of the room. The scope needs `@fastify/multipart`. */
export const accountRoutes =
  (deps: AccountDeps): FastifyPluginAsyncZod =>
  async (api) => {
    await api.register(authRoutes(deps))
    await api.register(firstAdminRoutes(deps))
    await api.register(resetRoutes(deps))
    await api.register(profileRoutes(deps))
    await api.register(userListRoutes(deps))
  }
