import { Recovery, RecoveryCodes, RecoveryCodesLeft } from '@camilan/contract/accounts'
import { SecretRemoval } from '@camilan/contract/payment-keys'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Sender } from '../../mail/mail-content.ts'
import { transact } from '../../platform/db/transact.ts'
import { confirmPassword } from '../login/confirm-password.ts'
import { accountOf, assertStillAllowed, ofOwnAccount, type RouteDeps } from '../login/guards.ts'
import { clientOf, type Limits } from '../users/limits.ts'
import { type NotifyAdmins, recoverAccount } from './recover-account.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

/** An administrator makes codes, and sets a new password with one of them when they can't log in. */
export const recoveryRoutes =
  ({
    db,
    clock,
    guards,
    limits,
    sender,
    tell,
  }: RouteDeps & { limits: Limits; sender: Sender; tell: NotifyAdmins }): FastifyPluginAsyncZod =>
  async (api) => {
    const tags = ['accounts']
    const own = { onRequest: [guards.admin, ofOwnAccount] }
    const common = { tags }

    api.get(
      '/admin/recovery-codes',
      {
        ...own,
        schema: {
          ...common,
          summary: 'How many of my recovery codes are left',
          response: { 200: success(RecoveryCodesLeft) },
        },
      },
      async (request) => ({ data: { left: await countRecoveryCodes(db, accountOf(request).id) } }),
    )

    api.post(
      '/admin/recovery-codes',
      {
        ...own,
        schema: {
          ...common,
          summary: 'Make new recovery codes; the former ones end, and the new ones are shown only here',
          body: SecretRemoval,
          response: { 200: success(RecoveryCodes) },
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const account = accountOf(request)
        const by = { ...account, ...clientOf(request) }
        await confirmPassword({ db, limits }, by, request.body.current_password, clock())
        const codes = await transact(db, async (tx) => {
          await assertStillAllowed(tx, account, clock())
          await tell(tx, { kind: 'access-changed', to: 'admins', change: 'recovery-codes', by: account.name }, clock())
          return makeRecoveryCodes(tx, account.id)
        })
        return { data: { codes } }
      },
    )

    api.post(
      '/auth/recover',
      {
        schema: {
          tags,
          summary: 'Set a new password by a recovery code, and end all sessions',
          body: Recovery,
          response: { 200: Message },
          refusals: ['RATE_LIMITED'],
        },
      },
      async (request) => {
        await recoverAccount({ db, limits, sender, tell }, clientOf(request), request.body, clock())
        return { message: 'Kata sandi berhasil diubah. Silakan login dengan kata sandi baru Anda.' }
      },
    )
  }
