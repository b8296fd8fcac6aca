import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, type DatabaseConnection, type Db, openDb } from '../platform/db/db.ts'
import { atDatabase, runSql } from './databases.ts'

export interface TestDb {
  readonly db: Db
  readonly pool: pg.Pool
  /** For a second pool or process on the same database. */
  readonly connection: DatabaseConnection
}

/**
 * A migrated database for this test file. Call it at the top of the file. `db` and `pool` are available from the next
 * `beforeAll` on, so read them inside tests and hooks only (`const shop = useTestDb()`, then `shop.db`).
 */
export function useTestDb(): TestDb {
  const { connection: server, template } = inject('testPostgres')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const connection = atDatabase(server, name)
  let database: Database | undefined
  const opened = (): Database => {
    if (!database) throw new Error('The test database is available only inside tests and hooks')
    return database
  }

  beforeAll(async () => {
    await runSql(server, `create database ${name} template ${template} strategy file_copy`)
    database = openDb(connection)
  })
  afterAll(async () => {
    await database?.close()
    await runSql(server, `drop database if exists ${name} with (force)`)
  })

  return {
    get db() {
      return opened().db
    },
    get pool() {
      return opened().pool
    },
    connection,
  }
}
