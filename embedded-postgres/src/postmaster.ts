import { createInterface } from 'node:readline'
import { PostgresFailed } from './errors.ts'
import type { Launch, Program } from './launcher.ts'
import { isPostmasterOf, readPidFile, removeDamagedPidFile } from './pid-file.ts'
import { holdsWithin } from './poll.ts'

export type Log = (line: string) => void

export interface PostmasterPlan {
  postgres: string
  cluster: string
  settings: Record<string, string>
  launch: Launch
  log: Log
}

export interface Postmaster {
  pid: number
  /** Resolves when the process has ended, with a phrase that says how. */
  ended: Promise<string>
  /** Fast shutdown: open transactions are rolled back, everything committed is kept. A second call waits for the same end. */
  stop(): Promise<void>
}

/** Recovery after a crash reads at most max_wal_size. */
const startTimeoutMs = 120_000

/**
 * Start PostgreSQL and wait until it accepts connections.
 * @throws {PostgresFailed} it ended before that @throws if `signal` aborts the wait
 */
export async function startPostmaster(plan: PostmasterPlan, signal: AbortSignal): Promise<Postmaster> {
  const { postgres, cluster, settings, launch, log } = plan
  if (await removeDamagedPidFile(cluster))
    log('Removed postmaster.pid, which named no process: a power cut or a full disk has left it.')
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = launch(postgres, ['-D', cluster, ...args], 'INT', await ignoringStalePid(cluster))
  const lastLines: string[] = []
  createInterface({ input: program.stderr }).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > 10) lastLines.shift()
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
  const settled = await holdsWithin(startTimeoutMs, async () => {
    ready = await isReady()
    return ready || end !== undefined || signal.aborted
  })
  if (end !== undefined || program.pid === undefined) {
    throw new PostgresFailed(`PostgreSQL did not start (${await ended})`, lastLines)
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
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!alive) break
    program.kill(signal)
    await holdsWithin(timeoutMs, () => !alive)
  }
  if (!alive) await gone
}

/**
 * After a crash the pid file remains, and PostgreSQL refuses to start while any process has the id in it: a zombie without
 * a reaper, or an unrelated process after a reboot. PostgreSQL ignores the id in PG_GRANDPARENT_PID (which exists for
 * pg_ctl). It still checks that no process uses the cluster's shared memory.
 */
async function ignoringStalePid(cluster: string): Promise<Record<string, string>> {
  const file = await readPidFile(cluster)
  if (!file || (await isPostmasterOf(cluster, file.pid))) return {}
  return { PG_GRANDPARENT_PID: String(file.pid) }
}

/**
 * End the postmaster of an earlier, killed process. Call it only while holding the folder's lock. The postmaster is usually
 * shutting down already, because the kernel has sent it the death signal.
 * @throws if it does not end within 40 seconds
 */
export async function endOrphan(cluster: string, log: Log): Promise<void> {
  const file = await readPidFile(cluster)
  if (!file) return
  const gone = async () => !(await isPostmasterOf(cluster, file.pid))
  if (await gone()) return
  log(`Waiting for PostgreSQL process ${file.pid} of an earlier run to end`)
  for (const [signal, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    sendSignal(file.pid, signal)
    if (await holdsWithin(timeoutMs, gone)) return
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
