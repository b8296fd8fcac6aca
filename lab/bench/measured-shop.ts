/** A shop to measure: a process on a PostgreSQL of this process, with a gateway that answers at once. Linux only. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { sql } from 'kysely'
import { checkBooks } from '../../server/src/office/reports/check-books.ts'
import { type DatabaseConnection, type Db, openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { descendants } from '../../server/src/testing/descendants.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeUser, type TestUser } from '../../server/src/testing/make-user.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import type { Inside } from './inside-shop.ts'
import type { Load } from './load.ts'
import { cpuMsOf } from './process-use.ts'
import { stubGateway } from './stub-gateway.ts'

const environment = {
  MAX_UNPAID_ORDERS: '1000000',
  MAX_UNPAID_ENDED: '1000000',
  PAYMENT_RECONCILE_SECONDS: '3600',
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'inside-shop.ts')}`,
}

export type MeasuredShop = Awaited<ReturnType<typeof openShop>>

/** @param seed  fills the database before the process starts */
export async function openShop<Seeded>(seed: (db: Db, connection: DatabaseConnection) => Promise<Seeded>) {
  const open = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'camilan-bench-'))
    open.defer(() => rm(folder, { recursive: true, force: true }))
    const gateway = await stubGateway()
    open.defer(() => gateway.close())
    const { connection, stop } = await startEmbeddedPostgres({ dataDir: folder })
    open.defer(stop)
    await migrate(connection)
    const { db, close } = openDb(connection, { queryTimeoutMs: 600_000 })
    open.defer(close)
    const seeded = await seed(db, connection)
    const insidePort = await freePort()
    const inside = { INSIDE_PORT: String(insidePort) }
    const {
      origin,
      pid,
      stop: stopShop,
    } = await startShopProcess(connection, {
      ...environment,
      ...gateway.environment,
      ...inside,
    })
    open.defer(async () => void (await stopShop()))
    /** What the process says of itself. */
    const ask = async () => (await (await fetch(`http://127.0.0.1:${insidePort}`)).json()) as Inside
    return { db, gateway, seeded, origin, pid, ask, close: () => open.disposeAsync() }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

export interface Measured extends Load {
  /** For each request. */
  serverMs: number
  postgresMs: number
  statements: number
}

/** The cost of this load. */
export async function measured(
  { pid, ask }: Pick<MeasuredShop, 'pid' | 'ask'>,
  run: () => Promise<Load>,
): Promise<Measured> {
  const used = async () => {
    const postgresMs = await Promise.all((await postgresProcesses()).map(cpuMsOf))
    const { statements } = await ask()
    return { serverMs: await cpuMsOf(pid), postgresMs: postgresMs.reduce((sum, ms) => sum + ms, 0), statements }
  }
  const before = await used()
  const result = await run()
  const after = await used()
  const each = (name: keyof typeof before) => (after[name] - before[name]) / result.requests
  return { ...result, serverMs: each('serverMs'), postgresMs: each('postgresMs'), statements: each('statements') }
}

async function postgresProcesses(): Promise<number[]> {
  const found: number[] = []
  for (const pid of await descendants(process.pid)) {
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') // it has just ended
    if (command.startsWith('postgres')) found.push(pid)
  }
  return found
}

/**
 * 3,000 accounts, so that each has few orders, as buyers have: what an order costs grows with the buyer's other unpaid ones.
 * And so that each has fewer idempotency keys than the shop keeps.
 */
export async function makeBuyers(db: Db): Promise<TestUser[]> {
  const buyers: TestUser[] = []
  while (buyers.length < 3_000) buyers.push(...(await times(100, () => makeUser(db))))
  return buyers
}

/** @returns the faults in the shop's records, as text */
export async function checkBooksOf({ db }: Pick<MeasuredShop, 'db'>): Promise<string> {
  const read = db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    return checkBooks(connection, new Date())
  })
  const findings = (await read).filter(({ rule }) => !/refund/i.test(rule))
  return findings.length === 0 ? 'right' : `${findings.length} findings, the first: ${JSON.stringify(findings[0])}`
}
