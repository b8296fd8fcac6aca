import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import type { TestProject } from 'vitest/node'
import type { DatabaseConnection } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrations/migrate.ts'
import { ensureWebBuild } from '../platform/pages/web-build.ts'
import { atDatabase, runSql } from './databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which test databases are created, and the migrated database that they copy. */
    testPostgres: { connection: DatabaseConnection; template: string }
  }
}

/**
 * One PostgreSQL for all test files: that of DATABASE_URL, or an embedded one that does not wait for the disk. The pages
 * are built too, because two servers of tests would otherwise build the same files at the same time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  const [server] = await Promise.all([
    url ? { connection: { connectionString: url }, stop: async () => {} } : startTemporary(),
    ensureWebBuild(console.log),
  ])
  const template = `test_template_${process.pid}`
  try {
    await runSql(server.connection, `create database ${template}`)
    await migrate(atDatabase(server.connection, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testPostgres', { connection: server.connection, template })
  return async () => {
    await runSql(server.connection, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function startTemporary(): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'test-postgres-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      autovacuum: 'off', // a database in which it is working can't be dropped
    },
  })
  await runSql(postgres.superuser, `alter role ${postgres.connection.user} createdb`)
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
