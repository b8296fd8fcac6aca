import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Owner = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. The user who runs it instead: the one who owns the cluster already, or `postgres`,
 * who is created when missing. Undefined when we are not root: then it is ourselves.
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
    cause = error // also when another process was first
  }
  const owner = await findPostgresUser()
  if (owner) return owner
  throw new Error(
    'PostgreSQL cannot run as root, and the user "postgres" could not be created: create it, run the server as another user, or set DATABASE_URL.',
    { cause },
  )
}
