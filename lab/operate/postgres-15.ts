/** The PostgreSQL 15 of Debian until the test ends, on folders of its own, with a standby if one is wanted. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { descendants } from '../../server/src/testing/descendants.ts'
import { newFolder } from './new-folder.ts'

const programs = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(path.join(programs, 'postgres'))
const user = 'shop'

export async function startPostgres15() {
  const place = await makePlace()
  runAs(place, 'initdb', ['-D', place.data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  return launch(place)
}

export type Postgres15 = Awaited<ReturnType<typeof startPostgres15>>

/**
 * A copy of `primary` that streams its changes.
 * @param address  the address of the primary, in the form of `primary_conninfo`
 */
export async function startStandby15(primary: Postgres15, address: string): Promise<Postgres15> {
  const place = await makePlace()
  const { host, port } = primary.connection
  const options = ['-D', place.data, '-h', host, '-p', String(port), '-U', user, '--checkpoint=fast', '--no-sync']
  runAs(place, 'pg_basebackup', options)
  await writeFile(path.join(place.data, 'standby.signal'), '')
  return launch(place, ['-c', `primary_conninfo=${address} user=${user} application_name=standby`])
}

type Place = Awaited<ReturnType<typeof makePlace>>

async function makePlace() {
  const folder = await newFolder()
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  /** PostgreSQL does not run as root. */
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return { folder, data: path.join(folder, 'data'), owner }
}

function runAs({ folder, owner }: Place, program: string, options: string[]): void {
  execFileSync(path.join(programs, program), options, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

async function launch({ folder, data, owner }: Place, more: string[] = []) {
  const options = ['-D', data, '-k', folder, '-F', '-c', 'listen_addresses=', ...more]
  const server = spawn(path.join(programs, 'postgres'), options, { ...owner, cwd: folder, stdio: 'ignore' })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGINT')
    await ended
  })
  const pidFile = () => readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  await vi.waitUntil(async () => (await pidFile()).includes('ready'), { timeout: 60_000, interval: 20 })
  return {
    /** By its unix socket, as a superuser. */
    connection: { host: folder, port: 5432, user, database: 'postgres' },
    /** SIGKILL of all its processes at once, like the loss of its machine. */
    async kill(): Promise<void> {
      const pid = server.pid ?? 0
      spawnSync('kill', ['-KILL', ...[pid, ...(await descendants(pid))].map(String)])
      await ended
    },
  }
}
