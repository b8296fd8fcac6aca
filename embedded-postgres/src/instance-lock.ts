import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { DataFolderInUse } from './errors.ts'
import { holdsWithin } from './poll.ts'

/** The time that the kernel may need to release the socket of a process that was just killed. */
const releaseTimeoutMs = 1_000

export interface InstanceLock {
  release(): Promise<void>
}

/**
 * Lock a data folder for this process. The lock is an abstract unix socket, which the kernel always releases when the
 * process ends. Only the processes of one machine (one network namespace) see it, so a folder must not be mounted into two
 * containers.
 * @param folder  its real path, because two names of one folder must give one lock
 * @throws {DataFolderInUse} another live process has the lock
 */
export async function lockDataFolder(folder: string): Promise<InstanceLock> {
  const name = `\0embedded-postgres-${createHash('sha256').update(folder).digest('hex')}`
  let server: net.Server | undefined
  const taken = await holdsWithin(releaseTimeoutMs, async () => {
    server = await listen(name)
    return server !== undefined
  })
  if (!taken) throw new DataFolderInUse(folder)
  return { release: () => new Promise((done) => server?.close(() => done())) }
}

/** @returns undefined if another process listens there */
async function listen(name: string): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => socket.destroy())
  server.unref()
  server.listen(name)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}
