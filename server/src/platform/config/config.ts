/** The configuration: environment variables, read once and checked at start. */
import path from 'node:path'
import { environmentReaders } from './environment.ts'
import { type MailConfig, readMailConfig } from './mail-config.ts'

export interface Config {
  host: string
  port: number
  /** The origin that browsers and the gateway see, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  firstAdmin: { email: string; password: string } | undefined
  demoData: boolean
  shopName: string
  /** Whole rupiah. */
  shippingCost: number
  serviceFee: number
  corsOrigins: string[]
  /** Addresses or networks of the proxies whose X-Forwarded-* headers are believed. */
  trustProxy: string[]
  payments: PaymentConfig
  mail: MailConfig
  maxUnpaidOrders: number
  limits: Limits
  production: boolean
}

export interface PaymentConfig {
  /** True: the payment sandbox runs inside this server and the origins below are not used. */
  localSandbox: boolean
  serverKey: string
  clientKey: string
  snapUrl: string
  apiUrl: string
  expiryMinutes: number
  reconcileSeconds: number
}

/** How many of something one may do before it is refused for a while. */
export interface Limits {
  /** Failed logins in 15 minutes for one e-mail from one address. */
  loginFailuresPerEmailAndIp: number
  /** Failed logins in an hour for one e-mail, from addresses that account has not logged in from. */
  loginFailuresPerEmail: number
  /** Failed logins in an hour from one address. */
  loginFailuresPerIp: number
  /** Registrations in an hour from one address. */
  registrationsPerIp: number
}

/** Says everything that is wrong at once, a line each. */
export class InvalidConfig extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'InvalidConfig'
  }
}

const gatewayOrigins = {
  sandbox: { snapUrl: 'https://app.sandbox.midtrans.com', apiUrl: 'https://api.sandbox.midtrans.com' },
  production: { snapUrl: 'https://app.midtrans.com', apiUrl: 'https://api.midtrans.com' },
} as const

const localKeys = { serverKey: 'SB-Mid-server-local', clientKey: 'SB-Mid-client-local' }

/** @throws {InvalidConfig} with a line for each variable that is wrong */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const { text, whole, number, flag, origin, email, words, origins, proxies } = environmentReaders(
    environment,
    problems,
  )

  const production = environment.NODE_ENV === 'production'
  const allowed = new Set(words('ALLOW_IN_PRODUCTION', ['sandbox', 'demo', 'http']))
  const forbidden = (what: string) => production && !allowed.has(what)

  const port = whole('PORT', 3000, { min: 0, max: 65_535 })
  const publicUrl = origin('PUBLIC_URL') ?? `http://localhost:${port}`
  if (forbidden('http') && !publicUrl.startsWith('https:')) {
    problems.push('PUBLIC_URL must begin with https:// in production (or name http in ALLOW_IN_PRODUCTION)')
  }

  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push('DATABASE_URL must begin with postgres:// or postgresql://')
  }
  const demoData = flag('DEMO_DATA', databaseUrl === undefined && !production)
  if (forbidden('demo') && demoData) {
    problems.push('DEMO_DATA must be off in production (or name demo in ALLOW_IN_PRODUCTION)')
  }

  const adminEmail = email('ADMIN_EMAIL')
  const password = text('ADMIN_PASSWORD')
  if ((text('ADMIN_EMAIL') === undefined) !== (password === undefined)) {
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither')
  }
  if (password !== undefined && (password.length < 8 || password.length > 100)) {
    problems.push('ADMIN_PASSWORD must have 8 to 100 characters')
  }

  const shopName = text('SHOP_NAME') ?? 'Camilan'
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    dataDir: path.resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    firstAdmin: adminEmail !== undefined && password !== undefined ? { email: adminEmail, password } : undefined,
    demoData,
    shopName,
    shippingCost: whole('SHIPPING_COST', 4000, { min: 0, max: 10_000_000 }),
    serviceFee: whole('SERVICE_FEE', 2000, { min: 0, max: 10_000_000 }),
    corsOrigins: origins('CORS_ORIGINS'),
    trustProxy: proxies('TRUST_PROXY'),
    payments: readPayments(),
    mail: readMailConfig({ smtpUrl: text('SMTP_URL'), mailFrom: text('MAIL_FROM'), shopName, publicUrl }, problems),
    maxUnpaidOrders: whole('MAX_UNPAID_ORDERS', 5, { min: 1, max: 1_000_000 }),
    limits: {
      loginFailuresPerEmailAndIp: whole('LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS', 10, { min: 1 }),
      loginFailuresPerEmail: whole('LOGIN_FAILURES_PER_EMAIL', 100, { min: 1 }),
      loginFailuresPerIp: whole('LOGIN_FAILURES_PER_ADDRESS', 1000, { min: 1 }),
      registrationsPerIp: whole('REGISTRATIONS_PER_ADDRESS', 300, { min: 1 }),
    },
    production,
  }
  if (problems.length > 0) throw new InvalidConfig(problems)
  return config

  function readPayments(): PaymentConfig {
    const serverKey = text('MIDTRANS_SERVER_KEY')
    const clientKey = text('MIDTRANS_CLIENT_KEY')
    const gateway = text('MIDTRANS_ENV') ?? 'sandbox'
    const localSandbox = serverKey === undefined && clientKey === undefined
    if (gateway !== 'sandbox' && gateway !== 'production') {
      problems.push('MIDTRANS_ENV must be sandbox or production')
    }
    if (localSandbox && forbidden('sandbox')) {
      problems.push('MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY are needed in production')
    } else if (localSandbox && gateway === 'production') {
      problems.push('MIDTRANS_ENV is production: MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY are needed')
    }
    if (!localSandbox) checkKeys(serverKey, clientKey, gateway === 'production')
    const { snapUrl, apiUrl } = gateway === 'production' ? gatewayOrigins.production : gatewayOrigins.sandbox
    return {
      localSandbox,
      serverKey: serverKey ?? localKeys.serverKey,
      clientKey: clientKey ?? localKeys.clientKey,
      snapUrl: gatewayOrigin('MIDTRANS_SNAP_URL') ?? snapUrl,
      apiUrl: gatewayOrigin('MIDTRANS_API_URL') ?? apiUrl,
      expiryMinutes: number('PAYMENT_EXPIRY_MINUTES', 1440, { min: 0.001, max: 7 * 1440 }),
      reconcileSeconds: number('PAYMENT_RECONCILE_SECONDS', 60, { min: 0.05, max: 3600 }),
    }
  }

  /** A key in the wrong place, or of the wrong world, would only show when a buyer pays. */
  function checkKeys(serverKey: string | undefined, clientKey: string | undefined, live: boolean): void {
    const prefix = live ? 'Mid-' : 'SB-Mid-'
    for (const [name, key, role] of [
      ['MIDTRANS_SERVER_KEY', serverKey, 'server'],
      ['MIDTRANS_CLIENT_KEY', clientKey, 'client'],
    ] as const) {
      if (key === undefined) problems.push(`${name} is missing: the two keys go together`)
      else if (!key.startsWith(`${prefix}${role}-`)) {
        problems.push(
          `${name} must begin with ${prefix}${role}- when MIDTRANS_ENV is ${live ? 'production' : 'sandbox'}`,
        )
      }
    }
  }

  function gatewayOrigin(name: string): string | undefined {
    const url = origin(name)
    if (url !== undefined && forbidden('http') && !url.startsWith('https:')) {
      problems.push(`${name} must begin with https:// in production`)
    }
    return url
  }
}
