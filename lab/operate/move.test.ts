/** A shop moves from the embedded PostgreSQL to another one and back, and between versions of PostgreSQL. */
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLargeShop } from '../../server/scripts/seed/large-shop.ts'
import { openMediaStore } from '../../server/src/media/files/media-store.ts'
import { verifyArchive } from '../../server/src/office/backup/file/archive.ts'
import { makeBackup } from '../../server/src/office/backup/make-backup.ts'
import { restoreBackup } from '../../server/src/office/backup/restore-backup.ts'
import { type DatabaseConnection, openDb } from '../../server/src/platform/db/db.ts'
import { rowsOfShop } from '../../server/src/testing/compare-shops.ts'
import { atDatabase, runSql } from '../../server/src/testing/databases.ts'
import { startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from './new-folder.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'
import { runScript } from './start-shop.ts'

const database = useTestDb()
let count = 0

async function newDatabase(server: DatabaseConnection): Promise<DatabaseConnection> {
  const name = `moved_${process.pid}_${++count}`
  await runSql(server, `create database ${name}`)
  onTestFinished(() => runSql(server, `drop database ${name} with (force)`))
  return atDatabase(server, name)
}

async function rowsAt(connection: DatabaseConnection) {
  const { db, close } = openDb(connection)
  return rowsOfShop(db).finally(close)
}

test.skipIf(!hasPostgres15)('a shop moves from PostgreSQL 18 to 15 and back without losing a row', async () => {
  const older = await startPostgres15()
  await makeLargeShop(database.db, { orders: 1_000, users: 100, products: 30 }, new Date())
  const folder = await newFolder()
  const store = await openMediaStore(path.join(folder, 'media'))
  /** @returns the version of PostgreSQL that it was in */
  async function move(from: DatabaseConnection, to: DatabaseConnection, name: string): Promise<string> {
    const file = path.join(folder, name)
    await makeBackup({ connection: from, store }, { file }, new Date())
    const manifest = await verifyArchive(file)
    await restoreBackup({ connection: to, store }, { file, manifest }, new Date())
    return manifest.postgres
  }
  const there = await newDatabase(older.connection)
  const back = await newDatabase(database.connection)
  expect(await move(database.connection, there, '18-to-15.tar')).toMatch(/^18/)
  expect(await move(there, back, '15-to-18.tar')).toMatch(/^15/)
  expect(await rowsAt(back)).toEqual(await rowsAt(database.connection))
})

test('a running shop moves from the embedded PostgreSQL to DATABASE_URL and into another data folder, by the commands', async () => {
  const folder = await newFolder()
  const inFolder = (name: string) => path.join(folder, name)
  const embedded = { DATABASE_URL: '', BACKUP_DIR: inFolder('backups') }
  const first = { ...embedded, DATA_DIR: inFolder('first') }
  const second = { DATABASE_URL: urlOf(await newDatabase(database.connection)), DATA_DIR: inFolder('second') }
  const third = { ...embedded, DATA_DIR: inFolder('third') }
  const refused = (reason: string) => ({ code: 1, output: expect.stringContaining(reason) })
  const file = inFolder('shop.tar')
  const shop = await startShopProcess(database.connection, first)
  onTestFinished(async () => void (await shop.kill()))
  expect(await runScript('backup', [file], first)).toMatchObject({ code: 0 })
  expect(await runScript('backup', [file], first)).toEqual(refused('exists already'))
  expect(await runScript('restore', [file], first)).toEqual(refused('Another process runs PostgreSQL'))
  await shop.stop()
  const manifest = await verifyArchive(file)
  expect(manifest.tables.find(({ table }) => table === 'products')?.rows).toBeGreaterThan(5)

  const restored = await runScript('restore', [file], second)
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('Semua catatan') })
  expect(await runScript('restore', [file], second)).toEqual(refused('not empty'))
  const back = inFolder('back.tar')
  expect(await runScript('backup', [back], second)).toMatchObject({ code: 0 })
  expect(await runScript('restore', [back], third)).toMatchObject({ code: 0 })
  expect(await runScript('doctor', [], third)).toMatchObject({ code: 0 })
  expect(await runScript('restore', ['--go-live'], third)).toEqual({ code: 0, output: 'The shop is live.\n' })
  const parts = ({ tables, pictures }: typeof manifest) => [
    ...tables.map(({ table, rows }) => `${table} ${rows}`),
    ...pictures.map(({ name, sha256 }) => `${name} ${sha256}`),
  ]
  expect(parts(await verifyArchive(back))).toEqual(parts(manifest))
})
