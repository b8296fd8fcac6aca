import {
  EmailChangeUndo,
  EmailChangeUndone,
  PasswordForgotten,
  PasswordReset,
  ResetLink,
  ResetLinkCheck,
} from '@camilan/contract/accounts'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Sender } from '../../mail/mail-content.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { clientOf } from '../users/limits.ts'
import { forgotPassword } from './forgot-password.ts'
import { findResetOwner } from './password-resets.ts'
import { resetPassword } from './reset-password.ts'
import { undoEmailChange } from './undo-email-change.ts'

export interface ResetDeps {
  db: Db
  clock: Clock
  sender: Sender
}

const tags = ['accounts']

/** Routes for users who can't log in: a forgotten password, or an e-mail that somebody else changed. */
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
            'Kalau email tersebut terdaftar, kami segera mengirim tautan untuk membuat kata sandi baru. Periksa kotak masuk dan folder spam Anda.',
        }
      },
    )

    // In the body, because URLs are logged. It needs no limit, like the reset itself: a token can't be guessed.
    api.post(
      '/auth/check-reset-link',
      {
        schema: {
          tags,
          summary: 'Whether a mailed link for a new password can still be used; changes nothing',
          body: ResetLink,
          response: { 200: success(ResetLinkCheck) },
        },
      },
      async (request) => ({
        data: { valid: (await findResetOwner(db, request.body.token, clock())) !== undefined },
      }),
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

    api.post(
      '/auth/undo-email-change',
      {
        schema: {
          tags,
          summary:
            'Take a change of the e-mail back by a mailed link, end all sessions and get a token for a new password',
          body: EmailChangeUndo,
          response: { 200: success(EmailChangeUndone) },
        },
      },
      async (request) => {
        const { resetToken } = await undoEmailChange(db, request.body, clock())
        return {
          data: { reset_token: resetToken },
          message: 'Email akun Anda sudah dikembalikan. Sekarang buat kata sandi baru.',
        }
      },
    )
  }
