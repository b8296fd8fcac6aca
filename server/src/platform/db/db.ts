import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { type Fence, fencedPool } from './connections/fenced-pool.ts'
import { poolForKysely } from './connections/kysely-pool.ts'
import { trackSockets } from './connections/tracked-sockets.ts'
import type { DB } from './db-types.ts'

export { isTemporaryDbFailure } from './connections/db-failure.ts'

/** The database, or a transaction on it: the parameter of functions that may run anywhere. */
export type Db = Kysely<DB>
/** A transaction: the parameter of functions that must run inside one. The compiler refuses a `Db` in its place. */
export type Tx = Transaction<DB>

/** A URL as in DATABASE_URL, or the parts of one (`host` may be the folder of a unix socket). */
export type DatabaseConnection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export interface Database {
  db: Db
  pool: pg.Pool
  /** Wait for running queries, then close all connections. A second call waits for the first. */
  close(): Promise<void>
}

export interface DbOptions {
  maxConnections?: number
  /** A pooler gives out its connections by transaction: no start parameters but the name, and no named statements. */
  isPooled?: boolean
  /** After this time a query fails and its connection counts as silent. The server's own timeout, 11 s, is shorter. */
  queryTimeoutMs?: number
  /** After this time without a statement the server ends a transaction, and so frees its locks. */
  idleInTransactionMs?: number
}

/** With a pooler they are settings of the role: `session-settings.ts`. */
const sessionSettings = { statement_timeout: 10_000, lock_timeout: 5_000, options: '-c TimeZone=UTC' }

const poolOf = new WeakMap<Db, PostgresPool>()

function dbOn(pool: PostgresPool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  poolOf.set(db, pool)
  return db
}

/** The same database, in which `fence` runs first in each transaction and before each single statement that writes. */
export function fenced(db: Db, fence: Fence): Db {
  const pool = poolOf.get(db)
  if (!pool) throw new Error('fenced needs a Db of openDb()')
  return dbOn(fencedPool(pool, fence))
}

/** The same database through at most this many connections at a time, so that other calls never wait for all of them. */
export function withFewConnections(db: Db, count: number): Db {
  const pool = poolOf.get(db)
  if (!pool) throw new Error('withFewConnections needs a Db of openDb()')
  const limited = limitConcurrency({ running: count, waiting: Number.POSITIVE_INFINITY })
  const connect = () =>
    new Promise<PostgresPoolClient>((resolve, reject) => {
      const connection = limited(async () => {
        const client = await pool.connect()
        await new Promise<void>((released) => {
          const release = (destroy?: boolean) => {
            client.release(destroy)
            released()
          }
          resolve({ query: client.query, release })
        })
      })
      connection.catch(reject)
    })
  return dbOn({ options: pool.options, end: async () => {}, connect })
}

/** Connects at the first query. Times are UTC; `bigint` and `numeric` are read as numbers, `date` as text. */
export function openDb(connection: DatabaseConnection, options: DbOptions = {}): Database {
  const { maxConnections = 10, queryTimeoutMs = 11_000, idleInTransactionMs = 8_000, isPooled = false } = options
  const sockets = trackSockets()
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: sockets.create,
    ...(isPooled
      ? { application_name: 'camilan_pooled' } // a pooler's connection keeps the name after the shop has ended
      : { ...sessionSettings, idle_in_transaction_session_timeout: idleInTransactionMs, application_name: 'camilan' }),
    types: columnParsers,
  })
  // Without these listeners a lost connection, idle or in use, would crash this process. A running query rejects by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = dbOn(poolForKysely(pool, sockets, { isPooled }))
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

const { INT8, NUMERIC, DATE } = pg.types.builtins

/** How column values are parsed. The generated table types match this. */
const columnParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === INT8 || oid === NUMERIC) return parseNumber
    if (oid === DATE) return (text: string) => text // a day has no time zone, so it is not a Date
    return pg.types.getTypeParser(oid, 'text')
  },
}

/** @throws RangeError for a whole number that a double cannot hold exactly */
function parseNumber(text: string): number {
  const number = Number(text)
  if (!text.includes('.') && !Number.isSafeInteger(number)) throw new RangeError(`${text} is not a safe integer`)
  return number
}
