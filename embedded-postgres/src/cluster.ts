import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresUnavailable, OtherPostgresVersion, PostgresFailed } from './errors.ts'
import type { Launch, Program } from './launcher.ts'
import type { Owner } from './owner.ts'

/** Written by initdb into every cluster; it names the major version. */
const versionFile = 'PG_VERSION'
const unfinishedPrefix = 'postgres-unfinished-'

/** The application's role and database. The role is no superuser, so its SQL cannot reach files or programs. */
export const application = { user: 'app', database: 'app' }
export const superuser = { user: 'postgres', database: 'postgres' }

/**
 * Create a cluster at `cluster` unless there is one. It is created atomically, by renaming a finished folder: a crash
 * leaves only an unfinished folder, which the next call removes.
 * @throws {EmbeddedPostgresUnavailable} there is none, and this process runs as a user without a name
 * @throws {PostgresFailed} it can't be created
 */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  launch: Launch,
  owner: Owner | undefined,
): Promise<void> {
  const parent = path.dirname(cluster)
  await removeUnfinished(parent)
  if (await stat(cluster).catch(() => undefined)) return
  assertNamed(owner)
  const unfinished = await mkdtemp(path.join(parent, unfinishedPrefix)) // mode 0700, which PostgreSQL requires
  if (owner) await chown(unfinished, owner.uid, owner.gid)
  await succeed('initdb', launch(binaries.initdb, initdbArguments(unfinished), 'KILL'))
  await succeed(
    'postgres --single',
    launch(binaries.postgres, ['--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'], 'KILL'),
    `create role ${application.user} login;\ncreate database ${application.database} owner ${application.user};\n`,
  )
  await rename(unfinished, cluster)
  await syncFolder(parent)
}

/** @throws {OtherPostgresVersion} the cluster was made by another major version */
export async function assertVersion(cluster: string, version: string): Promise<void> {
  const found = (await readFile(path.join(cluster, versionFile), 'utf8').catch(() => version)).trim()
  if (found !== version) throw new OtherPostgresVersion(path.dirname(cluster), found, version)
}

/**
 * initdb asks the system for the name of its user. A container that runs as an arbitrary number has none.
 * @throws {EmbeddedPostgresUnavailable}
 */
function assertNamed(owner: Owner | undefined): void {
  if (owner) return
  try {
    userInfo()
  } catch (cause) {
    throw new EmbeddedPostgresUnavailable(
      `The embedded PostgreSQL can't be set up by the user with the ID ${process.getuid?.()}, who has no entry in /etc/passwd: add one.`,
      { cause },
    )
  }
}

/** Best effort, because the initdb of a killed process may still be writing. The next start removes its files. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(unfinishedPrefix)) await rm(path.join(parent, name), { recursive: true }).catch(() => {})
  }
}

function initdbArguments(folder: string): string[] {
  return [
    '-D',
    folder,
    '-U',
    superuser.user,
    '--no-clean',
    '--no-instructions',
    '--auth-local=trust',
    '--auth-host=reject', // only the owner can enter the socket's folder
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}

async function succeed(name: string, program: Program, input = ''): Promise<void> {
  const exited = new Promise<number | null>((resolve, reject) => program.once('error', reject).once('close', resolve))
  program.stdin.on('error', () => {}) // when the program dies early, its exit code is reported below
  program.stdin.end(input)
  const [code, out, err] = await Promise.all([exited, text(program.stdout), text(program.stderr)])
  if (code !== 0) throw new PostgresFailed(`${name} failed`, (err.trim() || out.trim()).split('\n'))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
