import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FrontedServer } from './fronted-server.ts'

async function startServer(host = '127.0.0.1') {
  const server = new FrontedServer({}, (_, response) => response.end('ok'))
  await once(server.listen({ host, port: 0 }), 'listening')
  const port = server.address()?.port ?? 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.close()
    server.closeAllConnections()
  })
  async function post() {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent }).end()
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
    return { reused: sent.reusedSocket, status: response.statusCode, connection: response.headers.connection }
  }
  return { server, post, port }
}

const connects = async (port: number, host = '127.0.0.1') => {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  return once(socket, 'connect').then(
    () => 'accepted',
    (error: NodeJS.ErrnoException) => error.code,
  )
}

test('a request on an open connection is served as its last one, while new connections are refused', async () => {
  const { server, post, port } = await startServer()
  expect(await post()).toEqual({ reused: false, status: 200, connection: 'keep-alive' })
  const stopping = server.stopAccepting({ quietMs: 10_000, maxMs: 60_000 })
  expect(await connects(port)).toBe('ECONNREFUSED')
  expect(await post()).toEqual({ reused: true, status: 200, connection: 'close' })
  await stopping // it was the only connection
})

test('silent connections are not waited for', async () => {
  const { server, post, port } = await startServer()
  await post()
  const before = performance.now()
  await server.stopAccepting({ quietMs: 100, maxMs: 60_000 })
  expect(performance.now() - before).toBeLessThan(10_000)
  expect(await connects(port)).toBe('ECONNREFUSED')
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
