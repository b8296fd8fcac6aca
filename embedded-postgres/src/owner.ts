import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './errors.ts'

const run = promisify(execFile)

export interface Owner {
  uid: number
  gid: number
}

/**
 * The user who runs PostgreSQL if this process is root, because PostgreSQL refuses to run as root: the owner of the
 * existing cluster, else the user `postgres`, which is created if missing.
 * @returns undefined if this process is not root: PostgreSQL then runs as the same user
 * @throws {EmbeddedPostgresUnavailable} the user `postgres` can't be created
 */
export async function clusterOwner(cluster: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await stat(cluster).catch(() => undefined)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  return (await findPostgresUser()) ?? (await createPostgresUser())
}

async function findPostgresUser(): Promise<Owner | undefined> {
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === 'postgres') return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

async function createPostgresUser(): Promise<Owner> {
  let cause: unknown
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  } catch (error) {
    cause = error // also if another process created it at the same time
  }
  const owner = await findPostgresUser()
  if (owner) return owner
  throw new EmbeddedPostgresUnavailable(
    'PostgreSQL cannot run as root, and the user "postgres" could not be created: create it, or run this program as another user.',
    { cause },
  )
}
