/** The configuration: environment variables, read once and checked at start. */
import path from 'node:path'
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
  loginFailuresPerEmailAndAddress: number
  /** Failed logins in an hour for one e-mail, from addresses that account has not logged in from. */
  loginFailuresPerEmail: number
  /** Failed logins in an hour from one address. */
  loginFailuresPerAddress: number
  /** Registrations in an hour from one address. */
  registrationsPerAddress: number
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
  const { text, whole, number, flag, origin, list } = readers(environment, problems)

  const production = environment.NODE_ENV === 'production'
  const allowed = new Set(list('ALLOW_IN_PRODUCTION'))
  const forbidden = (what: string) => production && !allowed.has(what)

  const port = whole('PORT', 3000, { min: 0, max: 65_535 })
  const publicUrl = origin('PUBLIC_URL') ?? `http://localhost:${port}`
  if (forbidden('http') && !publicUrl.startsWith('https:')) {
    problems.push('PUBLIC_URL must begin with https:// in production (or name http in ALLOW_IN_PRODUCTION)')
  }

  const databaseUrl = text('DATABASE_URL')
  const demoData = flag('DEMO_DATA', databaseUrl === undefined && !production)
  if (forbidden('demo') && demoData) {
    problems.push('DEMO_DATA must be off in production (or name demo in ALLOW_IN_PRODUCTION)')
  }

  const email = text('ADMIN_EMAIL')
  const password = text('ADMIN_PASSWORD')
  if ((email === undefined) !== (password === undefined)) {
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
    firstAdmin: email !== undefined && password !== undefined ? { email, password } : undefined,
    demoData,
    shopName,
    shippingCost: whole('SHIPPING_COST', 4000, { min: 0, max: 10_000_000 }),
    serviceFee: whole('SERVICE_FEE', 2000, { min: 0, max: 10_000_000 }),
    corsOrigins: list('CORS_ORIGINS'),
    trustProxy: list('TRUST_PROXY'),
    payments: readPayments(),
    mail: readMailConfig({ smtpUrl: text('SMTP_URL'), mailFrom: text('MAIL_FROM'), shopName, publicUrl }, problems),
    maxUnpaidOrders: whole('MAX_UNPAID_ORDERS', 5, { min: 1, max: 1_000_000 }),
    limits: {
      loginFailuresPerEmailAndAddress: whole('LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS', 10, { min: 1 }),
      loginFailuresPerEmail: whole('LOGIN_FAILURES_PER_EMAIL', 100, { min: 1 }),
      loginFailuresPerAddress: whole('LOGIN_FAILURES_PER_ADDRESS', 1000, { min: 1 }),
      registrationsPerAddress: whole('REGISTRATIONS_PER_ADDRESS', 300, { min: 1 }),
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
    }
    if (!localSandbox) checkKeys(serverKey, clientKey, gateway === 'production')
    const origins = gateway === 'production' ? gatewayOrigins.production : gatewayOrigins.sandbox
    return {
      localSandbox,
      serverKey: serverKey ?? localKeys.serverKey,
      clientKey: clientKey ?? localKeys.clientKey,
      snapUrl: gatewayOrigin('MIDTRANS_SNAP_URL') ?? origins.snapUrl,
      apiUrl: gatewayOrigin('MIDTRANS_API_URL') ?? origins.apiUrl,
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

/** Readers of single variables. Each notes what is wrong with its variable and goes on. */
function readers(environment: Record<string, string | undefined>, problems: string[]) {
  const text = (name: string) => environment[name]?.trim() || undefined

  function number(name: string, fallback: number, { min = 0, max = 1e9 } = {}): number {
    const given = text(name)
    if (given === undefined) return fallback
    const value = Number(given)
    if (Number.isFinite(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a number from ${min} to ${max}, not "${given}"`)
    return fallback
  }

  function whole(name: string, fallback: number, range: { min?: number; max?: number } = {}): number {
    const value = number(name, fallback, range)
    if (Number.isInteger(value)) return value
    problems.push(`${name} must be a whole number, not ${value}`)
    return fallback
  }

  function flag(name: string, fallback: boolean): boolean {
    const given = text(name)?.toLowerCase()
    if (given === undefined) return fallback
    if (['true', '1', 'on', 'yes'].includes(given)) return true
    if (['false', '0', 'off', 'no'].includes(given)) return false
    problems.push(`${name} must be true or false (1/0, on/off, yes/no), not "${given}"`)
    return fallback
  }

  function origin(name: string): string | undefined {
    const given = text(name)
    if (given === undefined) return undefined
    const url = URL.parse(given)
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin
    problems.push(`${name} must be an address like https://example.com without a path, not "${given}"`)
    return undefined
  }

  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')

  return { text, number, whole, flag, origin, list }
}
