/** The configuration: environment variables, read and checked once at start. Each room describes its own. */
import path from 'node:path'
import type * as z from 'zod/mini'
import { mailConfig, mailSection } from './mail/config.ts'
import { mediaConfig, mediaSection } from './media/config.ts'
import { backupConfig, backupSection } from './office/backup/config.ts'
import { paymentsConfig, paymentsSection } from './payments/config.ts'
import { accountsConfig, accountsSection } from './people/users/config.ts'
import { readEnvironment } from './platform/config/read-environment.ts'
import { joinSections, ruleOf, section } from './platform/config/section.ts'
import { similarNames } from './platform/config/similar-names.ts'
import { flag, listOfWords, oneOf, optional, text, withDefault } from './platform/config/variables.ts'
import { databaseConfig, databaseSection } from './platform/db/config.ts'
import {
  cacheConfig,
  cacheSection,
  isOwnAddress,
  publicUrlOf,
  serverConfig,
  serverSection,
} from './platform/http/config.ts'
import { metricsConfig, metricsSection } from './platform/metrics/config.ts'
import { secretsSection, settingsConfig, settingsSection } from './settings/config.ts'

const wholeShopSection = section({
  title: 'The whole shop',
  about: `With \`NODE_ENV=production\` the server does not start with the payment sandbox, with demo data, or with a
\`PUBLIC_URL\` or gateway origin without https, unless \`ALLOW_IN_PRODUCTION\` lists it (\`sandbox\`, \`demo\`, \`http\`).`,
  variables: {
    DATA_DIR: withDefault(text, 'database, pictures, sandbox, outbox', './data'),
    DEMO_DATA: optional(flag, 'sample goods and demo accounts', 'on with the embedded PostgreSQL outside production'),
    NODE_ENV: optional(oneOf(['production', 'development', 'test']), '`production` refuses sandbox, demo and http'),
    ALLOW_IN_PRODUCTION: optional(listOfWords(['sandbox', 'demo', 'http']), 'exceptions, such as `demo,http`', 'none'),
  },
})

/** In the order of docs/configuration.md. */
export const sections = [
  serverSection,
  databaseSection,
  cacheSection,
  mediaSection,
  backupSection,
  metricsSection,
  settingsSection,
  accountsSection,
  paymentsSection,
  mailSection,
  secretsSection,
  wholeShopSection,
] as const

export const Variables = joinSections(sections)

type Values = z.output<typeof Variables>

const rule = ruleOf<Values>()
const policy = ['NODE_ENV', 'ALLOW_IN_PRODUCTION'] as const

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
  rule(['CACHE_PURGE_URLS', 'HOST', 'PORT'], ({ CACHE_PURGE_URLS = [], ...own }) =>
    CACHE_PURGE_URLS.some((url) => isOwnAddress(url, own))
      ? ['CACHE_PURGE_URLS must name caches, and names the shop itself']
      : [],
  ),
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

export type Config = ReturnType<typeof readConfig>

/** @throws {InvalidConfig} with a line for each problem */
export function readConfig(environment: Record<string, string | undefined>) {
  const values = readEnvironment(CheckedVariables, environment)
  const dataDir = path.resolve(values.DATA_DIR)
  const server = serverConfig(values)
  const allow = { allowSandbox: !isForbidden(values, 'sandbox'), allowHttp: !isForbidden(values, 'http') }
  return {
    ...server,
    dataDir,
    demoData: demoDataOf(values),
    production: isProduction(values),
    ...databaseConfig(values),
    cache: cacheConfig(values),
    metrics: metricsConfig(values),
    ...mediaConfig(values),
    mail: mailConfig(values, { shopName: values.SHOP_NAME, publicUrl: server.publicUrl }),
    ...accountsConfig(values),
    /** The settings that administrators can change in the browser, unless their variable is set. */
    settings: settingsConfig(values, { environment, hasSampleTexts: values.DEMO_DATA !== false }),
    /** The key that encrypts the secrets of administrators. Undefined: a file under `dataDir`, if the database is there. */
    settingsKey: values.SETTINGS_KEY,
    payments: paymentsConfig(values, allow),
    backup: backupConfig(values, dataDir),
  }
}

type Read<Name extends keyof Values> = Pick<Values, Name>

const isProduction = ({ NODE_ENV }: Read<'NODE_ENV'>) => NODE_ENV === 'production'

function isForbidden(values: Read<(typeof policy)[number]>, what: 'sandbox' | 'demo' | 'http'): boolean {
  return isProduction(values) && !values.ALLOW_IN_PRODUCTION?.includes(what)
}

function demoDataOf(values: Read<'DEMO_DATA' | 'DATABASE_URL' | 'NODE_ENV'>): boolean {
  return values.DEMO_DATA ?? (values.DATABASE_URL === undefined && !isProduction(values))
}
