import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useEmptyDb } from '../../../testing/test-db.ts'
import { MigrationRefused, migrate, migrationsFolder } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

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

/** Runs the code that has no migration after `last`. */
async function olderCode(last: number, log?: (line: string) => void): Promise<string[]> {
  for (const file of await readdir(folder)) if (Number(file.slice(0, 4)) > last) await rm(path.join(folder, file))
  return migrate(database.connection, { folder, ...(log && { log }) })
}

test('older code refuses a database with a migration that does not say with which code it works', async () => {
  await migrate(database.connection, { folder })
  await expect(olderCode(1)).rejects.toThrow(/newer than this code.*0002_more.sql.*does not work/)
})

test('older code starts on a database with a newer migration that is compatible with it, and says so', async () => {
  await write('0003_lids.sql', '-- compatible since: 0002\nalter table jars add column lid text')
  await migrate(database.connection, { folder })
  const lines: string[] = []
  expect(await olderCode(2, (line) => lines.push(line))).toEqual([])
  expect(lines).toEqual(['The database is newer than this code, which works with it: it has 0003_lids.sql too.'])
})

test('code is refused if it is older than a compatible migration allows, or if an incompatible one is between', async () => {
  await write('0003_lids.sql', '-- compatible since: 0002\nalter table jars add column lid text')
  await write('0004_drop.sql', '-- compatible since: 0003\nalter table jars drop column id')
  await migrate(database.connection, { folder })
  expect(await olderCode(3)).toEqual([])
  await expect(olderCode(2)).rejects.toThrow(/newer than this code.*0004_drop.sql/)
})

test('older code refuses an incompatible migration, also if it gives its reason', async () => {
  await write('0003_drop.sql', '-- incompatible: jars have names now\nalter table jars drop column id')
  await migrate(database.connection, { folder })
  await expect(olderCode(2)).rejects.toThrow(/newer than this code.*0003_drop.sql/)
})

test('the migrations are announced before they run, with their effect on going back', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  await migrate(database.connection, { folder, log })
  expect(lines[0]).toBe('Creating the tables, with 2 migrations')
  const saidBy = async (file: string, sql: string) => {
    lines.length = 0
    await write(file, sql)
    await migrate(database.connection, { folder, log })
    return lines
  }
  expect(await saidBy('0003_lids.sql', '-- compatible since: 0002\nselect 1')).toEqual([
    'The database will be changed by 0003_lids.sql. The previous release works with it afterwards, too.',
    'Applied migration 0003_lids.sql',
  ])
  expect((await saidBy('0004_more.sql', 'select 1'))[0]).toBe(
    'The database will be changed by 0004_more.sql. Only a backup leads back to the previous release afterwards.',
  )
})

test('the first file is the schema as of its number: what came before is known by the number alone', async () => {
  await migrate(database.connection, { folder })
  const squashed = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(squashed, { recursive: true }))
  const add = (file: string, text: string) => writeFile(path.join(squashed, file), text)
  await add('0002_schema.sql', 'create table jars (id int);\ninsert into jars values (1), (2);\n')
  await add('0003_lids.sql', '-- compatible since: 0002\nalter table jars add column lid text')
  expect(await migrate(database.connection, { folder: squashed })).toEqual(['0003_lids.sql'])

  await database.pool.query('drop schema public cascade; create schema public')
  expect(await migrate(database.connection, { folder: squashed })).toEqual(['0002_schema.sql', '0003_lids.sql'])
  expect(await migrate(database.connection, { folder: squashed })).toEqual([])
  expect(await jars()).toEqual([1, 2])
  await add('0002_schema.sql', 'create table jars (id bigint)')
  await expect(migrate(database.connection, { folder: squashed })).rejects.toThrow(/0002_schema.sql was changed after/)
})

test('a database of a release before the schema is refused', async () => {
  await migrate(database.connection, { folder })
  await Promise.all(['0001_jars.sql', '0002_more.sql'].map((file) => rm(path.join(folder, file))))
  await write('0003_schema.sql', 'create table jars (id int)')
  await expect(migrate(database.connection, { folder })).rejects.toThrow(/before 0\.3\.0: start release 0\.3\.0/)
})

test('a failing migration is announced, too', async () => {
  await migrate(database.connection, { folder })
  await write('0003_pots.sql', 'insert into pots values (1)')
  const lines: string[] = []
  await expect(migrate(database.connection, { folder, log: (line) => lines.push(line) })).rejects.toThrow('pots')
  expect(lines).toEqual([expect.stringContaining('will be changed by 0003_pots.sql')])
})

test('a migration can be compatible only with code that came before it', async () => {
  await write('0003_lids.sql', '-- compatible since: 0003\nselect 1')
  await expect(migrate(database.connection, { folder })).rejects.toThrow(/0003_lids.sql: "compatible since" names/)
})

test('every migration after the schema says whether older code works with it', async () => {
  const [, ...migrations] = await readMigrations(migrationsFolder)
  const silent = migrations.filter(({ sql }) => !/^-- (compatible since: \d{4}|incompatible: .+)\n/.test(sql))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test.each(['0004_gap.sql', '0002_twice.sql', '3_short.sql', '0003-Name.sql'])(
  'a file named %s is refused',
  async (file) => {
    await write(file, 'select 1')
    await expect(migrate(database.connection, { folder })).rejects.toThrow(MigrationRefused)
  },
)
