/**
 * `npm run dev`: PostgreSQL and the payment sandbox run beside the server, so that an edit restarts only the server.
 * Without DATABASE_URL a database is started here, without gateway keys the payment sandbox. The server gets their URLs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type EmbeddedConnection, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { type Config, readConfig } from '../src/config.ts'
import { adviceFor } from '../src/start/startup-errors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const children: ChildProcess[] = []
let stopDatabase = async () => {}
let closing = false

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void close(0))

try {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const gateway = openGateway(config)
  watch(['server/src', 'contract/src'], ['-C', 'development', 'server/src/main.ts', '--dev'], {
    ...database,
    ...gateway,
    DEMO_DATA: String(config.demoData), // its default depends on DATABASE_URL
    SETTINGS_KEY: config.settingsKey ?? 'only for development: what it encrypts is no secret',
  })
} catch (error) {
  console.error(adviceFor(error) ?? error)
  await close(1)
}

type Environment = Record<string, string>

async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Environment> {
  if (databaseUrl !== undefined) return {}
  const postgres = await startEmbeddedPostgres({ dataDir })
  stopDatabase = () => postgres.stop()
  return { DATABASE_URL: urlOf(postgres.connection) }
}

/** `host` is the folder of a unix socket. */
function urlOf({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

/** The sandbox listens on the port after the shop's. */
function openGateway({ host, port, publicUrl, dataDir, payments }: Config): Environment {
  if (!payments.localSandbox) return {}
  const { serverKey = '', clientKey = '' } = payments.keys ?? {}
  const keys = { MIDTRANS_SERVER_KEY: serverKey, MIDTRANS_CLIENT_KEY: clientKey }
  const stateFile = path.join(dataDir, 'payment-sandbox.jsonl')
  watch(['payment-sandbox/src'], ['payment-sandbox/src/main.ts'], {
    ...keys,
    HOST: host,
    PORT: String(port + 1),
    STATE_FILE: stateFile,
  })
  const origin = `http://${new URL(publicUrl).hostname}:${port + 1}`
  return { ...keys, MIDTRANS_SNAP_URL: origin, MIDTRANS_API_URL: origin }
}

/** Runs a program that restarts when a file in one of the folders changes. */
function watch(folders: string[], program: string[], environment: Environment): void {
  const watched = folders.map((folder) => `--watch-path=${folder}`)
  const child = spawn(process.execPath, [...watched, '--watch-preserve-output', ...program], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'), ...process.env, ...environment },
  })
  child.once('exit', () => void close(1))
  children.push(child)
}

/** PostgreSQL stops last: the server needs it until it has ended. */
async function close(exitCode: number): Promise<void> {
  if (closing) return
  closing = true
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }),
  )
  await stopDatabase()
  process.exit(exitCode)
}
