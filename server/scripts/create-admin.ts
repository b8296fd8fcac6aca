/**
 * Creates an administrator in the configured database: `npm run admin:create -- --email … [--name …] [--phone …]`. The
 * password is asked for without showing it, or read from stdin where that is no terminal.
 */
import { parseArgs } from 'node:util'
import { commonPasswordWarning, isCommonPassword } from '../src/accounts/common-passwords.ts'
import { createAdmin, type NewAdmin } from '../src/accounts/create-admin.ts'
import { EmailTaken, InvalidAdmin } from '../src/accounts/errors.ts'
import { readConfig } from '../src/config.ts'
import { adviceFor } from '../src/startup-errors.ts'
import { ask, askHidden, firstLineOfInput, Interrupted } from './ask.ts'
import { nameOfDatabase } from './name-of-database.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run admin:create -- --email <e-mail> [--password <password>] [--name <name>] [--phone <number>]
Without --password it is taken from ADMIN_PASSWORD, or asked for, or read from stdin: printf '%s' "$password" | npm run …`

/** A wrong command line: its message is printed without a stack. */
class UsageError extends Error {}

try {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD, ...environment } = process.env
  const { email, name, phone, password } = readOptions()
  if (email === undefined) throw new UsageError(usage)
  const config = readConfig(environment)
  console.log(`The administrator is created in ${nameOfDatabase(config)}.`)
  const admin: NewAdmin = {
    email,
    name,
    password: password ?? ADMIN_PASSWORD ?? (await readPassword()),
    phone: phone ?? (await readPhone()),
  }
  await withDatabase(config, (db) => createAdmin(db, admin, new Date()))
  console.log(`Administrator ${admin.email} was created.`)
  if (admin.phone === undefined) console.log('The phone number is missing: it can be added in the profile.')
  if (isCommonPassword(admin.password)) console.warn(commonPasswordWarning)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function readOptions() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { email: text, password: text, name: text, phone: text }, strict: false })
  const given = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  return { email: given('email'), password: given('password'), name: given('name'), phone: given('phone') }
}

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const password = await firstLineOfInput()
    if (password === '') throw new UsageError(usage)
    return password
  }
  const password = await askHidden('Password: ')
  if ((await askHidden('The same again: ')) !== password) throw new UsageError('The two passwords differ.')
  return password
}

/** @returns undefined when it is left for later */
async function readPhone(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  return (await ask('Phone number (empty: later, in the profile): ')).trim() || undefined
}

function explain(error: unknown): unknown {
  const refused = [UsageError, InvalidAdmin, EmailTaken, Interrupted].some((kind) => error instanceof kind)
  return refused ? (error as Error).message : (adviceFor(error) ?? error)
}
