import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { ClientConnection } from './client-connection.ts'
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
  app.addContentTypeParser('text/unread', () => new Promise(() => {}))
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

test('a body that nobody reads stays with its client', async () => {
  const { app, port, ask } = await open({ places: { reads: 2 } })
  const connected = once(app.server, 'connection') as Promise<[ClientConnection]>
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const [connection] = await connected
  const part = Buffer.alloc(64 * 1024)
  socket.write('POST /wait/a HTTP/1.1\r\nhost: x\r\ncontent-type: text/unread\r\ncontent-length: 1000000\r\n\r\n')
  for (let sent = 0; sent < 32 * 1024 * 1024; sent += part.length) socket.write(part)
  const unsent: number[] = []
  const isStill = () => unsent.length > 9 && new Set(unsent.slice(-9)).size === 1
  await expect
    .poll(async () => {
      await ask('/now').status
      unsent.push(socket.writableLength)
      return isStill()
    })
    .toBe(true)
  expect(unsent.at(-1)).toBeGreaterThan(0)
  expect(connection.readableLength).toBeLessThanOrEqual(1024)
})

test('a connection whose later requests have no room is closed, and what it sent after them is not looked at', async () => {
  const { port, gate, begun, ask } = await open({ bounds: { bytes: room(1) } })
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) =>
    socket
      .resume()
      .on('error', () => {})
      .once('close', resolve),
  )
  socket.write(pipelined(numbered(20)))
  await closed
  expect(gate.refused).toBe(1)
  expect(begun).toEqual(['n0'])
  expect(await ask('/now').status).toBe(200)
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

test.each([
  { cost: 'cost three units', path: '/wait/a-expensive', body: '' },
  { cost: 'have 128 kB of body', path: '/wait/a', body: JSON.stringify('x'.repeat(128 * 1024 - 2)) },
])('a network whose requests $cost has every fourth turn', async ({ path, body }) => {
  const server = await open()
  await askInOrder(server, ['x0'])
  for (const number of [1, 2]) {
    server.ask(`${path}${number}`, '198.51.100.1', { body })
    await server.arrived(1 + number)
  }
  await askInOrder(server, ['b1', 'b2', 'b3', 'b4'])
  await server.finishAll(Array<string>(7).fill(''))
  expect(server.begun.map((name) => name.replace(/-.*(?=\d)/, ''))).toEqual(['x0', 'a1', 'b1', 'b2', 'b3', 'a2', 'b4'])
})

test('a network that asks for what does not exist loses three turns', async () => {
  const server = await open()
  await askInOrder(server, ['x0'])
  const missing = server.ask('/missing', '198.51.100.97')
  await server.arrived(2)
  const names = ['a1', 'b1', 'b2', 'b3', 'b4', 'b5']
  await askInOrder(server, names)
  await server.finishAll(['x0', ...names])
  expect(await missing.status).toBe(404)
  expect(server.begun).toEqual(['x0', 'b1', 'b2', 'b3', 'b4', 'a1', 'b5'])
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
  expect(await server.ask('/now').status).toBe(200)
  expect(server.begun).toEqual(['a1', 'a2', 'b1', 'c1']) // a refused request never begins
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

test.each(['end', 'resetAndDestroy'] as const)('a connection leaves room for another one after %s', async (leave) => {
  const { app, port, ask } = await open({ bounds: { connections: 1 } })
  for (let i = 0; i < 2; i += 1) {
    const connected = once(app.server, 'connection') as Promise<[ClientConnection]>
    const socket = connect(port, '127.0.0.1').resume()
    const [connection] = await connected
    socket[leave]()
    await expect.poll(() => connection.destroyed).toBe(true)
  }
  expect(await ask('/now').status).toBe(200)
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

const json = 'content-type: application/json\r\n'
test.each([
  {
    what: 'a body of at most the allowed size',
    head: `${json}content-length: 1000000000`,
    bytes: 1_100_000,
    status: 413,
  },
  {
    what: 'little of files',
    head: 'content-type: multipart/form-data\r\ncontent-length: 900000',
    bytes: 200_000,
    status: 415,
  },
  {
    what: 'the allowed size of a body without a length',
    head: `${json}transfer-encoding: chunked`,
    bytes: 1_000_000,
    status: 503,
  },
  { what: 'headers', head: `x-long: ${'x'.repeat(9_000)}`, bytes: 10_000, status: 503 },
  { what: 'the URL', path: `/wait/${'x'.repeat(9_000)}`, head: 'x: y', bytes: 10_000, status: 503 },
])('a request counts with $what', async ({ path = '/wait/a', head, bytes, status }) => {
  const { port } = await open({ bounds: { bytes } })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
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

test.each([
  { from: 'Fastify', answer: () => false },
  {
    from: 'the ready ones',
    answer: (_request: IncomingMessage, response: ServerResponse) => !!response.end('x'.repeat(40_000_000)),
  },
])(
  'an answer of $from that its client does not read counts, and its connection is closed without room',
  async ({ answer }) => {
    const { port, gate } = await open({ bounds: { bytes: 10_000_000 }, answer })
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket
      .on('error', () => {})
      .pause()
      .write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => gate.refused).toBe(1)
    socket.resume()
    await closed
  },
)

test('an answer that is ready counts as soon as it is sent', async () => {
  const answer = (_request: IncomingMessage, response: ServerResponse) => !!response.end(Buffer.alloc(8_000_000))
  const { port, gate, arrived } = await open({ bounds: { bytes: 10_000_000 }, answer })
  for (let count = 1; count <= 3; count += 1) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket
      .on('error', () => {})
      .pause()
      .write('GET /now HTTP/1.1\r\nhost: x\r\n\r\n')
    await arrived(count)
  }
  expect(gate.refused).toBeGreaterThan(0)
})

test('a request leaves its place early if its body is slow or its answer has begun, and leaves it once', async () => {
  const { port, ask, begun, finish, arrived } = await open()
  const before = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /wait/slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n')
  const stream = ask('/stream', '198.51.100.1')
  await expect.poll(() => ask('/now', '198.51.100.2').status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5_000) // a slow request of the usual kind keeps its place for so long
  socket.destroy()
  stream.sent.destroy()
  await expect.poll(() => ask('/now', '198.51.100.2').status).toBe(200)
  const made = 4
  await arrived(made)
  const one = ask('/wait/one', '198.51.100.3')
  await expect.poll(() => begun).toContain('one')
  const other = ask('/wait/other', '198.51.100.4')
  await arrived(made + 2)
  expect(begun).not.toContain('other')
  finish.get('one')?.()
  expect(await one.status).toBe(200)
  await expect.poll(() => begun).toContain('other')
  finish.get('other')?.()
  expect(await other.status).toBe(200)
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

test('a request that does not end is ended while the server closes', async () => {
  const timeouts = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 }
  const turnOf = () => ({ place: 'reads', units: 1 }) as const
  const gate = new Gate({ trustProxy: [], turnOf, answer: () => false, headers: {}, newId: () => '' })
  const server = gate.serverFor(() => {}, timeouts)
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  const socket = connect(server.address()?.port ?? 0, '127.0.0.1')
  const closed = new Promise((resolve) =>
    socket
      .resume()
      .on('error', () => {})
      .once('close', resolve),
  )
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n')
  await once(server, 'request')
  await new Promise((resolve) => server.close(resolve))
  await closed
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
