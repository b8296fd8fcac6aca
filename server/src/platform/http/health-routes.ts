import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { logRepeated } from '../log.ts'
import { isDiskFull } from '../temporary-failure.ts'

interface HealthDeps {
  db: Db
  /** The number of the migration that this code needs. */
  lastMigration: number
  /** Whether the disk with the data of this server has enough free space. */
  hasFreeSpace?: (() => Promise<boolean>) | undefined
}

/** The disk of a database elsewhere can't be asked, so a write that it refused keeps the server unready for this long. */
const diskFullMs = 30_000
/** Anybody may call the route, so a write is tried at most this often while it works. */
const writeEveryMs = 5_000
/** A slower database counts as away. */
const databaseTimeoutMs = 4_000

type Check = 'database' | 'migrations' | 'writes' | 'disk'

/**
 * /healthz reports that the process answers, /readyz that it can serve: it is 503, with the failed checks, while the
 * database is away, lacks migrations or takes no writes, or a disk is full. Call it before the other routes, whose errors
 * it watches.
 */
export function addHealthRoutes(server: FastifyInstance, deps: HealthDeps): void {
  const { db, lastMigration, hasFreeSpace = async () => true } = deps
  let diskFullAt = Number.NEGATIVE_INFINITY
  let writtenAt = Number.NEGATIVE_INFINITY
  server.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) diskFullAt = performance.now()
  })

  async function readDatabase() {
    const { rows } = await sql<{ isReadOnly: boolean; applied: number }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
        (select coalesce(max(number), 0) from schema_migrations) as applied`.execute(db)
    return rows[0] ?? { isReadOnly: true, applied: 0 }
  }

  async function tryToWrite(): Promise<void> {
    if (performance.now() - writtenAt < writeEveryMs) return
    const checked_at = sql<Date>`clock_timestamp()`
    await db
      .insertInto('readiness')
      .values({ checked_at })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ checked_at }))
      .execute()
    writtenAt = performance.now()
  }

  /** The reasons why the server can't serve. A check is skipped if one that it needs has failed. */
  async function problems(): Promise<Map<Check, unknown>> {
    const found = new Map<Check, unknown>()
    const fail = (check: Check) => (error: unknown) => void found.set(check, error)
    if (performance.now() - diskFullAt < diskFullMs) found.set('disk', new Error('a write failed: a disk is full'))
    else if (!(await hasFreeSpace())) found.set('disk', new Error('the disk of the data folder is full'))
    const state = await inTime(readDatabase()).catch(fail('database'))
    if (!state) return found
    if (state.applied < lastMigration)
      found.set('migrations', new Error(`${lastMigration - state.applied} are missing`))
    else if (state.isReadOnly) found.set('writes', new Error('the database accepts no writes'))
    else await inTime(tryToWrite()).catch(fail('writes'))
    return found
  }

  /** Simultaneous calls share an answer, because anybody may call and nobody should wait. */
  let asking: ReturnType<typeof problems> | undefined

  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    asking ??= problems().finally(() => {
      asking = undefined
    })
    const found = await asking.catch((error: unknown) => new Map<Check, unknown>([['disk', error]]))
    if (found.size === 0) return { status: 'ok' }
    for (const [check, error] of found) logRepeated(server.log, 'warn', { err: error }, `not ready: ${check}`)
    return reply
      .status(503)
      .headers({ 'retry-after': 5, 'cache-control': 'no-store' })
      .send({ status: 'unavailable', failed: [...found.keys()] })
  })
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const late = wait(databaseTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(() => {
    throw new Error('the database does not answer in time')
  })
  late.catch(() => {}) // aborted
  return Promise.race([work, late]).finally(() => timeout.abort())
}
