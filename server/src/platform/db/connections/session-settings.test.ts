import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runSql } from '../../../testing/databases.ts'
import { useEmptyDb } from '../../../testing/test-db.ts'
import { openDb } from '../db.ts'
import { migrate } from '../migrations/migrate.ts'
import { assertSessionsProtected } from './session-settings.ts'

const shop = useEmptyDb()

/** Behind a pooler that ignores start parameters. */
async function assertPooled(): Promise<void> {
  const { db, close } = openDb(shop.connection, { isPooled: true, maxConnections: 1 })
  await assertSessionsProtected(db).finally(close)
}

async function alterRole(setting: string): Promise<void> {
  const { rows } = await shop.pool.query('select current_user as role, current_database() as database')
  await runSql(shop.connection, `alter role ${rows[0].role} in database ${rows[0].database} ${setting}`)
}

test('connections of the shop are protected by their start parameters, those of a pooler by the settings of the role', async () => {
  await assertSessionsProtected(shop.db)
  const refusal = await assertPooled().catch((error: Error) => error)
  expect(refusal).toMatchObject({ name: 'SessionsUnprotected' })
  const statements = String(refusal).match(/alter role .*;/g) ?? []
  for (const missing of statements) {
    for (const statement of statements) await runSql(shop.connection, statement)
    const other = missing.includes('timezone') ? 'Asia/Jakarta' : '0'
    await runSql(shop.connection, missing.replace(/'.*'/, `'${other}'`))
    await expect(assertPooled()).rejects.toThrow('neither the timeouts nor the time zone')
    await alterRole('reset all')
  }
  for (const statement of statements) await runSql(shop.connection, statement)
  await assertPooled()
  await alterRole('reset all')
})

test('a migration may take longer than the role allows a statement', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-migration-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, '0001_slow.sql'), 'select pg_sleep(0.5);')
  await alterRole(`set statement_timeout = '100ms'`)
  onTestFinished(() => alterRole('reset all'))
  expect(await migrate(shop.connection, { folder })).toHaveLength(1)
})
