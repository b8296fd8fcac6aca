import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseConnection } from '../../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_003
/** The connection of a killed process may stay for a moment. */
const patienceMs = 3_000
const retryMs = 200

export class SandboxInUse extends Error {
  override name = 'SandboxInUse'
  constructor() {
    super(
      'Another process on this database uses the local payment sandbox, and neither would know the payments of the other: stop it, or set MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY for both.',
    )
  }
}

export interface SandboxLock {
  release(): Promise<void>
}

/**
 * Be the only process on this database that uses its local payment sandbox. The lock belongs to a connection, so it always
 * ends with the process. A lost connection is replaced, and the lock is taken again.
 * @param onLost  called if another process took the lock meanwhile: this process must stop
 * @throws {SandboxInUse}
 */
export async function lockSandbox(
  connection: DatabaseConnection,
  onLost: (error: SandboxInUse) => void,
): Promise<SandboxLock> {
  let released = false
  let client = await connectAndLock()

  async function connectAndLock(): Promise<pg.Client> {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
    next.on('error', () => {}) // 'end' follows
    try {
      await next.connect()
      for (let waitedMs = 0; !(await tryLock(next)); waitedMs += retryMs) {
        if (waitedMs >= patienceMs) throw new SandboxInUse()
        await wait(retryMs)
      }
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    next.once('end', () => void lockAgain())
    return next
  }

  async function lockAgain(): Promise<void> {
    while (!released) {
      try {
        client = await connectAndLock()
        if (released) await client.end()
        return
      } catch (error) {
        if (error instanceof SandboxInUse) return onLost(error)
        await wait(retryMs) // the database is away
      }
    }
  }

  return {
    async release() {
      released = true
      await client.end().catch(() => {})
    },
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
  return rows[0]?.locked === true
}
