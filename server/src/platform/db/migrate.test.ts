import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useEmptyDb } from '../../testing/test-db.ts'
import { MigrationRefused, migrate } from './migrate.ts'

const database = useEmptyDb()
let folder: string

beforeEach(async () => {
  await database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await write('0001_jars.sql', 'create table jars (id int);\ninsert into jars values (1);\n')
  await write('0002_more.sql', 'insert into jars values (2);\n')
  return () => rm(folder, { recursive: true })
})

const write = (file: string, sql: string) => writeFile(path.join(folder, file), sql)
const jars = async () => (await database.pool.query<{ id: number }>('select id from jars')).rows.map((row) => row.id)

test('every file is applied once, in order, and is recorded', async () => {
  expect(await migrate(database.connection, { folder })).toEqual(['0001_jars.sql', '0002_more.sql'])
  expect(await migrate(database.connection, { folder })).toEqual([])
  await write('0003_last.sql', 'insert into jars values (3)')
  expect(await migrate(database.connection, { folder })).toEqual(['0003_last.sql'])
  expect(await jars()).toEqual([1, 2, 3])
  const { rows } = await database.pool.query('select number, name from schema_migrations order by number')
  expect(rows).toEqual([
    { number: 1, name: 'jars' },
    { number: 2, name: 'more' },
    { number: 3, name: 'last' },
  ])
})

test('servers that start at the same time apply each file once in total', async () => {
  await write('0003_slow.sql', 'select pg_sleep(0.2); insert into jars values (3)')
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.connection, { folder })))
  expect(runs.flat().sort()).toEqual(['0001_jars.sql', '0002_more.sql', '0003_slow.sql'])
  expect(await jars()).toEqual([1, 2, 3])
})

test('a failed file is rolled back, earlier ones stay applied, and it runs again when corrected', async () => {
  await write('0002_more.sql', 'insert into jars values (2); insert into pots values (1)')
  await expect(migrate(database.connection, { folder })).rejects.toThrow(
    '0002_more.sql failed: relation "pots" does not exist',
  )
  expect(await jars()).toEqual([1])
  await write('0002_more.sql', 'insert into jars values (2)')
  expect(await migrate(database.connection, { folder })).toEqual(['0002_more.sql'])
  expect(await jars()).toEqual([1, 2])
})

test('a file that was changed after it was applied is refused; other line endings are no change', async () => {
  await migrate(database.connection, { folder })
  await write('0001_jars.sql', 'create table jars (id int);\r\ninsert into jars values (1);\r\n')
  expect(await migrate(database.connection, { folder })).toEqual([])
  await write('0001_jars.sql', 'create table jars (id bigint);')
  await expect(migrate(database.connection, { folder })).rejects.toThrow(/0001_jars.sql was changed after/)
})

test('an older version of the code refuses a newer database', async () => {
  await migrate(database.connection, { folder })
  await rm(path.join(folder, '0002_more.sql'))
  await expect(migrate(database.connection, { folder })).rejects.toThrow(/newer than this code.*0002_more.sql/)
})

test.each(['0004_gap.sql', '0002_twice.sql', '3_short.sql', '0003-Name.sql'])(
  'a file named %s is refused',
  async (file) => {
    await write(file, 'select 1')
    await expect(migrate(database.connection, { folder })).rejects.toThrow(MigrationRefused)
  },
)
