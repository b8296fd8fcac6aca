import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import {
  DataFolderInUse,
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { chooseLauncher } from './launcher.ts'
import { clusterOwner } from './owner.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'
import { startPostmaster } from './postmaster.ts'

const SERVER = path.join(import.meta.dirname, 'testing/server-with-postgres.ts')
let dataDir: string
let cluster: string

beforeAll(async () => {
  dataDir = await newFolder()
  cluster = path.join(dataDir, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir })
  await runSql(postgres.connection, 'create table jars (id int)')
  await postgres.stop()
})
afterAll(() => rm(dataDir, { recursive: true }))

/** A client of its own, to be ended by the caller. */
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

/** Started here, stopped at the test's end whatever happens. */
async function start(log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...(log && { log }) })
  onTestFinished(postgres.stop)
  return postgres
}

function spawnServer(folder: string): ChildProcess {
  const server = spawn(process.execPath, [SERVER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  return server
}

async function startServer(): Promise<{ server: ChildProcess; postmaster: number }> {
  const server = spawnServer(dataDir)
  if (server.stdout) await once(server.stdout, 'data')
  return { server, postmaster: await postmasterPid() }
}

async function postmasterPid(): Promise<number> {
  const file = await readPidFile(cluster)
  if (!file) throw new Error('no postmaster.pid')
  return file.pid
}

/** One row more at each call, so a lost row would show. */
async function countJars({ connection }: EmbeddedPostgres): Promise<number> {
  const client = await connect(connection)
  await client.query('insert into jars select count(*) from jars')
  const { rows } = await client.query('select count(*) from jars')
  await client.end()
  return Number(rows[0].count)
}

test('what is stored outlives the server, which stops more than once without harm', async () => {
  const first = await start()
  const jars = await countJars(first)
  await Promise.all([first.stop(), first.stop()])
  const second = await start()
  expect(await countJars(second)).toBe(jars + 1)
})

test('the server is no superuser, and nothing listens on TCP', async () => {
  const postgres = await start()
  const client = await connect(postgres.connection)
  const { rows } = await client.query(
    `select rolsuper, current_setting('listen_addresses') as tcp from pg_roles where rolname = current_user`,
  )
  await client.end()
  expect(rows).toEqual([{ rolsuper: false, tcp: '' }])
})

test('a second server on the folder is refused, by any name of the folder, and later let in', async () => {
  const first = await start()
  const alias = `${dataDir}-alias`
  await symlink(dataDir, alias)
  onTestFinished(() => rm(alias))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(DataFolderInUse)
  await expect(startEmbeddedPostgres({ dataDir: alias })).rejects.toThrow(`on the data folder ${dataDir}: stop it`)
  await first.stop()
  await start()
})

test('a postmaster that is killed is started again under the running server', async () => {
  const postgres = await start()
  const jars = await countJars(postgres)
  for (const killed of [1, 2]) {
    process.kill(await postmasterPid(), 'SIGKILL')
    await expect.poll(() => countJars(postgres).catch(() => 'unreachable')).toBe(jars + killed)
  }
})

test('after kill -9 the next server starts at once', async () => {
  const { server } = await startServer()
  server.kill('SIGKILL')
  await countJars(await start())
})

test('a server killed without a word leaves no PostgreSQL', async () => {
  const { server, postmaster } = await startServer()
  server.kill('SIGKILL')
  await expect.poll(() => isPostmasterOf(cluster, postmaster)).toBe(false)
  expect(await readPidFile(cluster)).toBeUndefined() // it shut down in order
  await countJars(await start())
})

test('after a power cut, with server and postmaster killed together, the next start recovers', async () => {
  const { server, postmaster } = await startServer()
  process.kill(postmaster, 'SIGKILL')
  server.kill('SIGKILL')
  await countJars(await start())
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the server and its PostgreSQL', async (signal) => {
  const { server, postmaster } = await startServer()
  server.kill(signal)
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(await isPostmasterOf(cluster, postmaster)).toBe(false)
  expect(await readPidFile(cluster)).toBeUndefined()
})

test('a PostgreSQL that outlived its server is ended first', async () => {
  const { postgres } = await findBinaries()
  const launch = await chooseLauncher(postgres, dataDir, await clusterOwner(cluster))
  const settings = { listen_addresses: '', unix_socket_directories: cluster }
  const plan = { postgres, cluster, settings, launch, log: () => {} }
  const orphan = await startPostmaster(plan, new AbortController().signal)
  onTestFinished(orphan.stop)
  const log: string[] = []
  await countJars(await start((line) => log.push(line)))
  expect(await orphan.ended).toBe('exit code 0')
  expect(log[0]).toBe(`Waiting for PostgreSQL process ${orphan.pid} of an earlier run to end`)
})

test('a pid file that names a living stranger is no hindrance', async () => {
  const { uid } = await stat(cluster)
  const stranger = spawn('sleep', ['60'], { uid, stdio: 'ignore' })
  onTestFinished(() => void stranger.kill())
  await writeFile(path.join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n`)
  await countJars(await start())
})

test('a crash while the cluster is created leaves nothing that the next start minds', async () => {
  const folder = await newFolder()
  const server = spawnServer(folder)
  await expect.poll(() => readdir(folder), { interval: 5 }).toHaveLength(1)
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^postgres-unfinished-/)])

  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  await runSql(postgres.connection, 'select 1')
  await postgres.stop()
  expect(await readdir(folder)).toContain('postgres')
  await rm(folder, { recursive: true })
})
