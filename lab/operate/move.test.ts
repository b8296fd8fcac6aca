/** A shop moves from the embedded PostgreSQL to another one and back, and between versions of PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLargeShop } from '../../server/scripts/large-shop.ts'
import { verifyArchive } from '../../server/src/backup/archive.ts'
import { makeBackup } from '../../server/src/backup/make-backup.ts'
import { restoreBackup } from '../../server/src/backup/restore-backup.ts'
import { openMediaStore } from '../../server/src/media/media-store.ts'
import { type DatabaseConnection, openDb } from '../../server/src/platform/db/db.ts'
import { rowsOfShop } from '../../server/src/testing/compare-shops.ts'
import { atDatabase, runSql } from '../../server/src/testing/databases.ts'
import { startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'
import { runScript } from './start-shop.ts'

const database = useTestDb()
let count = 0

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

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
  onTestFinished(older.stop)
  await makeLargeShop(database.db, { orders: 1_000, users: 100, products: 30 }, new Date())
  const store = await openMediaStore(path.join(await newFolder(), 'media'))
  const folder = await newFolder()

  async function move(from: DatabaseConnection, to: DatabaseConnection, name: string): Promise<string> {
    const file = path.join(folder, name)
    const began = performance.now()
    await makeBackup({ connection: from, store }, { file }, new Date())
    const between = performance.now()
    const manifest = await verifyArchive(file)
    await restoreBackup({ connection: to, store }, { file, manifest }, new Date())
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const [out, back] = [between - began, performance.now() - between].map((ms) => ms.toFixed(0))
    console.log(`${name}: ${rows} rows out of PostgreSQL ${manifest.postgres} in ${out} ms, in again in ${back} ms`)
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
  const [first, second, third] = ['first', 'second', 'third'].map((name) => path.join(folder, name))
  if (!first || !second || !third) throw new Error('three folders')
  const file = path.join(folder, 'shop.tar')
  const embedded = { DATABASE_URL: '', BACKUP_DIR: path.join(folder, 'backups') }
  const shop = await startShopProcess(database.connection, { ...embedded, DATA_DIR: first })
  onTestFinished(async () => void (await shop.kill()))
  expect(await runScript('backup', [file], { ...embedded, DATA_DIR: first })).toMatchObject({ code: 0 })
  expect(await runScript('backup', [file], { ...embedded, DATA_DIR: first })).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  })
  const intoRunning = await runScript('restore', [file], { ...embedded, DATA_DIR: first })
  expect(intoRunning).toMatchObject({ code: 1, output: expect.stringContaining('Another process runs PostgreSQL') })
  await shop.stop()
  const manifest = await verifyArchive(file)
  expect(manifest.tables.find(({ table }) => table === 'products')?.rows).toBeGreaterThan(5)

  const outside = await newDatabase(database.connection)
  const there = { DATABASE_URL: urlOf(outside), DATA_DIR: second }
  expect(await runScript('restore', [file], there)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Semua catatan'),
  })
  expect(await runScript('restore', [file], there)).toMatchObject({
    code: 1,
    output: expect.stringContaining('not empty'),
  })
  const back = path.join(folder, 'back.tar')
  expect(await runScript('backup', [back], there)).toMatchObject({ code: 0 })
  expect(await runScript('restore', [back], { ...embedded, DATA_DIR: third })).toMatchObject({ code: 0 })
  expect(await runScript('doctor', [], { ...embedded, DATA_DIR: third })).toMatchObject({ code: 0 })
  expect(await runScript('restore', ['--go-live'], { ...embedded, DATA_DIR: third })).toMatchObject({ code: 0 })
  const again = await verifyArchive(back)
  const parts = ({ tables, pictures }: typeof manifest) => [
    ...tables.map(({ table, rows }) => `${table} ${rows}`),
    ...pictures.map(({ name, sha256 }) => `${name} ${sha256}`),
  ]
  expect(parts(again)).toEqual(parts(manifest))
})
