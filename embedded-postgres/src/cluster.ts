import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './binaries.ts'
import type { Launch, Program } from './launcher.ts'
import type { Owner } from './owner.ts'

const UNFINISHED = 'postgres-unfinished-'

/** The role and database of the server: no superuser, so SQL cannot reach files or programs. */
export const APP = { user: 'app', database: 'app' }
export const SUPERUSER = { user: 'postgres', database: 'postgres' }

/** Create a cluster at `cluster` unless there is one. It appears whole or not at all: a crash leaves only a folder that the next try removes. */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  launch: Launch,
  owner: Owner | undefined,
): Promise<void> {
  const parent = path.dirname(cluster)
  await removeUnfinished(parent)
  if (await stat(cluster).catch(() => undefined)) return
  const unfinished = await mkdtemp(path.join(parent, UNFINISHED)) // mode 0700, as PostgreSQL demands
  if (owner) await chown(unfinished, owner.uid, owner.gid)
  await succeed('initdb', launch(binaries.initdb, initdbArguments(unfinished), 'KILL'))
  await succeed(
    'postgres --single',
    launch(binaries.postgres, ['--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'], 'KILL'),
    `create role ${APP.user} login;\ncreate database ${APP.database} owner ${APP.user};\n`,
  )
  await rename(unfinished, cluster)
  await syncFolder(parent)
}

/** Best effort: the initdb of a killed server may live a moment longer, and whatever it leaves goes at the next start. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(UNFINISHED)) await rm(path.join(parent, name), { recursive: true }).catch(() => {})
  }
}

function initdbArguments(folder: string): string[] {
  return [
    ...['-D', folder, '-U', SUPERUSER.user, '--no-clean', '--no-instructions'],
    ...['--auth-local=trust', '--auth-host=reject'], // the socket's folder admits only its owner
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
}

async function succeed(name: string, program: Program, input = ''): Promise<void> {
  const exited = new Promise<number | null>((resolve, reject) => program.once('error', reject).once('close', resolve))
  program.stdin.on('error', () => {}) // a program that dies early is told by its exit code
  program.stdin.end(input)
  const [code, out, err] = await Promise.all([exited, text(program.stdout), text(program.stderr)])
  if (code !== 0) throw new Error(`${name} failed: ${err.trim() || out.trim()}`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
