/** The PostgreSQL 15 of Debian, on folders of its own, with a standby if one is wanted. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'

const programs = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(path.join(programs, 'postgres'))

/** By its unix socket, as a superuser. */
interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
}

export interface Postgres15 {
  connection: SocketConnection
  /** SIGKILL of all its processes at once, like the loss of its machine. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Settings = Record<string, string>

const user = 'shop'
const optionsFor = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export async function startPostgres15(settings: Settings = {}): Promise<Postgres15> {
  const place = await makeFolder()
  runAs(place, 'initdb', ['-D', place.data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  return launch(place, settings)
}

/**
 * A copy of `primary` that streams its changes.
 * @param address  the address of the primary, in the form of `primary_conninfo`
 */
export async function startStandby15(primary: Postgres15, address: string): Promise<Postgres15> {
  const place = await makeFolder()
  const { host, port } = primary.connection
  const options = ['-D', place.data, '-h', host, '-p', String(port), '-U', user, '--checkpoint=fast', '--no-sync']
  runAs(place, 'pg_basebackup', options)
  await writeFile(path.join(place.data, 'standby.signal'), '')
  return launch(place, { primary_conninfo: `${address} user=${user} application_name=standby` })
}

interface Place {
  folder: string
  data: string
  /** PostgreSQL does not run as root. */
  owner: { uid: number; gid: number } | undefined
}

async function makeFolder(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-15-'))
  const owner = await ownerOfPostgres()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return { folder, data: path.join(folder, 'data'), owner }
}

function runAs({ folder, owner }: Place, program: string, options: string[]): void {
  execFileSync(path.join(programs, program), options, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

async function launch({ folder, data, owner }: Place, settings: Settings): Promise<Postgres15> {
  const options = optionsFor({ listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...settings })
  const server: ChildProcess = spawn(path.join(programs, 'postgres'), ['-D', data, ...options], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  await vi.waitUntil(
    async () => (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready'),
    { timeout: 60_000, interval: 20 },
  )
  const pid = server.pid ?? 0
  const end = async (signal: NodeJS.Signals, all: number[]) => {
    for (const one of all) {
      try {
        process.kill(one, signal)
      } catch {} // it has ended already
    }
    await ended
  }
  const isRunning = () => server.exitCode === null && server.signalCode === null
  return {
    connection: { host: folder, port: 5432, user, database: 'postgres' },
    async kill() {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      await end('SIGKILL', [pid, ...children.trim().split(' ').map(Number)])
    },
    async stop() {
      if (isRunning()) await end('SIGINT', [pid])
      await rm(folder, { recursive: true })
    },
  }
}

async function ownerOfPostgres(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres')
  return { uid: Number(uid), gid: Number(gid) }
}
