/** The files of deploy/ that need programs of the machine: the role of PostgreSQL and the unit of systemd. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const hasAnalyze = existsSync('/usr/bin/systemd-analyze')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deploy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The embedded PostgreSQL is 18, which has other rules about who may give a role. */
const embedded = useEmptyDb()

test.each([15, 18])(
  'deploy/role.sql needs no superuser on PostgreSQL %i, and the role owns only its database',
  async (version) => {
    if (version === 15 && !hasPostgres15) return
    const postgres = version === 15 ? await startPostgres15() : undefined
    if (postgres) onTestFinished(postgres.stop)
    // As the superuser of that server.
    const connection = postgres?.connection ?? { ...embedded.connection, user: 'postgres', database: 'postgres' }
    if (!('host' in connection)) throw new Error('a unix socket')
    const { host, port } = connection
    const asSuperuser = new pg.Client(connection)
    await asSuperuser.connect()
    onTestFinished(() => asSuperuser.end())
    await asSuperuser.query('create role pengelola login createrole createdb')
    for (const name of [[], ['-v', 'name=kue']]) {
      const server = ['-h', host, '-p', String(port), '-U', 'pengelola', ...name, '-v', "password='rahasia'"]
      execFileSync('psql', [...server, '-f', 'deploy/role.sql', 'postgres'], { cwd: root, stdio: 'ignore' })
    }
    const databaseUrl = `postgres://toko:rahasia@localhost:${port}/toko?host=${encodeURIComponent(host)}`
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
    await asSuperuser.query('create role tamu login')
    for (const [user, name] of [
      ['tamu', 'toko'],
      ['kue', 'toko'],
      ['toko', 'kue'],
    ]) {
      const stranger = new pg.Client({ ...connection, user, password: 'rahasia', database: name })
      await expect(stranger.connect()).rejects.toThrow(`permission denied for database "${name}"`)
    }
  },
)

// Each of several processes has a port of its own, by the line of sed in docs/scaling.md.
test.skipIf(!hasAnalyze).each(['camilan.service', 'camilan@.service'])(
  'systemd understands the unit %s, which leaves the shop few rights',
  async (name) => {
    const hasPort = name.includes('@')
    const unit = path.join(await newFolder(), name)
    const [, script = ''] = /^sed '(.*)' \/opt/m.exec(await readFile(path.join(root, 'docs/scaling.md'), 'utf8')) ?? []
    const text = execFileSync('sed', [hasPort ? script : '', 'deploy/camilan.service'], { cwd: root, encoding: 'utf8' })
    expect(text.includes('\nEnvironment=PORT=%i\n')).toBe(hasPort)
    // The programs that the unit names must exist, and those of this checkout do.
    await writeFile(unit, text.replaceAll('/opt/camilan/current', root))
    const verified = await run('systemd-analyze', ['verify', '--man=no', unit])
    expect(verified.stderr.split('\n').filter((line) => line.includes('camilan'))).toEqual([])
    const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit])
    const [, exposure = '10'] = /Overall exposure level for camilan(?:@\w+)?\.service: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThan(3)
  },
)
