/** The whole server as a process of its own, as `npm start` runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseConnection } from '../platform/db/db.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** The command of `npm start`, whose process becomes the server. */
const { start } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts as { start: string }

/**
 * The variables that a program needs from the environment of the tests, and none of the caller's, such as DATABASE_URL or
 * keys. Without the cache each start compiles all modules, which is half of its work.
 */
export function programEnvironment() {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }
}

export interface ShopProcess {
  origin: string
  pid: number
  dataDir: string
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<unknown>
  /** Its output so far. */
  output(): string
  /** SIGTERM, unless it has ended already. @returns its exit code; null when it had to be killed */
  stop(): Promise<number | null>
  /** SIGKILL, unless it has ended already. */
  kill(): Promise<number | null>
}

/**
 * @param environment  without DATA_DIR the process has a folder that is deleted with it. Of several processes on one
 *   database at most one may use its local payment sandbox: the others need the keys and the origin of another gateway
 * @param onSpawned  called with the pid, long before the shop is open
 * @throws an error with its output, and its exit code as the cause, if it ends before it is open
 */
export async function startShopProcess(
  connection: DatabaseConnection,
  environment: Record<string, string> = {},
  onSpawned: (pid: number) => void = () => {},
): Promise<ShopProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'camilan-process-'))
  const port = environment.PORT ?? String(await freePort())
  const child = spawn('/bin/sh', ['-c', start], {
    cwd: root,
    env: {
      ...programEnvironment(),
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      ...{ PORT: port, DATA_DIR: dataDir, DATABASE_URL: urlOf(connection) },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const { promise: open, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk
    if (output.includes('is open at')) resolve()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  exit.then(([code]) => reject(new Error(`The server ended:\n${output}`, { cause: code })), reject)
  onSpawned(child.pid ?? 0)
  await open
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exit
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir: environment.DATA_DIR ?? dataDir,
    ended: exit,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => output,
  }
}

/** The same connection as a URL, for the environment of a process. */
export function urlOf(connection: DatabaseConnection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
