import { once } from 'node:events'
import { Socket } from 'node:net'

/** The sockets of a pool, so that those of a silent link can be closed together. */
export interface TrackedSockets {
  /** For the option `stream` of pg, which connects it. */
  create(): Socket
  /** Close every socket that was created before this moment of `performance.now()`. No more data is sent on them. */
  destroyOlderThan(moment: number): Promise<void>
}

export function trackSockets(): TrackedSockets {
  const createdAt = new Map<Socket, number>()
  return {
    create() {
      const socket = new Socket()
      createdAt.set(socket, performance.now())
      socket.once('close', () => createdAt.delete(socket))
      return socket
    },
    async destroyOlderThan(moment) {
      const older = [...createdAt.keys()].filter((socket) => (createdAt.get(socket) ?? moment) < moment)
      // The pool learns of it with 'close'. Before that it could give out the dead connection.
      await Promise.all(older.map((socket) => once(socket.destroy(), 'close')))
    },
  }
}
