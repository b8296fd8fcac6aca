import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../testing/free-port.ts'
import { stopAccepting } from './stop-accepting.ts'

async function startServer() {
  const server = createServer((_, response) => response.end('ok'))
  const port = await listen(server)
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

const connects = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return once(socket, 'connect').then(
    () => 'accepted',
    (error: NodeJS.ErrnoException) => error.code,
  )
}

test('a request on an open connection is served as its last one, while new connections are refused', async () => {
  const { server, post, port } = await startServer()
  expect(await post()).toEqual({ reused: false, status: 200, connection: 'keep-alive' })
  const stopping = stopAccepting(server, { quietMs: 10_000, maxMs: 60_000 })
  expect(await connects(port)).toBe('ECONNREFUSED')
  expect(await post()).toEqual({ reused: true, status: 200, connection: 'close' })
  await stopping // it was the only connection
})

test('silent connections are not waited for', async () => {
  const { server, post, port } = await startServer()
  await post()
  const before = performance.now()
  await stopAccepting(server, { quietMs: 100, maxMs: 60_000 })
  expect(performance.now() - before).toBeLessThan(10_000)
  expect(await connects(port)).toBe('ECONNREFUSED')
})
