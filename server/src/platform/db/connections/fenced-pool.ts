import type { PostgresPool, PostgresPoolClient } from 'kysely'

type Query = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Runs as the first statement of each transaction that writes. It throws if writing is no longer allowed. */
export type Fence = (query: Query) => Promise<void>

const beginning = /^(begin|start transaction)\b/i
const end = /^(commit|rollback)$/i
const reading = /^\s*select\b/i

/**
 * The pool with a fence before every write: in each transaction, and around each single statement that is no SELECT, which
 * gets a transaction of its own. No user of this pool can forget the fence.
 */
export function fencedPool(pool: PostgresPool, fence: Fence): PostgresPool {
  return {
    options: pool.options,
    end: async () => {}, // the pool belongs to another object
    connect: async () => fenceClient(await pool.connect(), fence),
  }
}

function fenceClient(client: PostgresPoolClient, fence: Fence): PostgresPoolClient {
  let inTransaction = false
  const run: Query = (text, values = []) => client.query<unknown>(text, values)

  const begin = async (text: string) => {
    const begun = await run(text)
    try {
      await fence(run)
    } catch (error) {
      await run('rollback')
      throw error
    }
    return begun
  }
  const query: Query = async (text, values) => {
    if (beginning.test(text)) {
      const begun = await begin(text)
      inTransaction = true
      return begun
    }
    if (end.test(text)) inTransaction = false
    else if (!inTransaction && !reading.test(text)) return inOwnTransaction(text, values)
    return run(text, values)
  }
  const inOwnTransaction: Query = async (text, values) => {
    await begin('begin')
    try {
      const result = await run(text, values)
      await run('commit')
      return result
    } catch (error) {
      await run('rollback')
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
