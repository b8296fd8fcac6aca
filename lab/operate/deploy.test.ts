/** The files of deploy/ that need programs of the machine: the role of PostgreSQL and the unit of systemd. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from './new-folder.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The embedded PostgreSQL is 18, which has other rules about who may give a role. */
const embedded = useEmptyDb()

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test.each(hasPostgres15 ? [15, 18] : [18])(
  'deploy/role.sql needs no superuser on PostgreSQL %i, and the role owns only its database',
  async (version) => {
    // As the superuser of that server.
    const superuser = { ...embedded.connection, user: 'postgres', database: 'postgres' }
    const connection = version === 15 ? (await startPostgres15()).connection : superuser
    if (!('host' in connection)) throw new Error('a unix socket')
    const { host, port } = connection
    const asSuperuser = await connect(connection)
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

    const asRole = await connect({ connectionString: databaseUrl })
    for (const sql of ['create role x', 'create database x', "copy (select 1) to '/tmp/x'"])
      await expect(asRole.query(sql)).rejects.toThrow(/permission denied|must be superuser/)
    await asSuperuser.query('create role tamu login')
    for (const [user, database] of [
      ['tamu', 'toko'],
      ['kue', 'toko'],
      ['toko', 'kue'],
    ] as const) {
      const stranger = new pg.Client({ ...connection, user, password: 'rahasia', database })
      await expect(stranger.connect()).rejects.toThrow(`permission denied for database "${database}"`)
    }
  },
)

// Each of several processes has a port of its own, by the line of sed in docs/scaling.md.
test.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(['camilan.service', 'camilan@.service'])(
  'systemd understands the unit %s, which leaves the shop few rights',
  async (name) => {
    const hasPort = name.includes('@')
    const unit = path.join(await newFolder(), name)
    const [, script = ''] = /^sed '(.*)' \/opt/m.exec(await readFile(path.join(root, 'docs/scaling.md'), 'utf8')) ?? []
    const text = execFileSync('sed', [hasPort ? script : '', 'deploy/camilan.service'], { cwd: root, encoding: 'utf8' })
    expect(text.includes('\nEnvironment=PORT=%i\n')).toBe(hasPort)
    // The programs that the unit names must exist, and those of this checkout do.
    await writeFile(unit, text.replaceAll('/opt/camilan/current', root))
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
    expect(analyze('verify', '--man=no').stderr).not.toContain('camilan')
    const { stdout } = analyze('security', '--offline=yes', '--no-pager')
    const [, exposure = '10'] = /Overall exposure level for camilan(?:@\w+)?\.service: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThan(3)
  },
)
