/** The keys of the payment gateway and their state, for administrators. */
import * as z from 'zod/mini'
import { typedPassword } from './fields.ts'
import { type GatewayEnvironment, gatewayEnvironments, keyPrefix } from './payment-key-values.ts'
import { cleanFormat } from './texts.ts'
import { Instant } from './wire.ts'

export * from './payment-key-values.ts'

/** The findings of `npm run payments:check`. */
export const KeyFinding = z.object({
  what: z.enum(['server-key', 'snap', 'clock', 'notification']),
  ok: z.boolean(),
  sentence: z.string(),
})
export type KeyFinding = z.infer<typeof KeyFinding>

/** No answer has a key. It has the last characters of the client key, which every page shows. */
export const PaymentKeysState = z.object({
  /** `local`: the payment sandbox inside the server. `none`: the shop can't be paid. */
  source: z.enum(['none', 'local', 'environment', 'browser']),
  environment: z.nullable(z.enum(gatewayEnvironments)),
  client_key_ending: z.nullable(z.string()),
  set_at: z.nullable(Instant),
  /** The name of the administrator. */
  set_by: z.nullable(z.string()),
  /** The variables of the environment that decide; the keys can't be changed in the browser. */
  locked: z.array(z.string()),
  /** Keys that were given in the browser are stored, whether or not they are used. */
  stored: z.boolean(),
  without_stored: z.enum(['none', 'local', 'environment']),
  /** They can't be read any more. */
  unreadable: z.boolean(),
  /** The reason why the shop can't store secrets, as a sentence. Null: it can. */
  storage_problem: z.nullable(z.string()),
  /** Open payments whose keys the shop does not know. */
  payments_without_keys: z.int(),
})
export type PaymentKeysState = z.infer<typeof PaymentKeysState>

const environmentSentence = 'Pilih Sandbox atau Production.'
const Key = (label: string) =>
  z
    .string(`${label} wajib diisi.`)
    .check(
      z.overwrite(cleanFormat),
      z.minLength(1, `${label} wajib diisi.`),
      z.maxLength(200, `${label} terlalu panjang.`),
      z.regex(/^[\x21-\x7e]+$/, `${label} tidak boleh berisi spasi. Salin lagi dari dasbor Midtrans.`),
    )

/** The password of the administrator who changes a secret. */
export const CurrentPassword = typedPassword('Kata sandi Anda wajib diisi.')

export const SecretRemoval = z.object({ current_password: CurrentPassword })
export type SecretRemoval = z.infer<typeof SecretRemoval>

/** A key in the wrong field, or of the other environment. */
const beginnings = z.check<{ environment: GatewayEnvironment; server_key: string; client_key: string }>((context) => {
  const { environment } = context.value
  const place = environment === 'production' ? 'Production' : 'Sandbox'
  for (const kind of ['server', 'client'] as const) {
    const name = `${kind}_key` as const
    const prefix = keyPrefix(environment, kind)
    const key = context.value[name]
    if (key.startsWith(prefix) && key.length > prefix.length) continue
    const label = kind === 'server' ? 'Server key' : 'Client key'
    context.issues.push({
      code: 'custom',
      input: undefined,
      path: [name],
      message: `${label} ${place} diawali ${prefix}. Periksa pilihan lingkungan, dan apakah kedua kunci tertukar.`,
    })
  }
})

export const PaymentKeysChange = z
  .object({
    environment: z.enum(gatewayEnvironments, environmentSentence),
    server_key: Key('Server key'),
    client_key: Key('Client key'),
    current_password: CurrentPassword,
  })
  .check(beginnings)
export type PaymentKeysChange = z.infer<typeof PaymentKeysChange>

export const PaymentKeysSaved = z.extend(PaymentKeysState, { findings: z.array(KeyFinding) })
export type PaymentKeysSaved = z.infer<typeof PaymentKeysSaved>

export const KeyFindings = z.object({ findings: z.array(KeyFinding) })
export type KeyFindings = z.infer<typeof KeyFindings>
