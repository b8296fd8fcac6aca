import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'
import { isInAbortedTransaction, isLostConnection, isQueryTimeout, isStaleStatement } from './db-failure.ts'
import type { TrackedSockets } from './tracked-sockets.ts'

/** A connection keeps every named statement in memory, and a list of values gives another text for each length. */
const maxNames = 500

const unnamedMark = '/* planned with its values */'

/**
 * Put it at the front of a select (`modifyFront`) whose best plan depends on its values. PostgreSQL then plans the
 * statement each time, which takes about a millisecond; a named statement soon gets one plan for all values.
 */
export const plannedWithValues = sql.raw(unnamedMark)

/**
 * The pool as Kysely uses it. Statements are named, so that PostgreSQL parses and plans each text once per connection
 * (about 1.4 times the queries per second of unnamed ones); only the first 500 texts get a name. A statement that a newer
 * release's migration made stale is prepared again. A lost connection is closed, because pg would reuse it for the next
 * query. Nothing more is sent on it, not even a ROLLBACK, which would wait as long again. A query that times out means that
 * the link is silent: every connection older than the query is closed.
 */
export function poolForKysely(
  pool: pg.Pool,
  sockets: TrackedSockets,
  { isPooled = false }: { isPooled?: boolean } = {},
): PostgresPool {
  const names = statementNames()
  /** Kysely keeps a connection of its own for each of these. */
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let failure: unknown
    const send = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (failure) throw failure
      const sentAt = performance.now()
      // A named statement belongs to one connection of the server, and a pooler may run the next transaction on another
      // one. A query without values may contain several statements.
      const isNamed = !isPooled && values.length > 0 && !text.includes(unnamedMark)
      const name = isNamed ? names.of(text) : undefined
      try {
        return await client.query({ text, values: [...values], ...(name && { name }) })
      } catch (error) {
        if (isLostConnection(error)) failure = error
        if (isQueryTimeout(error)) await sockets.destroyOlderThan(sentAt)
        throw error
      }
    }
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      try {
        return await send(text, values)
      } catch (error) {
        if (!isStaleStatement(error)) throw error
        names.renew()
        return await send(text, values).catch((again) => {
          throw isInAbortedTransaction(again) ? error : again
        })
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy || failure !== undefined),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
  }
}

function statementNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      const known = names.get(text)
      if (known || names.size >= maxNames) return known
      const name = createHash('sha1').update(`${generation} ${text}`).digest('hex')
      names.set(text, name)
      return name
    },
    /** Call it after a migration: all connections prepare their statements again. */
    renew(): void {
      names.clear()
      generation += 1
    },
  }
}
