/** Creates an administrator in the configured database: `npm run admin:create -- --email … --password … --name …` */
import { parseArgs } from 'node:util'
import { commonPasswordWarning, isCommonPassword } from '../src/accounts/common-passwords.ts'
import { createAdmin, type NewAdmin } from '../src/accounts/create-admin.ts'
import { EmailTaken, InvalidAdmin } from '../src/accounts/errors.ts'
import { readConfig } from '../src/config.ts'
import { adviceFor } from '../src/startup-errors.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run admin:create -- --email <e-mail> [--password <password>] [--name <name>] [--phone <number>]
Without --password it is taken from ADMIN_PASSWORD.`

/** A wrong command line: its message is printed without a stack. */
class UsageError extends Error {}

try {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD, ...environment } = process.env
  const admin = readAdmin(ADMIN_PASSWORD)
  await withDatabase(readConfig(environment), (db) => createAdmin(db, admin, new Date()))
  console.log(`Administrator ${admin.email} was created.`)
  if (isCommonPassword(admin.password)) console.warn(commonPasswordWarning)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function readAdmin(passwordFromEnvironment: string | undefined): NewAdmin {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { email: text, password: text, name: text, phone: text }, strict: false })
  const given = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  const email = given('email')
  const password = given('password') ?? passwordFromEnvironment
  if (email === undefined || password === undefined) throw new UsageError(usage)
  return { email, password, name: given('name'), phone: given('phone') }
}

function explain(error: unknown): unknown {
  const refused = [UsageError, InvalidAdmin, EmailTaken].some((kind) => error instanceof kind)
  return refused ? (error as Error).message : (adviceFor(error) ?? error)
}
