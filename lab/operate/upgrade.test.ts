/** An upgrade and the way back: release 0.3.0 on the tables of the next release, and its tables and backups in this one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeSchema } from '../../server/scripts/schema/describe-schema.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { readMigrations } from '../../server/src/platform/db/migrations/migration-files.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from './new-folder.ts'
import { placeOrder, runScript, runToEnd, startShop } from './start-shop.ts'

/** 0.3.0. */
const formerRelease = 'acfe1a19cafc8d31fce07d0d3fd4914cfca91a94'
const root = path.resolve(import.meta.dirname, '../..')
/** It is missing in a shallow clone. */
const isInHistory = spawnSync('git', ['cat-file', '-e', `${formerRelease}^{commit}`], { cwd: root }).status === 0
const database = useEmptyDb()
const upgraded = useEmptyDb()

/** The release before. */
async function install(folder: string): Promise<void> {
  mkdirSync(folder)
  const sources = execFileSync('git', ['archive', formerRelease], { cwd: root, maxBuffer: 100_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  // So that its build has a file that the present one lacks.
  appendFileSync(path.join(folder, 'web/app/app.css'), '\n.trial {\n  color: red;\n}\n')
  const command = ['npm', 'ci', '--prefer-offline', '--loglevel=error']
  expect(await runToEnd({ command, cwd: folder })).toEqual({ code: 0, output: expect.any(String) })
}

async function assetsOf(origin: string): Promise<string[]> {
  const html = await (await fetch(origin)).text()
  const found = html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g) ?? []
  expect(found.length).toBeGreaterThan(3)
  return found
}

test.skipIf(!isInHistory)(
  'the release before works on compatible newer tables, refuses others, and is replaced',
  {
    timeout: 600_000,
  },
  async () => {
    const folder = await newFolder()
    const previous = path.join(folder, 'previous')
    await install(previous)
    const migrations = path.join(folder, 'migrations')
    cpSync(path.join(previous, 'server/migrations'), migrations, { recursive: true })
    const last = (await readMigrations(migrations)).at(-1)?.number ?? 0
    const digits = (number: number) => String(number).padStart(4, '0')
    /** The next release's change of the database. */
    const upgrade = async (file: string, sql: string) => {
      writeFileSync(path.join(migrations, file), sql)
      expect(await migrate(database.connection, { folder: migrations })).toContain(file)
    }
    const command = ['npm', '--silent', 'start']
    const environment = { DATA_DIR: path.join(folder, 'data'), DEMO_DATA: 'true' }
    const outside = { ...environment, DATABASE_URL: urlOf(database.connection) }

    // It keeps running while the next release migrates compatibly, and starts again.
    const running = await startShop({ command, cwd: previous, environment: outside })
    expect(await placeOrder(running.origin)).toMatch(/./)
    const compatible = `${digits(last + 1)}_trial.sql`
    await upgrade(
      compatible,
      `-- compatible since: ${digits(last)}
    alter table products add column origin text;
    alter table orders add column gift boolean not null default false;
    create table tastings (product_id uuid references products on delete cascade, told_at timestamptz);`,
    )
    expect(await placeOrder(running.origin)).toMatch(/./)
    expect(await running.stop()).toBe(0)
    const again = await startShop({ command, cwd: previous, environment: outside })
    const newer = `The database is newer than this code, which works with it: it has ${compatible} too.`
    expect(again.output()).toContain(newer)
    expect(await placeOrder(again.origin)).toMatch(/./)
    expect(await again.stop()).toBe(0)
    const { rows } = await database.pool.query('select count(*)::int as orders from orders where not gift')
    expect(rows).toEqual([{ orders: 3 }])

    // After a migration that is not compatible it refuses to start, in one sentence.
    const other = `${digits(last + 2)}_trial_without_word.sql`
    await upgrade(other, 'alter table tastings add column score integer')
    const { code, output } = await runToEnd({ command, cwd: previous, environment: outside })
    const refusal = `The database is newer than this code: it has migration ${other}, with which this code does not work.`
    expect([code, output.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(refusal)])

    // A database that has had all of its migrations gets the tables of a new one.
    await migrate(upgraded.connection, { folder: path.join(previous, 'server/migrations') })
    await migrate(upgraded.connection)
    const schema = await readFile(path.join(root, 'server/schema.sql'), 'utf8')
    expect(await describeSchema(upgraded.db)).toBe(schema)

    // The present release takes its data over, and answers for the scripts of its pages.
    const before = await startShop({ command, cwd: previous, environment })
    const id = await placeOrder(before.origin)
    const assets = await assetsOf(before.origin)
    const backup = path.join(folder, 'former.tar')
    const own = { command: ['npm', '--silent', 'run', 'backup', '--', backup], cwd: previous, environment }
    expect(await runToEnd(own)).toMatchObject({ code: 0 })
    expect(await before.stop()).toBe(0)
    rmSync(path.join(previous, 'web/build'), { recursive: true })
    const after = await startShop({ command, cwd: root, environment })
    expect(await placeOrder(after.origin)).not.toBe(id)
    const present = await assetsOf(after.origin)
    expect(present).not.toEqual(assets)
    for (const asset of new Set([...assets, ...present]))
      expect(`${asset} ${(await fetch(after.origin + asset)).status}`).toBe(`${asset} 200`)
    expect(await after.stop()).toBe(0)

    // Its backup is restored by the present release.
    const beside = { DATA_DIR: path.join(folder, 'restored'), DEMO_DATA: 'off' }
    expect(await runScript('restore', [backup], beside)).toMatchObject({ code: 0 })
    const drill = await runScript('drill', [backup], { DATA_DIR: path.join(folder, 'drill') })
    expect([drill.code, drill.output]).toEqual([0, expect.stringContaining('The drill succeeded')])
  },
)
