import { type GatewayEnvironment, keyPrefix, simulationKeys } from '@camilan/contract/payment-key-values'
import { section, type ValuesOf } from '../platform/config/section.ts'
import { number, oneOf, optional, origin, text, withDefault } from '../platform/config/variables.ts'
import type { GatewayOrigins } from './keys/gateway-access.ts'
import type { Keys } from './keys/key-sets.ts'

const keys = ['MIDTRANS_SERVER_KEY', 'MIDTRANS_CLIENT_KEY'] as const
const withoutKeys = 'in the browser, else the local sandbox'

export const paymentsSection = section({
  title: 'Payments',
  about: `Keys can be set in the browser, under Pengaturan. Without any the payment sandbox runs inside the server; in
production the shop takes no orders until they are set. Going live: [payments](payments.md).`,
  variables: {
    MIDTRANS_SERVER_KEY: optional(text, 'server key of the gateway', withoutKeys),
    MIDTRANS_CLIENT_KEY: optional(text, 'client key of the gateway', withoutKeys),
    MIDTRANS_ENV: withDefault(oneOf(['sandbox', 'production']), 'what the keys are for', 'sandbox'),
    MIDTRANS_SNAP_URL: optional(origin, 'origin of Snap', 'by `MIDTRANS_ENV`'),
    MIDTRANS_API_URL: optional(origin, 'origin of the Core API', 'by `MIDTRANS_ENV`'),
    PAYMENT_RECONCILE_SECONDS: withDefault(
      number({ min: 0.05, max: 3600, unit: 'seconds' }),
      'time between comparisons with the gateway',
      '60',
    ),
  },
  rules: (rule) => [rule([...keys, 'MIDTRANS_ENV'], (values) => (hasNoKeys(values) ? [] : keyProblems(values)))],
})

type KeyValues = { [Name in (typeof keys)[number]]?: string | undefined } & { MIDTRANS_ENV: GatewayEnvironment }

const hasNoKeys = (values: KeyValues) => keys.every((name) => values[name] === undefined)

/** Without this check, a key in the wrong variable or of the wrong environment is noticed only when a customer pays. */
function keyProblems(values: KeyValues): string[] {
  const { MIDTRANS_ENV } = values
  return keys.flatMap((name) => {
    const key = values[name]
    const beginning = keyPrefix(MIDTRANS_ENV, name === 'MIDTRANS_SERVER_KEY' ? 'server' : 'client')
    if (key === undefined) return [`${name} is missing: the two keys go together`]
    return key.startsWith(beginning)
      ? []
      : [`${name} must begin with ${beginning} when MIDTRANS_ENV is ${MIDTRANS_ENV}`]
  })
}

const gatewayOrigins = {
  sandbox: { snapUrl: 'https://app.sandbox.midtrans.com', apiUrl: 'https://api.sandbox.midtrans.com' },
  production: { snapUrl: 'https://app.midtrans.com', apiUrl: 'https://api.midtrans.com' },
}

const localKeys: Keys = { environment: 'local', ...simulationKeys }

export function paymentsConfig(
  values: ValuesOf<typeof paymentsSection>,
  { allowSandbox, allowHttp }: { allowSandbox: boolean; allowHttp: boolean },
) {
  const { MIDTRANS_ENV: environment, MIDTRANS_SERVER_KEY: serverKey, MIDTRANS_CLIENT_KEY: clientKey } = values
  const { snapUrl, apiUrl } = gatewayOrigins[environment]
  const own = { snapUrl: values.MIDTRANS_SNAP_URL ?? snapUrl, apiUrl: values.MIDTRANS_API_URL ?? apiUrl }
  // Nobody must mistake the simulation for a shop with real payments.
  const localSandbox = hasNoKeys(values) && environment !== 'production' && allowSandbox
  const given: Keys | undefined = serverKey && clientKey ? { environment, serverKey, clientKey } : undefined
  const origins: Record<GatewayEnvironment, GatewayOrigins> = { ...gatewayOrigins, [environment]: own }
  return {
    /** True: the payment sandbox runs inside this server. */
    localSandbox,
    /** The keys of the environment, or of the local sandbox. Undefined: administrators give them in the browser. */
    keys: given ?? (localSandbox ? localKeys : undefined),
    origins,
    /** Whether the gateway's payment page may have an http URL. */
    allowHttp,
    reconcileSeconds: values.PAYMENT_RECONCILE_SECONDS,
  }
}
