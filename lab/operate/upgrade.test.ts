/** An upgrade and the way back: the first release that starts on newer tables, on the tables of the next release. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { mustRun, placeOrder, runToEnd, startShop } from './start-shop.ts'

const firstTolerant = '2a7ea1920571d717599e2723a0eb6e57420cbebd'

const root = path.resolve(import.meta.dirname, '../..')

/** Missing in a shallow clone. */
function isInHistory(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!isInHistory(firstTolerant))('the release before, of the history', () => {
  const database = useEmptyDb()
  let folder: string
  let previous: string
  /** The migrations of the previous release, and those of trials. */
  let migrations: string
  let last: number

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
    previous = path.join(folder, 'previous')
    mkdirSync(previous)
    const sources = execFileSync('git', ['archive', firstTolerant], { cwd: root, maxBuffer: 100_000_000 })
    execFileSync('tar', ['-x', '-C', previous], { input: sources })
    // So that its build has a file that the present one lacks.
    appendFileSync(path.join(previous, 'web/app/app.css'), '\n.trial {\n  color: red;\n}\n')
    await mustRun({ command: ['npm', 'ci', '--prefer-offline', '--loglevel=error'], cwd: previous })
    migrations = path.join(folder, 'migrations')
    cpSync(path.join(previous, 'server/migrations'), migrations, { recursive: true })
    last = readdirSync(migrations).filter((file) => file.endsWith('.sql')).length
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const digits = (number: number) => String(number).padStart(4, '0')

  /** The next release's change of the database. */
  async function upgrade(number: number, name: string, sql: string): Promise<string> {
    const file = `${digits(number)}_${name}.sql`
    writeFileSync(path.join(migrations, file), sql)
    expect(await migrate(database.connection, { folder: migrations })).toContain(file)
    return file
  }

  async function assetsOf(origin: string): Promise<string[]> {
    const html = await (await fetch(origin)).text()
    const found = html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g) ?? []
    expect(found.length).toBeGreaterThan(3)
    return found
  }

  const options = () => ({
    command: ['npm', '--silent', 'start'],
    cwd: previous,
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: urlOf(database.connection),
      DEMO_DATA: 'true',
    },
  })

  test('it keeps running while the next release migrates compatibly, starts again, and takes orders', async () => {
    const running = await startShop(options())
    expect(await placeOrder(running.origin)).toMatch(/./)
    const file = await upgrade(
      last + 1,
      'trial',
      `-- compatible since: ${digits(last)}
      alter table products add column origin text;
      alter table orders add column gift boolean not null default false;
      create table tastings (product_id uuid references products on delete cascade, told_at timestamptz);`,
    )
    expect(await placeOrder(running.origin)).toMatch(/./)
    expect(await running.stop()).toBe(0)

    const again = await startShop(options())
    onTestFinished(async () => void (await again.stop()))
    expect(again.output()).toContain(`The database is newer than this code, which works with it: it has ${file} too.`)
    expect(await placeOrder(again.origin)).toMatch(/./)
    const { rows } = await database.pool.query('select count(*)::int as orders from orders where not gift')
    expect(rows).toEqual([{ orders: 3 }])
  })

  test('the present release takes over its data, and serves the scripts of its pages', async () => {
    const environment = { DATA_DIR: path.join(folder, 'upgraded') }
    const before = await startShop({ ...options(), environment })
    const id = await placeOrder(before.origin)
    const assets = await assetsOf(before.origin)
    expect(await before.stop()).toBe(0)
    rmSync(path.join(previous, 'web/build'), { recursive: true })

    const after = await startShop({ ...options(), cwd: root, environment })
    onTestFinished(async () => void (await after.stop()))
    expect(await placeOrder(after.origin)).not.toBe(id)
    expect(await assetsOf(after.origin)).not.toEqual(assets)
    for (const asset of new Set([...assets, ...(await assetsOf(after.origin))])) {
      expect(`${asset} ${(await fetch(after.origin + asset)).status}`).toBe(`${asset} 200`)
    }
  })

  test('it refuses to start after a migration that is not compatible, in one sentence', async () => {
    const file = await upgrade(last + 2, 'trial_without_word', 'alter table tastings add column score integer')
    const { code, output } = await runToEnd(options())
    expect(code).toBe(1)
    expect(output.trim().split('\n').at(-1)).toMatch(
      new RegExp(
        `^The database is newer than this code: it has migration ${file}, with which this code does not work\\.`,
      ),
    )
  })
})
