import { Message } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ShopError } from '../platform/errors.ts'
import { logRepeated } from '../platform/log.ts'
import type { Quiet } from '../platform/quiet.ts'
import { PaymentNotification, receiveNotification } from './apply/receive-notification.ts'
import type { PaymentDeps, WebhookOutcome } from './deps.ts'
import { ForgedNotification, NotificationNotHandled } from './errors.ts'
import type { KeySets } from './keys/key-sets.ts'

/** The gateway's webhook. It has no guard, because the notification has a signature instead of a session token. */
export const notificationRoute =
  ({ payments, quiet, keySets }: { payments: PaymentDeps; quiet: Quiet; keySets: KeySets }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/payments/notification',
      {
        // The gateway sends it again after 503.
        onRequest: quiet.assertLive,
        schema: {
          tags: ['payments'],
          summary: "The gateway's webhook",
          body: PaymentNotification,
          response: { 200: Message },
          refusals: ['FORBIDDEN', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        try {
          payments.watch?.webhook(await receiveNotification({ ...payments, keySets }, request.body))
        } catch (error) {
          payments.watch?.webhook(outcomeOf(error))
          if (error instanceof ShopError) throw error
          logRepeated(api.log, 'error', { reqId: request.id, err: error }, 'notification not handled')
          throw new NotificationNotHandled(error)
        }
        return { message: 'OK' }
      },
    )
  }

function outcomeOf(error: unknown): WebhookOutcome {
  if (error instanceof ForgedNotification) return 'forged'
  return error instanceof ShopError ? 'later' : 'failed'
}
