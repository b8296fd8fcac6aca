/** An upgrade and the way back: the first release that starts on newer tables, on the tables of the next release. */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from './new-folder.ts'
import { placeOrder, runToEnd, startShop } from './start-shop.ts'

const firstTolerant = '2a7ea1920571d717599e2723a0eb6e57420cbebd'
const root = path.resolve(import.meta.dirname, '../..')
/** It is missing in a shallow clone. */
const isInHistory = spawnSync('git', ['cat-file', '-e', `${firstTolerant}^{commit}`], { cwd: root }).status === 0
const database = useEmptyDb()

/** The release before. */
async function install(folder: string): Promise<void> {
  mkdirSync(folder)
  const sources = execFileSync('git', ['archive', firstTolerant], { cwd: root, maxBuffer: 100_000_000 })
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
    const last = readdirSync(migrations).filter((file) => file.endsWith('.sql')).length
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

    // The present release takes its data over, and answers for the scripts of its pages.
    const before = await startShop({ command, cwd: previous, environment })
    const id = await placeOrder(before.origin)
    const assets = await assetsOf(before.origin)
    expect(await before.stop()).toBe(0)
    rmSync(path.join(previous, 'web/build'), { recursive: true })
    const after = await startShop({ command, cwd: root, environment })
    expect(await placeOrder(after.origin)).not.toBe(id)
    const present = await assetsOf(after.origin)
    expect(present).not.toEqual(assets)
    for (const asset of new Set([...assets, ...present]))
      expect(`${asset} ${(await fetch(after.origin + asset)).status}`).toBe(`${asset} 200`)
  },
)
