import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { Agent, request, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FrontedServer } from './fronted-server.ts'

/** Longer than a test. */
const forever = 600_000

async function startServer(host = '127.0.0.1') {
  const server = new FrontedServer({ keepAliveTimeout: forever }, (_, response) => response.end('ok'))
  await once(server.listen({ host, port: 0 }), 'listening')
  const port = server.address()?.port ?? 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const other = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    other.destroy()
    server.close()
    server.closeAllConnections()
  })
  /** Each agent has a connection of its own. */
  async function post(by = agent) {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent: by }).end()
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
    return { reused: sent.reusedSocket, status: response.statusCode, connection: response.headers.connection }
  }
  return { server, post, other, port }
}

const connects = async (port: number, host = '127.0.0.1') => {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  return once(socket, 'connect').then(
    () => 'accepted',
    (error: NodeJS.ErrnoException) => error.code,
  )
}

const closed = (socket: Socket) =>
  new Promise((resolve) =>
    socket
      .resume()
      .on('error', () => {})
      .once('close', resolve),
  )

test('a request on an open connection is served as its last one, while new connections are refused', async () => {
  const { server, post, port } = await startServer()
  expect(await post()).toEqual({ reused: false, status: 200, connection: 'keep-alive' })
  const stopping = server.stopAccepting({ quietMs: forever, maxMs: forever })
  expect(await connects(port)).toBe('ECONNREFUSED')
  expect(await post()).toEqual({ reused: true, status: 200, connection: 'close' })
  await stopping // it was the only connection
})

test('silent connections are not waited for, however long they stay open', async () => {
  const { server, post, port } = await startServer()
  await post()
  await server.stopAccepting({ quietMs: 100, maxMs: forever })
  expect(await connects(port)).toBe('ECONNREFUSED')
})

test('a request restarts the time in which none may arrive, and the wait has an end', async () => {
  const { server, post, other, port } = await startServer()
  await post()
  await post(other)
  const silent = connect(port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(server, 'connection')
  const stopping = server.stopAccepting({ quietMs: 500, maxMs: forever })
  const began = performance.now()
  await expect.poll(() => performance.now() - began).toBeGreaterThan(100)
  const before = performance.now()
  await post()
  await stopping
  expect(performance.now() - before).toBeGreaterThanOrEqual(500)
  await server.stopAccepting({ quietMs: forever, maxMs: 100 })
})

test('a client that sends and reads nothing is cut after the timeout', async () => {
  const server = new FrontedServer({ headersTimeout: 0, requestTimeout: 0 }, () => {}).setTimeout(50)
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  onTestFinished(() => void server.close())
  await closed(connect(server.address()?.port ?? 0, '127.0.0.1'))
})

test('the address on which its timeouts listen serves nobody', async () => {
  const { server } = await startServer()
  const address = Server.prototype.address.call(server) as unknown as string
  const socket = connect(address)
  let received = ''
  socket.on('data', (data) => (received += data))
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await closed(socket)
  expect(received).toBe('')
})

test('localhost is each of its addresses, and a port that is taken is an error', async () => {
  const { server } = await startServer('localhost')
  const port = server.address()?.port ?? 0
  for (const { address } of await lookup('localhost', { all: true }))
    expect(await connects(port, address)).toBe('accepted')
  const second = new FrontedServer({}, () => {})
  expect((await once(second.listen({ host: '127.0.0.1', port }), 'error'))[0]).toMatchObject({
    code: 'EADDRINUSE',
    port,
  })
})
