/**
 * Creates an administrator in the configured database: `npm run admin:create -- --email … [--name …] [--phone …]`. The
 * terminal asks for the password without showing it; without a terminal it is read from stdin. With `--link` it prints a
 * link with which the first administrator is created in a browser.
 */
import { parseArgs } from 'node:util'
import { firstAdminLinkHours } from '@camilan/contract/accounts'
import { type Config, readConfig } from '../src/config.ts'
import { checkAdmin, insertAdmin, type NewAdmin } from '../src/people/first-admin/create-admin.ts'
import { createFirstAdminLink, firstAdminUrl } from '../src/people/first-admin/first-admin-links.ts'
import { commonPasswordWarning, isCommonPassword } from '../src/people/login/common-passwords.ts'
import { notify } from '../src/people/notifications/notify.ts'
import { EmailTaken, InvalidAdmin } from '../src/people/users/errors.ts'
import { hasAdmin } from '../src/people/users/queries.ts'
import { commandLine } from '../src/platform/command-line.ts'
import type { Tx } from '../src/platform/db/db.ts'
import { transact } from '../src/platform/db/transact.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { ask, askHidden, firstLineOfInput, Interrupted } from './command/ask.ts'
import { nameOfDatabase } from './command/name-of-database.ts'
import { withDatabase } from './command/with-database.ts'

const usage = `Usage: ${commandLine('admin:create', '--email <e-mail>')} [--password <password>] [--name <name>] [--phone <number>]
Without --password it is taken from ADMIN_PASSWORD, or asked for, or read from stdin: printf '%s' "$password" | …
For the first administrator, in a browser: ${commandLine('admin:create', '--link')}`

/** A wrong command line: its message is printed without a stack. */
class UsageError extends Error {}

try {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD, ...environment } = process.env
  const { link, email, name, phone, password } = readOptions()
  const isLinkAlone = [email, name, phone, password].every((value) => value === undefined)
  if (link ? !isLinkAlone : email === undefined) throw new UsageError(usage)
  const config = readConfig(environment)
  if (email === undefined) await printLink(config)
  else {
    console.log(`The administrator is created in ${nameOfDatabase(config)}.`)
    const admin: NewAdmin = {
      email,
      name,
      password: password ?? ADMIN_PASSWORD ?? (await readPassword()),
      phone: phone ?? (await readPhone()),
    }
    const row = await checkAdmin(admin)
    const create = async (tx: Tx) => {
      const [isFirst, now] = [!(await hasAdmin(tx)), new Date()]
      const { email: by } = await insertAdmin(tx, row, now)
      const notice = { kind: 'access-changed', to: 'admins', change: 'admin-made', by } as const
      if (!isFirst) await notify(tx, [notice], now)
    }
    await withDatabase(config, (db) => transact(db, create))
    console.log(`Administrator ${admin.email} was created.`)
    if (admin.phone === undefined) console.log('The phone number is missing: it can be added in the profile.')
    if (await isCommonPassword(admin.password)) console.warn(commonPasswordWarning)
  }
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function readOptions() {
  const text = { type: 'string' } as const
  const options = { link: { type: 'boolean' }, email: text, password: text, name: text, phone: text } as const
  const { values } = parseArgs({ options, strict: false })
  const given = (name: keyof typeof options) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    link: values.link === true,
    email: given('email'),
    password: given('password'),
    name: given('name'),
    phone: given('phone'),
  }
}

async function printLink(config: Config): Promise<void> {
  console.log(`The link is for ${nameOfDatabase(config)}.`)
  const link = await withDatabase(config, (db) => createFirstAdminLink(db, new Date()))
  if (!link) {
    throw new UsageError(
      `The shop has an administrator already, and the link is for the first one only. Another one: ${commandLine('admin:create', '--email <e-mail>')}`,
    )
  }
  console.log('Open it in a browser to create the first administrator. It works once and ends every former link:')
  console.log(firstAdminUrl(config.publicUrl, link.token))
  console.log(`It is valid for ${firstAdminLinkHours} hours.`)
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

/** @returns undefined if it is left for later */
async function readPhone(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  return (await ask('Phone number (empty: later, in the profile): ')).trim() || undefined
}

function explain(error: unknown): unknown {
  const refused = [UsageError, InvalidAdmin, EmailTaken, Interrupted].some((kind) => error instanceof kind)
  return refused ? (error as Error).message : (adviceFor(error) ?? error)
}
