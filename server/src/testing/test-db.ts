import { randomBytes } from 'node:crypto'
import { beforeAll, inject } from 'vitest'
import { type Database, type DatabaseConnection, openDb } from '../platform/db/db.ts'
import { textCheck } from '../platform/db/fixed-statement.ts'
import { migrate, migrationsFolder } from '../platform/db/migrations/migrate.ts'
import { readMigrations } from '../platform/db/migrations/migration-files.ts'
import { atDatabase, runSql } from './databases.ts'
import { useOpened } from './use-opened.ts'

export interface TestDb extends Database {
  /** For a second pool or process on the same database. */
  readonly connection: DatabaseConnection
}

/**
 * A migrated database for this test file. Call it at the top of the file. `db` and `pool` are available from the next
 * `beforeAll` on, so read them inside tests and hooks only (`const shop = useTestDb()`, then `shop.db`).
 */
export function useTestDb(): TestDb {
  return useDatabase(`template ${inject('testPostgres').template} strategy file_copy`)
}

/** The same without any migration. */
export const useEmptyDb = (): TestDb => useDatabase('')

/** The same with the schema alone: the tables of release 0.3.0. */
export function useDbOfSchema(): TestDb {
  const database = useEmptyDb()
  beforeAll(async () => {
    const [schema] = await readMigrations(migrationsFolder)
    await migrate(database.connection, { upTo: schema?.number ?? 0 })
  })
  return database
}

function useDatabase(createOptions: string): TestDb {
  textCheck.isOn = true
  const { connection: server } = inject('testPostgres')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const connection = atDatabase(server, name)
  return useOpened(
    async () => {
      await runSql(server, `create database ${name} ${createOptions}`)
      return { ...openDb(connection), connection }
    },
    async ({ close }) => {
      await close()
      await runSql(server, `drop database if exists ${name} with (force)`)
    },
  )
}
