import {
  KeyFindings,
  PaymentKeysChange,
  PaymentKeysSaved,
  PaymentKeysState,
  SecretRemoval,
} from '@camilan/contract/payment-keys'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards, ofOwnAccount } from '../../people/login/guards.ts'
import { clientOf } from '../../people/users/limits.ts'
import { changeKeys, type KeyDeps, removeKeys } from './change-keys.ts'
import { checkCurrentKeys, readKeyState } from './key-state.ts'

const common = { tags: ['settings', 'payments'] }

/** The keys of the gateway: an administrator sees their state and replaces them. Nobody can read them. */
export const keyRoutes =
  ({ guards, ...deps }: KeyDeps & { guards: Guards }): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = [guards.admin, ofOwnAccount]

    api.get(
      '/admin/settings/payment-keys',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Which keys of the gateway are set',
          response: { 200: success(PaymentKeysState) },
        },
      },
      async () => ({ data: await readKeyState(deps) }),
    )

    api.put(
      '/admin/settings/payment-keys',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Replace the keys of the gateway',
          body: PaymentKeysChange,
          response: { 200: success(PaymentKeysSaved) },
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        const findings = await changeKeys(deps, { ...accountOf(request), ...clientOf(request) }, request.body)
        return { data: { ...(await readKeyState(deps)), findings }, message: 'Kunci pembayaran tersimpan' }
      },
    )

    api.post(
      '/admin/settings/payment-keys/remove',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Remove the keys of the gateway that were set in the browser',
          body: SecretRemoval,
          response: { 200: success(PaymentKeysState) },
          refusals: ['WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        await removeKeys(deps, { ...accountOf(request), ...clientOf(request) }, request.body)
        return { data: await readKeyState(deps), message: 'Kunci pembayaran dihapus' }
      },
    )

    api.post(
      '/admin/settings/payment-keys/check',
      {
        onRequest,
        schema: {
          ...common,
          summary: 'Check the keys of the gateway again',
          response: { 200: success(KeyFindings) },
          refusals: ['PAYMENT_UNAVAILABLE'],
        },
      },
      async () => ({ data: { findings: await checkCurrentKeys(deps) } }),
    )
  }
