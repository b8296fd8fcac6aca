import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { DataFolderInUse, EmbeddedPostgresUnavailable, OtherPostgresVersion } from './errors.ts'
import { chooseLauncher } from './launcher.ts'
import { clusterOwner } from './owner.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'
import { startPostmaster } from './postmaster.ts'

const hostScript = path.join(import.meta.dirname, 'testing/run-postgres.ts')
let dataDir: string
let cluster: string

beforeAll(async () => {
  dataDir = await newFolder()
  cluster = path.join(dataDir, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir })
  await runSql(postgres.connection, 'create table items (id int)')
  await postgres.stop()
})
afterAll(() => rm(dataDir, { recursive: true }))

/** The caller ends the client. */
async function connect(connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

async function runSql(connection: EmbeddedConnection, sql: string): Promise<void> {
  const client = await connect(connection)
  await client.query(sql).finally(() => client.end())
}

const newFolder = () => mkdtemp(path.join(tmpdir(), 'embedded-postgres-'))

/** Stopped at the end of the test, also if it fails. */
async function start(log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...(log && { log }) })
  onTestFinished(postgres.stop)
  return postgres
}

/** A process that runs PostgreSQL on `folder`. */
function spawnHost(folder: string): ChildProcess {
  const host = spawn(process.execPath, [hostScript, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void host.kill('SIGKILL'))
  return host
}

async function startHost(): Promise<{ host: ChildProcess; postmaster: number }> {
  const host = spawnHost(dataDir)
  if (host.stdout) await once(host.stdout, 'data')
  return { host, postmaster: await postmasterPid() }
}

async function postmasterPid(): Promise<number> {
  const file = await readPidFile(cluster)
  if (!file) throw new Error('no postmaster.pid')
  return file.pid
}

/** Adds a row and returns the number of rows, so that a lost row is noticed. */
async function addItem({ connection }: EmbeddedPostgres): Promise<number> {
  const client = await connect(connection)
  await client.query('insert into items select count(*) from items')
  const { rows } = await client.query('select count(*) from items')
  await client.end()
  return Number(rows[0].count)
}

test('data survives a restart, and a second stop has no effect', async () => {
  const first = await start()
  const count = await addItem(first)
  await Promise.all([first.stop(), first.stop()])
  const second = await start()
  expect(await addItem(second)).toBe(count + 1)
})

test('the role of the connection is no superuser, and nothing listens on TCP', async () => {
  const postgres = await start()
  const client = await connect(postgres.connection)
  const { rows } = await client.query(
    `select rolsuper, current_setting('listen_addresses') as tcp from pg_roles where rolname = current_user`,
  )
  await client.end()
  expect(rows).toEqual([{ rolsuper: false, tcp: '' }])
})

test('a cluster of another major version is refused, and stays unchanged', async () => {
  const folder = await newFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const other = path.join(folder, 'postgres')
  await mkdir(other)
  await writeFile(path.join(other, 'PG_VERSION'), '15\n')
  const refused = startEmbeddedPostgres({ dataDir: folder })
  await expect(refused).rejects.toThrow(OtherPostgresVersion)
  await expect(refused).rejects.toThrow(`${folder} belongs to PostgreSQL 15, and this is PostgreSQL 18.`)
  expect(await readdir(other)).toEqual(['PG_VERSION'])
})

test('a second start on the folder fails until the first has stopped, also under another name of the folder', async () => {
  const first = await start()
  const alias = `${dataDir}-alias`
  await symlink(dataDir, alias)
  onTestFinished(() => rm(alias))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(DataFolderInUse)
  await expect(startEmbeddedPostgres({ dataDir: alias })).rejects.toThrow(`on the data folder ${dataDir}.`)
  await first.stop()
  await start()
})

test('a killed postmaster is started again while its host runs', async () => {
  const postgres = await start()
  const count = await addItem(postgres)
  for (const killed of [1, 2]) {
    process.kill(await postmasterPid(), 'SIGKILL')
    await expect.poll(() => addItem(postgres).catch(() => 'unreachable')).toBe(count + killed)
  }
})

test('the next start succeeds at once after kill -9 of the host', async () => {
  const { host } = await startHost()
  host.kill('SIGKILL')
  await addItem(await start())
})

test('PostgreSQL shuts down after kill -9 of its host', async () => {
  const { host, postmaster } = await startHost()
  host.kill('SIGKILL')
  await expect.poll(() => isPostmasterOf(cluster, postmaster)).toBe(false)
  expect(await readPidFile(cluster)).toBeUndefined() // removed by an orderly shutdown
  await addItem(await start())
})

test('the next start recovers the data after a power cut (host and postmaster killed together)', async () => {
  const { host, postmaster } = await startHost()
  process.kill(postmaster, 'SIGKILL')
  host.kill('SIGKILL')
  await addItem(await start())
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the host and its PostgreSQL', async (signal) => {
  const { host, postmaster } = await startHost()
  host.kill(signal)
  expect(await once(host, 'exit')).toEqual([0, null])
  expect(await isPostmasterOf(cluster, postmaster)).toBe(false)
  expect(await readPidFile(cluster)).toBeUndefined()
})

test('a PostgreSQL left by an earlier process is ended before the new one starts', async () => {
  const { postgres } = await findBinaries()
  const launch = await chooseLauncher(postgres, dataDir, await clusterOwner(cluster))
  const settings = { listen_addresses: '', unix_socket_directories: cluster }
  const plan = { postgres, cluster, settings, launch, log: () => {} }
  const orphan = await startPostmaster(plan, new AbortController().signal)
  onTestFinished(orphan.stop)
  const log: string[] = []
  await addItem(await start((line) => log.push(line)))
  expect(await orphan.ended).toBe('exit code 0')
  expect(log[0]).toBe(`Waiting for PostgreSQL process ${orphan.pid} of an earlier run to end`)
})

test('a pid file with the id of an unrelated live process does not prevent the start', async () => {
  const { uid } = await stat(cluster)
  const unrelated = spawn('sleep', ['60'], { uid, stdio: 'ignore' })
  onTestFinished(() => void unrelated.kill())
  await writeFile(path.join(cluster, 'postmaster.pid'), `${unrelated.pid}\n${cluster}\n`)
  await addItem(await start())
})

test.each([
  ['is empty', ''],
  ['is filled with zeros', '\0'.repeat(90)],
  ['names process 0', '0\n/elsewhere\n'],
  ['has a negative number', '-7\n'],
  ['has a text', 'no pid\n\n'],
  ['has random bytes', Buffer.from('fffe00d80a31320a', 'hex')],
  ['begins with a line end', `\n${process.pid}\n`],
])('a pid file that %s is removed, and the log says so', async (_, content) => {
  await writeFile(path.join(cluster, 'postmaster.pid'), content)
  const log: string[] = []
  await addItem(await start((line) => log.push(line)))
  expect(log[0]).toMatch(/^Removed postmaster\.pid, which named no process/)
})

test('a PostgreSQL of another user keeps its cluster, whatever its pid file says', async () => {
  const { postgres } = await findBinaries()
  const launch = await chooseLauncher(postgres, dataDir, await clusterOwner(cluster))
  // Its command line does not name the cluster, so it does not count as one of ours.
  const other = launch(postgres, ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster}`], 'INT', {
    PGDATA: cluster,
  })
  const ended = once(other, 'exit')
  onTestFinished(async () => {
    other.kill('SIGINT')
    await ended
  })
  await expect.poll(() => readPidFile(cluster)).toMatchObject({ pid: other.pid, ready: true })
  const pidFile = path.join(cluster, 'postmaster.pid')
  const whole = await readFile(pidFile)
  const isRefused = () => expect(start()).rejects.toThrow(/pre-existing shared memory block .* still in use$/)
  await isRefused()
  expect(await readFile(pidFile)).toEqual(whole)

  await writeFile(pidFile, '')
  await isRefused()
  await writeFile(pidFile, whole) // without it PostgreSQL ends itself within a minute
  await runSql({ host: cluster, port: 5432, user: 'app', database: 'app' }, 'select from items')
})

test('a start creates the cluster from the beginning if an earlier start crashed while it did', async () => {
  const folder = await newFolder()
  const host = spawnHost(folder)
  await expect.poll(() => readdir(folder), { interval: 5 }).toHaveLength(1)
  host.kill('SIGKILL')
  await once(host, 'exit')
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^postgres-unfinished-/)])

  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  await runSql(postgres.connection, 'select 1')
  await postgres.stop()
  expect(await readdir(folder)).toContain('postgres')
  await rm(folder, { recursive: true })
})

test('a machine without the programs gets its own error, without advice about the application', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')
  if (platform) onTestFinished(() => void Object.defineProperty(process, 'platform', platform))
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' })
  const refusal = await findBinaries().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmbeddedPostgresUnavailable)
  expect(refusal).toHaveProperty('message', `No embedded PostgreSQL is installed for darwin ${process.arch}.`)
})

test("programs that can't run are reported with the reason of the system", async () => {
  const launcher = chooseLauncher('/nowhere/postgres', dataDir, undefined)
  await expect(launcher).rejects.toThrow(EmbeddedPostgresUnavailable)
  await expect(launcher).rejects.toThrow(/cannot run here: .*\/nowhere\/postgres.*not found/)
})
