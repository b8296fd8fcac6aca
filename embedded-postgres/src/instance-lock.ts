import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { holdsWithin } from './poll.ts'

const KILLED_GONE_MS = 1_000 // what the kernel may need to clear away a server that was killed just now

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(folder: string) {
    super(`Another server is running on the data folder ${folder}: stop it, or give this one its own DATA_DIR.`)
  }
}

export type InstanceLock = { release(): Promise<void> }

/**
 * Own a data folder for as long as this process lives. The lock is an abstract unix socket, which the kernel frees
 * however the process ends. It is seen by the processes of one machine (one network namespace), so one folder must not
 * be mounted into two containers.
 * @param folder  its real path: two names of one folder must give one lock
 * @throws {DataFolderInUse}
 */
export async function lockDataFolder(folder: string): Promise<InstanceLock> {
  const name = `\0camilan-${createHash('sha256').update(folder).digest('hex')}`
  let server: net.Server | undefined
  const taken = await holdsWithin(KILLED_GONE_MS, async () => {
    server = await listen(name)
    return server !== undefined
  })
  if (!taken) throw new DataFolderInUse(folder)
  return { release: () => new Promise((done) => server?.close(() => done())) }
}

/** @returns undefined when another process listens there */
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
