import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Let a server listen on a free port of this machine. @returns the port */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** A free port for a server whose configuration needs its URL before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await once(server.close(), 'close')
  return port
}
