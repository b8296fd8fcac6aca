/** The files of deploy/ that need programs of the machine: the role of PostgreSQL and the unit of systemd. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { askAt } from '../server/src/testing/shop-client.ts'
import { startShopProcess } from '../server/src/testing/shop-process.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const hasAnalyze = existsSync('/usr/bin/systemd-analyze')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deploy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test.skipIf(!hasPostgres15)(
  'the role of deploy/role.sql owns its database and nothing else, and the shop starts with it',
  async () => {
    const postgres = await startPostgres15()
    onTestFinished(postgres.stop)
    const { connection } = postgres
    if (!('host' in connection)) throw new Error('a unix socket')
    const { host, user } = connection
    execFileSync(
      'psql',
      [
        '-v',
        'ON_ERROR_STOP=1',
        '-v',
        "password='rahasia'",
        '-h',
        host,
        '-U',
        user,
        '-d',
        'postgres',
        '-f',
        'deploy/role.sql',
      ],
      { cwd: root, stdio: 'ignore' },
    )
    const databaseUrl = `postgres://toko:rahasia@localhost/toko?host=${encodeURIComponent(host)}`
    const shop = await startShopProcess({ connectionString: databaseUrl }, { DEMO_DATA: 'on' })
    onTestFinished(async () => void (await shop.kill()))
    expect((await askAt(shop.origin)<unknown[]>('GET', '/products')).body.data.length).toBeGreaterThan(5)
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
    await shop.stop()
    expect(shop.output()).not.toMatch(/Warning|no index|permission denied/)

    const asRole = new pg.Client({ connectionString: databaseUrl })
    await asRole.connect()
    onTestFinished(() => asRole.end())
    for (const sql of ['create role x', 'create database x', "copy (select 1) to '/tmp/x'"])
      await expect(asRole.query(sql)).rejects.toThrow(/permission denied|must be superuser/)
    const asSuperuser = new pg.Client(connection)
    await asSuperuser.connect()
    onTestFinished(() => asSuperuser.end())
    await asSuperuser.query('create role tamu login')
    const guest = new pg.Client({ ...connection, user: 'tamu', database: 'toko' })
    await expect(guest.connect()).rejects.toThrow('permission denied for database "toko"')
  },
)

test.skipIf(!hasAnalyze)('the unit of systemd is understood, and leaves the shop few rights', async () => {
  const folder = await newFolder()
  const unit = path.join(folder, 'camilan.service')
  const text = await readFile(path.join(root, 'deploy/camilan.service'), 'utf8')
  // The programs that the unit names must exist, and those of this checkout do.
  await writeFile(unit, text.replaceAll('/opt/camilan/current', root))
  const verified = await run('systemd-analyze', ['verify', '--man=no', unit])
  expect(verified.stderr.split('\n').filter((line) => line.includes('camilan'))).toEqual([])
  const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit])
  const [, exposure = '10'] = /Overall exposure level for camilan\.service: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeLessThan(3)
})
