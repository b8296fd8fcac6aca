import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Gate, type GateOptions } from './gate.ts'

/** The bytes of this many requests. */
const room = (count: number) => count * 4_300

/** A server whose requests below /wait end when the test says so. X-Forwarded-For gives the client's network. */
async function open(options: Partial<GateOptions> = {}) {
  const gate = new Gate({
    trustProxy: ['127.0.0.1'],
    turnOf: ({ url }) => ({ place: 'reads', units: url?.includes('expensive') ? 3 : 1 }),
    answer: () => false,
    headers: { 'x-standard': 'yes' },
    newId: () => 'id-1',
    places: { reads: 1 },
    ...options,
  })
  const serverFactory = (handler: Parameters<Gate['serverFor']>[0]) => gate.serverFor(handler, {})
  const app = Fastify({ forceCloseConnections: true, trustProxy: ['127.0.0.1'], serverFactory })
  /** The requests in the order in which they began. */
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  app.all('/wait/:name', async ({ params }) => {
    const { name } = params as { name: string }
    begun.push(name)
    await new Promise<void>((resolve) => finish.set(name, resolve))
    return name
  })
  app.get('/large', () => 'x'.repeat(40_000_000))
  app.get('/now', () => 'now')
  app.get('/stream', (_request, reply) => {
    reply.hijack().raw.writeHead(200).write('begun')
  })
  let made = 0
  app.server.on('request', () => (made += 1))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  onTestFinished(() => app.close())

  const ask = (path: string, network = '198.51.100.1', { body = '', keepAlive = true } = {}) => {
    const headers = {
      'x-forwarded-for': network,
      connection: keepAlive ? 'keep-alive' : 'close',
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const sent = httpRequest({ port, host: '127.0.0.1', path, agent: false, headers, method: body ? 'POST' : 'GET' })
    const answer = new Promise<{ status: number | undefined; headers: NodeJS.Dict<unknown>; text: string }>(
      (resolve, reject) => {
        sent.once('error', reject).once('response', async (response) => {
          const text = await response.toArray().then((parts) => Buffer.concat(parts).toString(), reject)
          resolve({ status: response.statusCode, headers: response.headers, text: text ?? '' })
        })
      },
    )
    answer.catch(() => {})
    sent.end(body)
    return {
      answer,
      sent,
      status: answer.then(
        ({ status }) => status,
        () => 'closed',
      ),
    }
  }
  /** Ends each request that has begun, until none is left. */
  const finishAll = async (names: readonly string[]) => {
    for (const [index] of names.entries()) {
      await expect.poll(() => begun[index]).toBeDefined()
      finish.get(begun[index] ?? '')?.()
    }
  }
  const arrived = (count: number) => expect.poll(() => made).toBe(count)
  return { app, gate, port: Number(port), ask, begun, finish, finishAll, arrived, made: () => made }
}

/** Send these one after the other, so that they arrive in this order. The first letter is the network's. */
async function askInOrder({ ask, arrived, made }: Awaited<ReturnType<typeof open>>, names: readonly string[]) {
  const asked = []
  for (const name of names) {
    const before = made()
    asked.push(ask(`/wait/${name}`, `198.51.100.${name.charCodeAt(0)}`))
    await arrived(before + 1)
  }
  return asked
}

const pipelined = (names: readonly string[]) =>
  names.map((name) => `GET /wait/${name} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)

test('of the requests that a connection sends without reading answers, Node reads a kilobyte', async () => {
  const { port, made, begun, ask } = await open()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).write(pipelined(numbered(1_500)))
  await expect.poll(() => begun).toEqual(['n0'])
  expect(made()).toBeLessThan(30)
  socket.destroy()
  expect(await ask('/now').status).toBe(200) // its place is free again
})

test('100 requests that are sent at once are answered in their order', async () => {
  const { port, finishAll } = await open({ places: { reads: 20 } })
  const names = numbered(100)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.write(pipelined(names))
  await finishAll(names)
  await expect.poll(() => received.match(/n\d+(?=HTTP|$)/g)).toEqual(names)
})

test('networks take turns, however many requests one of them has', async () => {
  const server = await open()
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']
  await askInOrder(server, names)
  await server.finishAll(names)
  expect(server.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a network whose requests cost three units has every fourth turn', async () => {
  const server = await open()
  const names = ['x0', 'a-expensive1', 'a-expensive2', 'b1', 'b2', 'b3', 'b4']
  await askInOrder(server, names)
  await server.finishAll(names)
  expect(server.begun).toEqual(['x0', 'a-expensive1', 'b1', 'b2', 'b3', 'a-expensive2', 'b4'])
})

test('the network with most requests loses its newest if there is no room for more', async () => {
  const server = await open({ bounds: { bytes: room(4) } })
  const [a1, a2, a3, b1, c1, c2] = await askInOrder(server, ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
  expect(await a3?.answer).toMatchObject({
    status: 503,
    text: 'Toko sedang sibuk. Silakan coba lagi sebentar lagi.',
    headers: { 'retry-after': '5', 'x-standard': 'yes', 'x-request-id': 'id-1', 'cache-control': 'no-store' },
  })
  expect(await c2?.status).toBe(503) // c had two, and so had a
  expect(server.gate.refused).toBe(2)
  await server.finishAll(['a1', 'b1', 'c1', 'a2'])
  for (const asked of [a1, a2, b1, c1]) expect(await asked?.status).toBe(200)
})

test('a refusal has the form of the API below /api, and closes a connection that the client wants closed', async () => {
  const { ask, begun } = await open({ bounds: { bytes: 0 } })
  const { status, headers, text } = await ask('/api/wait', '198.51.100.1', { keepAlive: false }).answer
  expect([status, headers.connection, headers['content-type']]).toEqual([
    503,
    'close',
    'application/json; charset=utf-8',
  ])
  expect(JSON.parse(text)).toMatchObject({
    code: 'UNAVAILABLE',
    errors: expect.any(String),
    message: expect.any(String),
  })
  expect(begun).toEqual([])
})

test('the addresses of one IPv6 network are one, and a forwarded address from an untrusted peer is ignored', async () => {
  const [home, neighbour, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1']
  const behindProxy = await open({ bounds: { bytes: room(3) } })
  const inOrder = async (server: typeof behindProxy, networks: string[]) => {
    const asked = []
    for (const network of networks) {
      const before = server.made()
      asked.push(server.ask(`/wait/${before}`, network))
      await server.arrived(before + 1)
    }
    return asked
  }
  const [, , neighbours, others] = await inOrder(behindProxy, [home, home, neighbour, other])
  expect(await neighbours?.status).toBe(503)
  const direct = await open({ bounds: { bytes: room(3) }, trustProxy: [] })
  expect(await (await inOrder(direct, [home, home, neighbour, other])).at(-1)?.status).toBe(503)
  await behindProxy.finishAll(['0', '1', '3'])
  expect(await others?.status).toBe(200)
})

test('the network with most connections loses its newest if there is no room for more', async () => {
  const { port, gate } = await open({ bounds: { connections: 3 } })
  const closed: string[] = []
  const openFrom = (name: string, localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {}).once('close', () => closed.push(name))
    onTestFinished(() => void socket.destroy())
    return new Promise((resolve) => socket.once('connect', resolve))
  }
  for (const name of ['a1', 'a2', 'a3']) await openFrom(name, '127.0.0.1')
  await openFrom('b1', '127.0.0.2')
  await expect.poll(() => closed).toEqual(['a3'])
  await openFrom('a4', '127.0.0.1')
  await expect.poll(() => closed).toEqual(['a3', 'a4'])
  expect(gate.refused).toBe(2)
})

test('bodies count with their stated length, and the network that sends most loses its newest', async () => {
  const megabyte = 1024 * 1024
  const server = await open({ bounds: { bytes: 3 * megabyte }, places: { reads: 9 } })
  const body = JSON.stringify('x'.repeat(megabyte - 50_000))
  const asked = []
  for (const network of ['198.51.100.1', '198.51.100.1', '198.51.100.2', '198.51.100.1']) {
    const before = server.made()
    asked.push(server.ask(`/wait/${before}`, network, { body }))
    await server.arrived(before + 1)
  }
  expect(await asked[3]?.status).toBe(503)
  await server.finishAll(['0', '1', '2'])
  for (const { status } of asked.slice(0, 3)) expect(await status).toBe(200)
})

test('between two pieces of a body without a length others have their turn', async () => {
  const { app, port, ask } = await open({ places: { reads: 2 } })
  let pieces = 0
  app.server.on('request', (request) => request.on('data', () => (pieces += 1)))
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  const head = 'POST /wait/a HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const chunks = 60_000 / 6
  socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
  const perTurn: number[] = []
  const countTurn = () => {
    perTurn.push(pieces - perTurn.reduce((sum, one) => sum + one, 0))
    if (pieces < chunks) setImmediate(countTurn)
  }
  countTurn()
  socket.write('1\r\n \r\n'.repeat(chunks))
  await expect.poll(() => pieces).toBe(chunks)
  expect(Math.max(...perTurn)).toBeLessThan((2 * 1024) / 6)
  expect(await ask('/now').status).toBe(200)
})

test('an answer that its client does not read counts, and its connection is closed without room', async () => {
  const { port, gate } = await open({ bounds: { bytes: 10_000_000 } })
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket
    .on('error', () => {})
    .pause()
    .write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => gate.refused).toBe(1)
  socket.resume()
  await closed
})

test('a slow request leaves its place, a stream counts as answered, and a client that leaves no longer counts', async () => {
  const turnOf: GateOptions['turnOf'] = ({ url }) => ({ place: url === '/stream' ? 'reads' : 'usual', units: 1 })
  const { ask, begun, arrived } = await open({ bounds: { bytes: room(3) }, places: { reads: 1, usual: 1 }, turnOf })
  const slow = ask('/wait/slow', '198.51.100.1')
  await arrived(1)
  const gone = ask('/wait/gone', '198.51.100.2')
  await arrived(2)
  gone.sent.destroy()
  for (let i = 0; i < 3; i += 1) ask('/stream', '198.51.100.3')
  await expect.poll(() => ask('/now', '198.51.100.4').status).toBe(200)
  expect(begun).toEqual(['slow'])
  slow.sent.destroy()
})

test('requests of monitoring are answered at once', async () => {
  const { ask, arrived } = await open({
    bounds: { bytes: room(1) },
    turnOf: ({ url }) => (url === '/now' ? undefined : { place: 'reads', units: 1 }),
  })
  ask('/wait/a')
  await arrived(1)
  expect(await ask('/now').status).toBe(200)
})
