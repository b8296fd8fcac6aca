/** The configuration: environment variables, read and checked once at start. */
import path from 'node:path'
import { cities } from '@camilan/contract/cities'
import { passwordLength } from '@camilan/contract/fields'
import { type GatewayEnvironment, keyPrefix } from '@camilan/contract/payment-key-values'
import { alarmNames, mailKinds, minimumTotal, type SettingName } from '@camilan/contract/settings'
import * as z from 'zod/mini'
import type { Limits } from './accounts/limits.ts'
import type { BackupPlan } from './backup/back-up-when-due.ts'
import type { MailConfig } from './mail/mail-config.ts'
import type { S3Settings } from './media/s3-client.ts'
import type { GatewayOrigins } from './payment-keys/gateway-access.ts'
import type { Keys } from './payment-keys/key-sets.ts'
import { readEnvironment, rulesFor } from './platform/config/read-environment.ts'
import { similarNames } from './platform/config/similar-names.ts'
import {
  connectionUrl,
  email,
  flag,
  listOfWords,
  number,
  oneOf,
  optional,
  origin,
  origins,
  proxies,
  s3Name,
  s3Prefix,
  secret,
  sender,
  text,
  webAddresses,
  wholeNumber,
  withDefault,
} from './platform/config/variables.ts'
import type { SettingsBase } from './settings/resolve-settings.ts'

export interface Config {
  host: string
  port: number
  /** The origin at which browsers and the gateway reach the shop, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Undefined: pictures are files under `dataDir`. */
  mediaS3: S3Settings | undefined
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  /** For what needs a session of its own: events, migrations, backups. As `databaseUrl`, unless that leads to a pooler. */
  databaseDirectUrl: string | undefined
  /** Whether `databaseUrl` leads to a pooler in transaction mode. */
  databasePooled: boolean
  /** Of one process, without the one that listens for events. */
  databaseConnections: number
  firstAdmin: { email: string; password: string } | undefined
  demoData: boolean
  /** What administrators can change in the browser, unless its variable is set. */
  settings: SettingsBase
  corsOrigins: string[]
  /** Whether browsers that were here by https ask for subdomains by https alone, too. */
  hstsSubdomains: boolean
  cache: CacheConfig
  /** IP addresses or networks of the proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string[]
  payments: PaymentConfig
  mail: MailConfig
  /** Encrypts what administrators give in the browser. Undefined: a file under `dataDir`, if the database is there, too. */
  settingsKey: string | undefined
  uploadsPerCustomer: number
  limits: Limits
  backup: BackupPlan
  metrics: MetricsConfig
  /** A line for each request. */
  accessLog: boolean
  production: boolean
}

/** What caches in front of the shop may do. */
interface CacheConfig {
  /** How long they may keep a public page; 0: not at all. */
  seconds: number
  /** For how much longer they may send it while they ask for a new one. */
  staleSeconds: number
  /** Told of each change of the catalogue. */
  purgeUrls: string[]
  purgeToken: string | undefined
}

/** Without either there are no metrics. */
interface MetricsConfig {
  /** On loopback, without a token. */
  port: number | undefined
  /** Opens /metrics on the shop's own port. */
  token: string | undefined
}

interface PaymentConfig {
  /** True: the payment sandbox runs inside this server. */
  localSandbox: boolean
  /** Of the environment, or of the local sandbox. Undefined: administrators give them in the browser. */
  keys: Keys | undefined
  origins: Record<GatewayEnvironment, GatewayOrigins>
  /** Whether the gateway's payment page may have an http URL. */
  allowHttp: boolean
  reconcileSeconds: number
}

const rupiah = wholeNumber({ max: 10_000_000 })
const count = wholeNumber({ min: 1 })

/** A test compares README's tables with this: the name, meaning and default of each variable. */
export const Variables = z.object({
  HOST: withDefault(text, 'IP address to listen on', '127.0.0.1'),
  PORT: withDefault(wholeNumber({ max: 65_535 }), 'port to listen on', '3000'),
  PUBLIC_URL: optional(origin, 'URL that browsers and the gateway see', 'http://localhost:PORT'),
  TRUST_PROXY: optional(proxies, 'proxies whose X-Forwarded-* is trusted', 'none'),
  CORS_ORIGINS: optional(origins, 'origins that may call the API', 'none'),
  HSTS_SUBDOMAINS: optional(flag, 'subdomains of PUBLIC_URL have https alone, too', 'off'),
  DATA_DIR: withDefault(text, 'database, pictures, sandbox, outbox', './data'),
  DATABASE_URL: optional(
    connectionUrl(['postgres', 'postgresql']),
    'your own PostgreSQL (15 or newer, with ICU)',
    'the embedded one',
  ),
  DATABASE_DIRECT_URL: optional(
    connectionUrl(['postgres', 'postgresql']),
    'the same database without its pooler',
    'DATABASE_URL',
  ),
  DATABASE_POOLED: optional(flag, 'DATABASE_URL is a pooler in transaction mode', 'off'),
  DATABASE_CONNECTIONS: withDefault(
    wholeNumber({ min: 2, max: 1_000 }),
    'connections of one process to PostgreSQL',
    '10',
  ),

  CACHE_SECONDS: withDefault(
    wholeNumber({ max: 86_400 }),
    'time for which a cache in front may keep a public page',
    '0',
  ),
  CACHE_STALE_SECONDS: withDefault(
    wholeNumber({ max: 86_400 }),
    'time after it in which it may send the page while it asks anew',
    '0',
  ),
  CACHE_PURGE_URLS: optional(webAddresses, 'addresses that are told which pages changed', 'none'),
  CACHE_PURGE_TOKEN: optional(secret({ min: 16, max: 200 }), 'bearer token that is sent to them', 'none'),

  MEDIA_S3_ENDPOINT: optional(origin, 'origin of an S3 service for pictures', 'files in DATA_DIR/media'),
  MEDIA_S3_REGION: optional(s3Name, 'region of the bucket, as the service names it'),
  MEDIA_S3_BUCKET: optional(s3Name, 'bucket; it must exist'),
  MEDIA_S3_KEY: optional(text, 'access key, which may read, write, delete and list'),
  MEDIA_S3_SECRET: optional(secret({ min: 1, max: 1_000 }), 'secret of that key'),
  MEDIA_S3_PREFIX: optional(s3Prefix, 'folder in the bucket, for this shop alone', 'the whole bucket'),
  MEDIA_S3_PATH_STYLE: optional(flag, 'the bucket is in the path, not in the host', 'on'),

  BACKUP_DIR: optional(text, 'folder for backups, best on another disk', 'DATA_DIR/backups'),
  BACKUP_EVERY_HOURS: withDefault(number({ max: 8_760 }), 'hours between two backups; 0: none', '24'),
  BACKUP_KEEP: withDefault(wholeNumber({ min: 1, max: 10_000 }), 'backups that are kept', '7'),

  METRICS_PORT: optional(
    wholeNumber({ min: 1, max: 65_535 }),
    'port of /metrics, on 127.0.0.1 only, without a token',
    'no metrics',
  ),
  METRICS_TOKEN: optional(
    secret({ min: 16, max: 200 }),
    "bearer token for /metrics on the shop's own port",
    'no metrics there',
  ),
  ACCESS_LOG: withDefault(flag, 'a line in the log for each request', 'off'),

  SHOP_NAME: withDefault(text, 'name of the shop', 'Camilan'),
  SHIPPING_COST: withDefault(rupiah, 'shipping fee in rupiah', '4000'),
  SERVICE_FEE: withDefault(rupiah, 'service fee in rupiah', '2000'),
  MAX_UNPAID_ORDERS: withDefault(
    wholeNumber({ min: 1, max: 1_000_000 }),
    'unpaid orders that a customer may have',
    '5',
  ),
  MAX_UNPAID_ENDED: withDefault(
    wholeNumber({ min: 1, max: 1_000_000 }),
    'orders that a customer may leave unpaid in 24 h',
    '5',
  ),
  NEW_BUYER_LARGE_ORDER_MINUTES: withDefault(
    number({ min: 0.001, max: 7 * 1440 }),
    'time to pay a large order of a new customer',
    '60',
  ),
  UPLOADS_PER_CUSTOMER: withDefault(count, 'pictures that a customer may upload in an hour', '20'),
  ADMIN_EMAIL: optional(email, 'first administrator, made if there is none'),
  ADMIN_PASSWORD: optional(secret(passwordLength), 'password of that administrator'),
  DEMO_DATA: optional(flag, 'sample goods and demo accounts', 'on with the embedded PostgreSQL'),

  MIDTRANS_SERVER_KEY: optional(text, 'server key of the gateway', 'in the browser, else the local sandbox'),
  MIDTRANS_CLIENT_KEY: optional(text, 'client key of the gateway', 'in the browser, else the local sandbox'),
  MIDTRANS_ENV: withDefault(oneOf(['sandbox', 'production']), 'sandbox or production, as the keys', 'sandbox'),
  MIDTRANS_SNAP_URL: optional(origin, 'origin of Snap', 'by MIDTRANS_ENV'),
  MIDTRANS_API_URL: optional(origin, 'origin of the Core API', 'by MIDTRANS_ENV'),
  PAYMENT_EXPIRY_MINUTES: withDefault(number({ min: 0.001, max: 7 * 1440 }), 'lifetime of an unpaid order', '1440'),
  PAYMENT_RECONCILE_SECONDS: withDefault(
    number({ min: 0.05, max: 3600 }),
    'time between comparisons with the gateway',
    '60',
  ),

  SMTP_URL: optional(
    connectionUrl(['smtp', 'smtps'], { needsHost: true }),
    'mail server, smtps://user:password@mail.example.com',
    'set in the browser, else files in DATA_DIR/outbox',
  ),
  MAIL_FROM: optional(sender, 'sender, Camilan <toko@example.com>', 'noreply@ the host of PUBLIC_URL'),

  SETTINGS_KEY: optional(
    secret({ min: 32, max: 1_000 }),
    'encrypts secrets that are set in the browser',
    'DATA_DIR/settings.key with the embedded PostgreSQL',
  ),

  LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: withDefault(count, 'in 15 minutes, one e-mail and IP address', '10'),
  LOGIN_FAILURES_PER_EMAIL: withDefault(count, 'in an hour, one e-mail, unknown IP addresses', '100'),
  LOGIN_FAILURES_PER_ADDRESS: withDefault(count, 'in an hour, one IP address', '1000'),
  REGISTRATIONS_PER_ADDRESS: withDefault(count, 'in an hour, one IP address', '300'),
  TAKEN_REGISTRATIONS_PER_ADDRESS: withDefault(count, 'refused for a taken e-mail, in an hour, one IP address', '300'),

  NODE_ENV: optional(oneOf(['production', 'development', 'test']), 'production refuses sandbox, demo and http'),
  ALLOW_IN_PRODUCTION: optional(listOfWords(['sandbox', 'demo', 'http']), 'exceptions, such as demo,http', 'none'),
})

type Values = z.output<typeof Variables>
type Read<Name extends keyof Values> = Pick<Values, Name>

const gatewayOrigins = {
  sandbox: { snapUrl: 'https://app.sandbox.midtrans.com', apiUrl: 'https://api.sandbox.midtrans.com' },
  production: { snapUrl: 'https://app.midtrans.com', apiUrl: 'https://api.midtrans.com' },
}

const localKeys = { environment: 'local', serverKey: 'SB-Mid-server-local', clientKey: 'SB-Mid-client-local' } as const

const rule = rulesFor<Values>()
const policy = ['NODE_ENV', 'ALLOW_IN_PRODUCTION'] as const
const keys = ['MIDTRANS_SERVER_KEY', 'MIDTRANS_CLIENT_KEY'] as const
const s3 = ['MEDIA_S3_ENDPOINT', 'MEDIA_S3_REGION', 'MEDIA_S3_BUCKET', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET'] as const
const s3Extras = ['MEDIA_S3_PREFIX', 'MEDIA_S3_PATH_STYLE'] as const

const CheckedVariables = Variables.check(
  rule([...policy, 'PUBLIC_URL', 'PORT'], (values) =>
    isForbidden(values, 'http') && !publicUrlOf(values).startsWith('https:')
      ? ['PUBLIC_URL must begin with https:// in production (or name http in ALLOW_IN_PRODUCTION)']
      : [],
  ),
  rule([...policy, 'DEMO_DATA', 'DATABASE_URL'], (values) =>
    isForbidden(values, 'demo') && demoDataOf(values)
      ? ['DEMO_DATA must be off in production (or name demo in ALLOW_IN_PRODUCTION)']
      : [],
  ),
  rule(['PORT', 'METRICS_PORT'], ({ PORT, METRICS_PORT }) =>
    METRICS_PORT === PORT ? ['METRICS_PORT must be another port than PORT'] : [],
  ),
  rule(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOLED'], (values) => {
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLED } = values
    if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
      return ['DATABASE_DIRECT_URL goes with DATABASE_URL: set it, too']
    return DATABASE_POOLED && DATABASE_DIRECT_URL === undefined
      ? ['DATABASE_POOLED needs DATABASE_DIRECT_URL: events and migrations do not work through a pooler']
      : []
  }),
  rule(['CACHE_SECONDS', 'CACHE_STALE_SECONDS', 'CACHE_PURGE_URLS'], (values) => {
    const { CACHE_SECONDS, CACHE_STALE_SECONDS, CACHE_PURGE_URLS } = values
    if (CACHE_SECONDS > 0) return []
    return [
      ...(CACHE_STALE_SECONDS > 0 ? ['CACHE_STALE_SECONDS'] : []),
      ...(CACHE_PURGE_URLS === undefined ? [] : ['CACHE_PURGE_URLS']),
    ].map((name) => `${name} has no effect without CACHE_SECONDS: set it, too`)
  }),
  rule(['CACHE_PURGE_URLS', 'CACHE_PURGE_TOKEN'], ({ CACHE_PURGE_URLS, CACHE_PURGE_TOKEN }) =>
    CACHE_PURGE_TOKEN !== undefined && CACHE_PURGE_URLS === undefined
      ? ['CACHE_PURGE_TOKEN goes with CACHE_PURGE_URLS: set it, too']
      : [],
  ),
  rule(['CACHE_PURGE_URLS', 'HOST', 'PORT'], ({ CACHE_PURGE_URLS = [], HOST, PORT }) =>
    CACHE_PURGE_URLS.some((url) => isOwnAddress(url, HOST, PORT))
      ? ['CACHE_PURGE_URLS must name caches, and names the shop itself']
      : [],
  ),
  rule(['ADMIN_EMAIL', 'ADMIN_PASSWORD'], ({ ADMIN_EMAIL, ADMIN_PASSWORD }) =>
    (ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined)
      ? ['ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither']
      : [],
  ),
  rule([...s3, ...s3Extras], (values) => {
    const missing = s3.filter((name) => values[name] === undefined)
    const isUnused = missing.length === s3.length && s3Extras.every((name) => values[name] === undefined)
    if (missing.length === 0 || isUnused) return []
    return [`${missing.join(', ')} must be set too: pictures are on S3 with all five of the settings, or with none`]
  }),
  rule([...keys, 'MIDTRANS_ENV'], (values) => (hasNoKeys(values) ? [] : keyProblems(values))),
  ...(['MIDTRANS_SNAP_URL', 'MIDTRANS_API_URL'] as const).map((name) =>
    rule([...policy, name], (values) =>
      isForbidden(values, 'http') && values[name]?.startsWith('http:')
        ? [`${name} must begin with https:// in production`]
        : [],
    ),
  ),
)

/** A sentence for each variable that has no effect because its name is nearly one of ours. */
export function misspelledNames(environment: Record<string, string | undefined>): string[] {
  return similarNames(Object.keys(Variables.shape), environment).map(
    ({ given, meant }) => `${given} is no setting of the shop and has no effect: is ${meant} meant?`,
  )
}

/** @throws {InvalidConfig} with a line for each problem */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = readEnvironment(CheckedVariables, environment)
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = values
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: publicUrlOf(values),
    dataDir: path.resolve(values.DATA_DIR),
    mediaS3: mediaS3Of(values),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePooled: values.DATABASE_POOLED ?? false,
    databaseConnections: values.DATABASE_CONNECTIONS,
    firstAdmin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    demoData: demoDataOf(values),
    settings: settingsOf(values, environment),
    corsOrigins: values.CORS_ORIGINS ?? [],
    hstsSubdomains: values.HSTS_SUBDOMAINS ?? false,
    cache: {
      seconds: values.CACHE_SECONDS,
      staleSeconds: values.CACHE_STALE_SECONDS,
      purgeUrls: values.CACHE_PURGE_URLS ?? [],
      purgeToken: values.CACHE_PURGE_TOKEN,
    },
    trustProxy: values.TRUST_PROXY ?? [],
    payments: paymentsOf(values),
    mail: mailOf(values),
    settingsKey: values.SETTINGS_KEY,
    uploadsPerCustomer: values.UPLOADS_PER_CUSTOMER,
    limits: {
      loginFailuresPerEmailAndIp: values.LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS,
      loginFailuresPerEmail: values.LOGIN_FAILURES_PER_EMAIL,
      loginFailuresPerIp: values.LOGIN_FAILURES_PER_ADDRESS,
      registrationsPerIp: values.REGISTRATIONS_PER_ADDRESS,
      takenRegistrationsPerIp: values.TAKEN_REGISTRATIONS_PER_ADDRESS,
    },
    backup: {
      folder: path.resolve(values.BACKUP_DIR ?? path.join(values.DATA_DIR, 'backups')),
      everyHours: values.BACKUP_EVERY_HOURS,
      keep: values.BACKUP_KEEP,
    },
    metrics: { port: values.METRICS_PORT, token: values.METRICS_TOKEN },
    accessLog: values.ACCESS_LOG,
    production: isProduction(values),
  }
}

const isProduction = ({ NODE_ENV }: Read<'NODE_ENV'>) => NODE_ENV === 'production'

function isForbidden(values: Read<(typeof policy)[number]>, what: 'sandbox' | 'demo' | 'http'): boolean {
  return isProduction(values) && !values.ALLOW_IN_PRODUCTION?.includes(what)
}

/** Whether a request to this address would arrive at the shop without a cache between. */
function isOwnAddress(address: string, host: string, ownPort: number): boolean {
  const { hostname, port, protocol } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]', host, `[${host}]`].includes(hostname)
  return isHere && Number(port || (protocol === 'https:' ? 443 : 80)) === ownPort
}

const publicUrlOf = ({ PUBLIC_URL, PORT }: Read<'PUBLIC_URL' | 'PORT'>) => PUBLIC_URL ?? `http://localhost:${PORT}`

function demoDataOf(values: Read<'DEMO_DATA' | 'DATABASE_URL' | 'NODE_ENV'>): boolean {
  return values.DEMO_DATA ?? (values.DATABASE_URL === undefined && !isProduction(values))
}

function hasNoKeys(values: Read<(typeof keys)[number]>): boolean {
  return keys.every((name) => values[name] === undefined)
}

/** Where real money is meant, nobody must take the simulation for it. */
function usesLocalSandbox(values: Values): boolean {
  return hasNoKeys(values) && values.MIDTRANS_ENV !== 'production' && !isForbidden(values, 'sandbox')
}

/** A key in the wrong variable, or of the wrong environment, would otherwise be noticed only when a customer pays. */
function keyProblems(values: Read<(typeof keys)[number] | 'MIDTRANS_ENV'>): string[] {
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

function paymentsOf(values: Values): PaymentConfig {
  const { MIDTRANS_ENV: environment, MIDTRANS_SERVER_KEY: serverKey, MIDTRANS_CLIENT_KEY: clientKey } = values
  const { snapUrl, apiUrl } = gatewayOrigins[environment]
  const own = { snapUrl: values.MIDTRANS_SNAP_URL ?? snapUrl, apiUrl: values.MIDTRANS_API_URL ?? apiUrl }
  const localSandbox = usesLocalSandbox(values)
  return {
    localSandbox,
    keys: serverKey && clientKey ? { environment, serverKey, clientKey } : localSandbox ? localKeys : undefined,
    origins: { ...gatewayOrigins, [environment]: own },
    allowHttp: !isForbidden(values, 'http'),
    reconcileSeconds: values.PAYMENT_RECONCILE_SECONDS,
  }
}

function mediaS3Of(values: Read<(typeof s3)[number] | (typeof s3Extras)[number]>): S3Settings | undefined {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_REGION: region, MEDIA_S3_BUCKET: bucket } = values
  const { MEDIA_S3_KEY: key, MEDIA_S3_SECRET: secret, MEDIA_S3_PREFIX: prefix = '' } = values
  if (!endpoint || !region || !bucket || !key || !secret) return undefined
  return { endpoint, region, bucket, key, secret, prefix, pathStyle: values.MEDIA_S3_PATH_STYLE ?? true }
}

function mailOf(values: Values): MailConfig {
  const { name, email } = values.MAIL_FROM ?? { email: `noreply@${new URL(publicUrlOf(values)).hostname}` }
  return {
    smtpUrl: values.SMTP_URL,
    from: { name: name ?? values.SHOP_NAME, address: email },
    isFromSet: values.MAIL_FROM !== undefined,
    isNamedAfterShop: name === undefined,
  }
}

/** The variables that decide about a setting. */
const settingVariables = {
  shop_name: 'SHOP_NAME',
  shipping_cost: 'SHIPPING_COST',
  service_fee: 'SERVICE_FEE',
  payment_expiry_minutes: 'PAYMENT_EXPIRY_MINUTES',
  max_unpaid_orders: 'MAX_UNPAID_ORDERS',
  max_unpaid_ended: 'MAX_UNPAID_ENDED',
  new_buyer_large_order_minutes: 'NEW_BUYER_LARGE_ORDER_MINUTES',
} as const satisfies Partial<Record<SettingName, keyof Values>>

function settingsOf(values: Values, environment: Record<string, string | undefined>): SettingsBase {
  const isSet = ([, variable]: [string, string]) => Boolean(environment[variable]?.trim())
  const allOf = <Name extends string, Value>(names: readonly Name[], value: Value) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
  return {
    defaults: {
      shop_name: values.SHOP_NAME,
      tagline: null,
      story: null,
      since_year: null,
      logo: null,
      address: null,
      whatsapp: null,
      instagram: null,
      facebook: null,
      shipping_cost: values.SHIPPING_COST,
      service_fee: values.SERVICE_FEE,
      minimum_order: minimumTotal,
      cities: allOf(cities, { cost: null, days: null, delivers: true }),
      payment_expiry_minutes: values.PAYMENT_EXPIRY_MINUTES,
      max_unpaid_orders: values.MAX_UNPAID_ORDERS,
      max_unpaid_ended: values.MAX_UNPAID_ENDED,
      new_buyer_large_order_minutes: values.NEW_BUYER_LARGE_ORDER_MINUTES,
      mails: allOf(mailKinds, true),
      alerts: allOf(alarmNames, true),
      closed: null,
      hours: null,
      hours_refuse_orders: false,
      daily_cap: { orders: null, pieces: null },
    },
    locked: Object.fromEntries(Object.entries(settingVariables).filter(isSet)),
    hasSampleTexts: values.DEMO_DATA !== false,
  }
}
