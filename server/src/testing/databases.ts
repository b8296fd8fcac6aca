import pg from 'pg'
import type { DatabaseConnection } from '../platform/db/db.ts'

/** The same server and user, another database. */
export function atDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Run one statement on its own connection. */
export async function runSql(connection: DatabaseConnection, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
