import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, inject } from 'vitest'
import { type Database, type DatabaseConnection, openDb } from '../platform/db/db.ts'
import { textCheck } from '../platform/db/fixed-statement.ts'
import { migrate } from '../platform/db/migrate.ts'
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

/** The same with only the migrations before the one of this name. */
export function useDbBefore(name: string): TestDb {
  const database = useEmptyDb()
  const migrations = path.join(import.meta.dirname, '../../migrations')
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
    const files = (await readdir(migrations)).sort()
    const index = files.findIndex((file) => file.endsWith(`_${name}.sql`))
    if (index < 0) throw new Error(`There is no migration ${name}`)
    for (const file of files.slice(0, index)) await cp(path.join(migrations, file), path.join(folder, file))
    await migrate(database.connection, { folder })
    await rm(folder, { recursive: true })
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
