import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MigrationRefused } from '../../platform/db/migrations/migrate.ts'
import { insertUser } from '../../testing/make-user.ts'
import { useDbOfSchema } from '../../testing/test-db.ts'
import { verifyArchive } from './file/archive.ts'
import { migrateWithBackup } from './migrate-with-backup.ts'

const filled = useDbOfSchema()
const empty = useDbOfSchema()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'migrated-'))
  await insertUser(filled.db)
})
afterAll(() => rm(dataDir, { recursive: true }))

test('a database with rows is backed up before it is migrated; without the backup it stays as it is', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  const impossible = migrateWithBackup(filled.connection, {
    dataDir,
    backup: { folder: path.join(file, 'in'), keep: 7 },
  })
  await expect(impossible).rejects.toThrow(MigrationRefused)
  await expect(impossible).rejects.toThrow(
    /was not migrated, because the backup before it failed \(.*\): make room for/,
  )
  const applied = async () => (await filled.pool.query('select number from schema_migrations')).rowCount
  expect(await applied()).toBe(1)

  const folder = path.join(dataDir, 'backups')
  await migrateWithBackup(filled.connection, { dataDir, backup: { folder, keep: 7 } })
  const [name = ''] = await readdir(folder)
  const { tables, migrations } = await verifyArchive(path.join(folder, name))
  expect(name).toMatch(
    new RegExp(
      `^camilan-before-${String((migrations[0]?.number ?? 0) + 1).padStart(4, '0')}_[a-z_]+\\.[0-9a-f]{8}\\.tar$`,
    ),
  )
  expect(tables.find(({ table }) => table === 'users')?.rows).toBe(1)
  expect(await applied()).toBeGreaterThan(1)
  await migrateWithBackup(filled.connection, { dataDir, backup: { folder, keep: 7 } })
  expect(await readdir(folder)).toEqual([name])
})

test('an empty database is migrated without a backup', async () => {
  const folder = path.join(dataDir, 'none')
  await migrateWithBackup(empty.connection, { dataDir, backup: { folder, keep: 7 } })
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})
