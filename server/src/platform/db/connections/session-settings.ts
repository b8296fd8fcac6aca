/** The settings that a pooler does not pass on at the start of a connection, so that the role needs them. */
import { sql } from 'kysely'
import pg from 'pg'
import type { DatabaseConnection, Db } from '../db.ts'

/** pg does not send a timeout of 0. */
const withoutTimeouts = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/** A connection whose work may take long, also if the role has timeouts. */
export function clientWithoutTimeouts(connection: DatabaseConnection, settings: pg.ClientConfig): pg.Client {
  const options = `${withoutTimeouts} ${settings.options ?? ''}`
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, ...settings, options })
  client.on('error', () => {}) // the running query rejects with the same error
  return client
}

interface Settings {
  role: string
  database: string
  statement_timeout: string
  lock_timeout: string
  idle_in_transaction_session_timeout: string
  time_zone: string
}

const timeouts = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '8s',
} as const

export class SessionsUnprotected extends Error {
  override name = 'SessionsUnprotected'
  constructor({ role, database }: Settings) {
    const alter = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set`
    const lines = Object.entries({ ...timeouts, timezone: 'UTC' }).map(
      ([name, value]) => `  ${alter} ${name} = '${value}';`,
    )
    super(
      `The pooler of DATABASE_URL hands on neither the timeouts nor the time zone of the shop. Give them to the role, then RECONNECT in the pooler:\n${lines.join('\n')}`,
    )
  }
}

/**
 * Without the timeouts a hanging statement, or a transaction without an end, keeps its locks for ever.
 * @throws {SessionsUnprotected}
 */
export async function assertSessionsProtected(db: Db): Promise<void> {
  const { rows } = await sql<Settings>`
    select current_user as role, current_database() as database,
      current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout,
      current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout,
      current_setting('TimeZone') as time_zone`.execute(db)
  const [found] = rows
  if (!found) return
  const isEndless = Object.keys(timeouts).some((name) => found[name as keyof typeof timeouts] === '0')
  if (isEndless || !['UTC', 'Etc/UTC'].includes(found.time_zone)) throw new SessionsUnprotected(found)
}
