import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isLostConnection } from './db-failure.ts'

const MOST_NAMES = 500 // each connection keeps every plan it has named: lists in a query's text must not grow it for ever

/**
 * The pool as Kysely uses it. Statements are named, so that PostgreSQL parses and plans each text once for each
 * connection (about 1.4 times the queries per second of unnamed ones); later texts than the first 500 go unnamed.
 * A connection on which the database said goodbye is closed, where pg would hand it to the next query.
 */
export function poolForKysely(pool: pg.Pool): PostgresPool {
  const nameOf = namesForTexts()

  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let broken = false
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      const name = values.length > 0 ? nameOf(text) : undefined // without values it may be several statements
      try {
        return await client.query({ text, values: [...values], ...(name && { name }) })
      } catch (error) {
        broken ||= isLostConnection(error)
        throw error
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy || broken),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => wrap(await pool.connect()),
  }
}

function namesForTexts(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MOST_NAMES) return known
    const name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
    return name
  }
}
