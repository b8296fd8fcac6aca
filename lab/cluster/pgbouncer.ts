/** Debian's PgBouncer in front of a database, with the configuration of docs/scaling.md. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { DatabaseConnection } from '../../server/src/platform/db/db.ts'
import { freePort } from '../../server/src/testing/free-port.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>

export async function startPgBouncer(
  connection: DatabaseConnection,
  mode: 'transaction' | 'session',
  poolSize: number,
) {
  const { host, port, user, database, password } = new pg.Client(connection)
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'))
  const listenPort = await freePort()
  const parts = Object.entries({ host, port, user, dbname: database, ...(password && { password }) })
  const settings = {
    ...(await documented(mode)),
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: path.join(folder, 'users'),
    admin_users: user,
    default_pool_size: poolSize,
  }
  const lines = [
    '[databases]',
    `${database} = ${parts.map(([name, value]) => `${name}=${value}`).join(' ')}`,
    '[pgbouncer]',
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ]
  const ini = path.join(folder, 'pgbouncer.ini')
  await writeFile(ini, `${lines.join('\n')}\n`)
  await writeFile(settings.auth_file, `"${user}" ""\n`)
  // It refuses to run as root, and only the owner of PostgreSQL's socket can enter its folder.
  const socket = host?.startsWith('/') ? await stat(host) : { uid: 65_534, gid: 65_534 }
  const owner = process.getuid?.() === 0 ? socket : undefined
  if (owner) for (const file of [folder, ini, settings.auth_file]) await chown(file, owner.uid, owner.gid)
  const end = await launch(ini, owner)
  const urlOf = (name: string) => `postgres://${user}@127.0.0.1:${listenPort}/${name}`
  return {
    /** The URL of the database, through the pooler. */
    url: urlOf(database ?? ''),
    /** A command of its console, such as RECONNECT. */
    async console(command: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: urlOf('pgbouncer') })
      await client.connect()
      const { rows } = await client.query(command).finally(() => client.end())
      return rows
    },
    async stop(): Promise<void> {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function documented(mode: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  const blocks = [...text.matchAll(/```ini\n[^`]*\[pgbouncer\]\n([^`]*)```/g)].map(([, lines = '']) => lines)
  const block = blocks.find((lines) => lines.includes(`pool_mode = ${mode}\n`))
  if (!block) throw new Error(`docs/scaling.md has no settings for ${mode} mode`)
  return Object.fromEntries([...block.matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [name, value]))
}

/** @returns a function that ends it */
async function launch(ini: string, owner: { uid: number; gid: number } | undefined) {
  const child = spawn('pgbouncer', [ini], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  })
  const exit = once(child, 'exit')
  const up = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('process up')) up.resolve()
    })
  }
  exit.then(() => up.reject(new Error(`PgBouncer ended:\n${output}`)), up.reject)
  await up.promise
  return async () => {
    child.kill()
    await exit
  }
}
