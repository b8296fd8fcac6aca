/** Debian's PgBouncer in front of a database until the test ends, with the configuration of docs/scaling.md. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../../server/src/platform/db/db.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { newFolder } from '../operate/new-folder.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export async function startPgBouncer(
  connection: DatabaseConnection,
  mode: 'transaction' | 'session',
  poolSize: number,
) {
  const { host, port, user, database, password } = new pg.Client(connection)
  const folder = await newFolder()
  const listenPort = await freePort()
  const scaling = await readFile(path.join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  const [, documented] = new RegExp(`\\[pgbouncer\\]\n(pool_mode = ${mode}\n[^\`]*)`).exec(scaling) ?? []
  if (!documented) throw new Error(`docs/scaling.md has no settings for ${mode} mode`)
  const [ini, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users')]
  await writeFile(users, `"${user}" ""\n`)
  await writeFile(
    ini,
    `[databases]
${database} = host=${host} port=${port} user=${user} dbname=${database} ${password ? `password=${password}` : ''}
[pgbouncer]
${documented.replace(/default_pool_size = .*/, `default_pool_size = ${poolSize}`)}
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${user}
`,
  )
  // It refuses to run as root, and only the owner of PostgreSQL's socket can enter its folder.
  const { uid, gid } = host.startsWith('/') ? await stat(host) : { uid: 65_534, gid: 65_534 }
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  if ('uid' in owner) for (const file of [folder, ini, users]) await chown(file, uid, gid)
  const child = spawn('pgbouncer', [ini], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output).toContain('process up')
  const urlTo = (name = '') => `postgres://${user}@127.0.0.1:${listenPort}/${name}`
  return {
    /** For a process of the shop. */
    environment: {
      DATABASE_URL: urlTo(database),
      DATABASE_DIRECT_URL: urlOf(connection),
      ...(mode === 'transaction' && { DATABASE_POOLED: 'true' }),
    },
    /** A command of its console, such as RECONNECT. */
    async console(command: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: urlTo('pgbouncer') })
      await client.connect()
      const { rows } = await client.query(command).finally(() => client.end())
      return rows
    },
  }
}
