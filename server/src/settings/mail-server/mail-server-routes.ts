import { MailServerChange, MailServerState, MailTested } from '@camilan/contract/mail-server'
import { SecretRemoval } from '@camilan/contract/payment-keys'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Sender } from '../../mail/mail-content.ts'
import type { MailServer } from '../../mail/transports/mail-server.ts'
import { accountOf, type Guards, ofOwnAccount } from '../../people/login/guards.ts'
import { clientOf } from '../../people/users/limits.ts'
import type { Quiet } from '../../platform/quiet.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { changeMailServer, type MailServerDeps, removeMailPassword } from './change-mail-server.ts'
import { sendTestMail } from './send-test-mail.ts'
import { storageProblem } from './storage-problem.ts'

/** The mail server: an administrator sees and replaces it. Nobody can read its password. */
export const mailServerRoutes =
  ({
    guards,
    quiet,
    sender,
    ...deps
  }: MailServerDeps & { guards: Guards; quiet: Quiet; sender: Sender }): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, mailServer, sealer } = deps
    const onRequest = [guards.admin, ofOwnAccount]
    const token = { tags: ['settings', 'mail'] }
    const common = { ...token, response: { 200: success(MailServerState) } }

    api.get(
      '/admin/settings/mail-server',
      { onRequest, schema: { ...common, summary: 'Which mail server is set' } },
      async () => ({ data: presentMailServer(mailServer, sealer) }),
    )

    api.put(
      '/admin/settings/mail-server',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Replace the mail server',
          body: MailServerChange,
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        await changeMailServer(deps, { ...accountOf(request), ...clientOf(request) }, request.body)
        return { data: presentMailServer(mailServer, sealer), message: 'Server email tersimpan' }
      },
    )

    api.post(
      '/admin/settings/mail-server/remove-password',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Remove the stored password of the mail server',
          body: SecretRemoval,
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        await removeMailPassword(deps, { ...accountOf(request), ...clientOf(request) }, request.body)
        return { data: presentMailServer(mailServer, sealer), message: 'Kata sandi server email dihapus' }
      },
    )

    api.post(
      '/admin/settings/mail-server/test',
      {
        onRequest: [...onRequest, quiet.assertLive],
        schema: {
          ...token,
          summary: 'Send a test mail to my own e-mail',
          response: { 200: success(MailTested) },
          refusals: ['RATE_LIMITED'],
        },
      },
      async (request) => {
        const recipient = await sendTestMail({ db, mailServer, sender }, accountOf(request), clock())
        return { data: { recipient }, message: `Email uji dikirim ke ${recipient}` }
      },
    )
  }

/** The mail server without its password. A server of the environment is not shown, because SMTP_URL is one secret. */
function presentMailServer(mailServer: MailServer, sealer: Sealer): MailServerState {
  const source = mailServer.source()
  const given = source === 'browser' ? mailServer.given() : undefined
  const sender = mailServer.sender()
  return {
    source,
    host: given?.host ?? null,
    port: given?.port ?? null,
    security: given?.security ?? null,
    username: given?.username ?? null,
    has_password: given?.password !== undefined,
    password_stored: mailServer.given()?.isPasswordStored ?? false,
    password_missing: given !== undefined && given.username !== null && given.password === undefined,
    sender_name: sender.name,
    sender_email: sender.address,
    own_sender_name: mailServer.given()?.senderName ?? null,
    own_sender_email: mailServer.given()?.senderEmail ?? null,
    set_at: given?.setAt.toISOString() ?? null,
    set_by: given?.setBy ?? null,
    locked: [...mailServer.locked],
    storage_problem: storageProblem(sealer),
  }
}
