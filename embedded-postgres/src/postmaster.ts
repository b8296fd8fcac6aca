import { createInterface } from 'node:readline'
import type { Launch, Program } from './launcher.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'
import { holdsWithin } from './poll.ts'

export type Log = (line: string) => void

export type PostmasterPlan = {
  postgres: string
  cluster: string
  settings: Record<string, string>
  launch: Launch
  log: Log
}

export type Postmaster = {
  pid: number
  /** Resolves with a phrase that tells how the process ended. */
  ended: Promise<string>
  /** Fast shutdown: open transactions are rolled back, everything committed is kept. A second call waits for the first. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000 // recovery after a crash reads at most max_wal_size

/**
 * Start PostgreSQL and wait until it takes connections.
 * @throws when it ends before, with its last words, or when `signal` aborts the wait
 */
export async function startPostmaster(plan: PostmasterPlan, signal: AbortSignal): Promise<Postmaster> {
  const { postgres, cluster, settings, launch, log } = plan
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = launch(postgres, ['-D', cluster, ...args], 'INT', await forgivingStalePid(cluster))
  const lastWords: string[] = []
  createInterface({ input: program.stderr }).on('line', (line) => {
    lastWords.push(line)
    if (lastWords.length > 10) lastWords.shift()
    log(line)
  })
  program.stdout.resume()
  program.stdin.end()

  let end: string | undefined
  const ended = endOf(program).then((phrase) => (end = phrase))
  const isReady = async () => {
    const file = await readPidFile(cluster)
    return file !== undefined && file.pid === program.pid && file.ready
  }
  let ready = false
  const settled = await holdsWithin(START_TIMEOUT_MS, async () => {
    ready = await isReady()
    return ready || end !== undefined || signal.aborted
  })
  if (end !== undefined || program.pid === undefined) {
    throw new Error(`PostgreSQL did not start: ${await ended}\n${lastWords.join('\n')}`)
  }
  const pid = program.pid
  let stopping: Promise<void> | undefined
  const postmaster: Postmaster = { pid, ended, stop: () => (stopping ??= stopProgram(program, ended)) }
  if (ready) return postmaster
  await postmaster.stop()
  throw new Error(settled ? 'PostgreSQL was stopped while it started' : 'PostgreSQL did not get ready in time')
}

function endOf(program: Program): Promise<string> {
  return new Promise((resolve) => {
    program.once('error', (error) => resolve(error.message))
    program.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
}

async function stopProgram(program: Program, ended: Promise<unknown>): Promise<void> {
  let alive = true
  const gone = ended.then(() => {
    alive = false
  })
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!alive) break
    program.kill(signal)
    await holdsWithin(patienceMs, () => !alive)
  }
  if (!alive) await gone
}

/**
 * A pid file outlives a crash, and PostgreSQL takes any living process with that id for its rival: a zombie that nobody
 * reaps, or a stranger after a reboot. It spares the id given as its grandparent's (meant for its own pg_ctl), and goes on
 * to check that no process is left on the shared memory.
 */
async function forgivingStalePid(cluster: string): Promise<Record<string, string>> {
  const file = await readPidFile(cluster)
  if (!file || (await isPostmasterOf(cluster, file.pid))) return {}
  return { PG_GRANDPARENT_PID: String(file.pid) }
}

/**
 * End the postmaster of an earlier server that was killed. Call it only while holding the folder's lock. Normally it is
 * shutting down already, because it hears of its parent's death.
 * @throws when it does not end within 40 seconds
 */
export async function endOrphan(cluster: string, log: Log): Promise<void> {
  const file = await readPidFile(cluster)
  if (!file) return
  const gone = async () => !(await isPostmasterOf(cluster, file.pid))
  if (await gone()) return
  log(`Waiting for PostgreSQL process ${file.pid} of an earlier run to end`)
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    sendSignal(file.pid, signal)
    if (await holdsWithin(patienceMs, gone)) return
  }
  throw new Error(`PostgreSQL process ${file.pid} of an earlier run does not end: stop it by hand.`)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
