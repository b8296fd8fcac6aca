import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import net from 'node:net'

/**
 * Run `work` while no other process on this machine does so for the same folder. Others wait until it has ended, or its
 * process has. The lock is an abstract unix socket, like that of a data folder. Only Linux has them: elsewhere there is no
 * lock.
 */
export async function withBuildLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (process.platform !== 'linux') return work()
  const name = `\0camilan-build-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')}`
  const release = await acquire(name)
  return work().finally(release)
}

async function acquire(name: string): Promise<() => void> {
  for (;;) {
    const waiting = new Set<net.Socket>()
    const server = net.createServer((socket) => waiting.add(socket.on('error', () => {})))
    server.listen(name)
    try {
      await once(server, 'listening')
      return () => {
        server.close()
        for (const socket of waiting) socket.destroy()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await endOfHolder(name)
    }
  }
}

/** The process with the lock keeps the connection open as long as it has the lock. */
async function endOfHolder(name: string): Promise<void> {
  const socket = net.connect(name)
  socket.on('error', () => {}) // refused: it has ended already
  await new Promise((resolve) => socket.once('close', resolve))
}
