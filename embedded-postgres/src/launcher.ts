import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import type { Owner } from './owner.ts'

const run = promisify(execFile)

const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type Program = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Start a PostgreSQL program as the right user and in a session of its own, so that Ctrl-C in a terminal reaches only this
 * process. The kernel sends the program `deathSignal` if this process dies without stopping it, as after `kill -9`.
 */
export type Launch = (
  program: string,
  args: string[],
  deathSignal: 'INT' | 'KILL',
  extraEnvironment?: Record<string, string>,
) => Program

/**
 * Find the least privilege with which `owner` can run `postgres` and reach `folder`. If root starts it, the programs or the
 * data folder may lie below a folder that only root may enter, such as /root: then PostgreSQL keeps the one capability that
 * lets it pass (containers often do not grant DAC_READ_SEARCH, but the broader DAC_OVERRIDE). No folder's mode is changed.
 * @throws {EmbeddedPostgresUnavailable} nothing works; the message has the error of the first attempt
 */
export async function chooseLauncher(postgres: string, folder: string, owner: Owner | undefined): Promise<Launch> {
  let failure: unknown
  for (const privileges of waysToRun(owner)) {
    try {
      await run('setpriv', [...privileges, 'sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', folder, postgres], {
        cwd: '/',
        env: environment,
      })
      return (program, args, deathSignal, extraEnvironment) =>
        spawn('setpriv', [...privileges, `--pdeathsig=${deathSignal}`, program, ...args], {
          cwd: '/',
          env: { ...environment, ...extraEnvironment },
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: true,
        })
    } catch (error) {
      failure ??= error // an operator can correct the error of the first attempt
    }
  }
  throw new EmbeddedPostgresUnavailable(`The embedded PostgreSQL cannot run here: ${reasonOf(failure)}`, {
    cause: failure,
  })
}

function waysToRun(owner: Owner | undefined): string[][] {
  if (!owner) return [[]]
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const keeping = (capability: string) => [
    ...user,
    ...['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+${capability}`),
    '--securebits=+no_setuid_fixup', // otherwise access(2), with which PostgreSQL checks its own files, ignores capabilities
  ]
  return [user, keeping('dac_read_search'), keeping('dac_override')]
}

function reasonOf(failure: unknown): string {
  const { code, stderr, message } = failure as { code?: unknown; stderr?: string; message: string }
  if (code === 'ENOENT') return 'the program setpriv of util-linux is missing.'
  return stderr?.trim() || message
}
