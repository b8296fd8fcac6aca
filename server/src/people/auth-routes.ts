import { Credentials, LoggedIn, PasswordChange, Registered, Registration } from '@camilan/contract/accounts'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Sender } from '../mail/mail-content.ts'
import { changePassword } from './change-password.ts'
import { accountOf, type RouteDeps, tokenOf } from './login/guards.ts'
import { logLogin } from './login/log-access.ts'
import { logIn } from './login/log-in.ts'
import { register } from './login/register.ts'
import { endSession } from './sessions/sessions.ts'
import { clientOf, type Limits } from './users/limits.ts'

export interface AuthDeps extends RouteDeps {
  limits: Limits
  demoLogin: boolean
  sender: Sender
}

const tags = ['accounts']

/** Registration, login, logout and change of password. */
export const authRoutes =
  ({ db, clock, guards, limits, demoLogin, sender }: AuthDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/auth/register',
      {
        schema: {
          tags,
          summary: 'Register a customer',
          body: Registration,
          response: { 201: success(Registered) },
          refusals: ['EMAIL_TAKEN', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const data = await register({ db, limits, sender }, clientOf(request), request.body, clock())
        return reply.status(201).send({ message: 'Pendaftaran berhasil. Silakan login.', data })
      },
    )

    api.post(
      '/auth/login',
      {
        schema: {
          tags,
          summary: 'Log in',
          body: Credentials,
          response: { 200: success(LoggedIn) },
          refusals: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const { token, id, role } = await logIn({ db, limits, demoLogin }, clientOf(request), request.body, clock())
        logLogin(request, { id })
        return { data: { token, id, is_admin: role === 'admin', role } }
      },
    )

    const logOut = {
      onRequest: guards.signedIn,
      schema: { tags, summary: 'Log out', response: { 200: Message } },
      async handler(request: FastifyRequest) {
        await endSession(db, tokenOf(request))
        return { message: 'Anda telah keluar.' }
      },
    }
    api.post('/auth/logout', logOut)
    api.delete('/users/logout', logOut)

    api.put(
      '/users/me/password',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          summary: 'Change my password and end my other sessions',
          body: PasswordChange,
          response: { 200: Message },
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const by = { ...accountOf(request), ...clientOf(request) }
        await changePassword({ db, limits, sender }, by, request.body, clock())
        return { message: 'Kata sandi berhasil diubah.' }
      },
    )
  }
