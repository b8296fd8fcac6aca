import { PasswordForgotten, PasswordReset } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { forgotPassword } from './forgot-password.ts'
import { clientOf } from './limits.ts'
import type { Sender } from './password-mails.ts'
import { resetPassword } from './reset-password.ts'

export interface ResetDeps {
  db: Db
  clock: Clock
  sender: Sender
}

const tags = ['accounts']

/** Routes for users who forgot their password. */
export const resetRoutes =
  ({ db, clock, sender }: ResetDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/auth/forgot-password',
      {
        schema: {
          tags,
          summary: 'Mail a link for a new password',
          body: PasswordForgotten,
          response: { 200: Message },
        },
      },
      async (request) => {
        await forgotPassword(db, request.body.email, clock())
        return {
          message:
            'Jika email tersebut terdaftar, kami segera mengirim tautan untuk membuat kata sandi baru. Periksa kotak masuk dan folder spam Anda.',
        }
      },
    )

    api.post(
      '/auth/reset-password',
      {
        schema: {
          tags,
          summary: 'Set a new password by a mailed link, and end all sessions',
          body: PasswordReset,
          response: { 200: Message },
        },
      },
      async (request) => {
        await resetPassword({ db, sender }, clientOf(request), request.body, clock())
        return { message: 'Kata sandi berhasil diubah. Silakan login dengan kata sandi baru Anda.' }
      },
    )
  }
