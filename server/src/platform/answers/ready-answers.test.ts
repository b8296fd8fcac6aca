import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Gate } from '../http/gate/gate.ts'
import { addStandardHeaders } from '../http/standard-headers.ts'
import { makeJsonAnswer } from './answer.ts'
import { ReadyAnswers } from './ready-answers.ts'

const gated = ({ answer }: ReadyAnswers) => {
  const gate = new Gate({ trustProxy: [], turnOf: () => undefined, answer, headers: {}, newId: () => '' })
  return (handler: Parameters<Gate['serverFor']>[0]) => gate.serverFor(handler, {})
}

/** A server whose state is one number. `routed` are the URLs that reached its route. */
async function open(hooked: Record<string, string> = {}) {
  const ready = new ReadyAnswers({ maxAgeMs: 60_000 }) // no answer ends by its age, even on a slow machine
  const routed: string[] = []
  const state = { number: 1, text: '' }
  const app = Fastify({ forceCloseConnections: true, serverFactory: gated(ready) })
  addStandardHeaders(app, {})
  app.addHook('onSend', async (_request, reply) => void reply.headers(hooked))
  ready.open(app)
  app.get('/*', async (request, reply) => {
    routed.push(request.url)
    const stored = await ready.get('key', async (tags) => {
      tags.add('number')
      return makeJsonAnswer(JSON.stringify(state))
    })
    return ready.send(stored, request, reply)
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const get = async (url: string) => {
    const [response] = (await once(request(origin + url).end(), 'response')) as [IncomingMessage]
    return (JSON.parse(Buffer.concat(await response.toArray()).toString()) as typeof state).number
  }
  return { app, origin, ready, routed, state, get }
}

test('each URL goes through Fastify once, until its answer has changed', async () => {
  const { get, ready, routed, state } = await open()
  for (const url of ['/a', '/a', '/b', '/a', '/b']) expect(await get(url)).toBe(1)
  expect(routed).toEqual(['/a', '/b'])
  state.number = 2
  ready.expire(['number'])
  for (const url of ['/a', '/a']) expect(await get(url)).toBe(2)
  state.number = 3
  ready.clear()
  for (const url of ['/b', '/b']) expect(await get(url)).toBe(3)
  expect(routed).toEqual(['/a', '/b', '/a', '/b'])
})

test('a flood of URLs, or a long one, is answered and takes only its own room', { tags: 'thorough' }, async () => {
  const { get, routed } = await open()
  const long = `/${'x'.repeat(600)}`
  for (const url of [long, long]) expect(await get(url)).toBe(1)
  expect(routed).toHaveLength(2)
  await get('/first')
  for (let i = 0; i < 5_000; i += 500) await Promise.all(Array.from({ length: 500 }, (_, j) => get(`/${i + j}`)))
  routed.length = 0
  for (const url of ['/first', '/first', '/4999']) expect(await get(url)).toBe(1)
  expect(routed).toEqual(['/first'])
})

test('pipelined requests get their answers in order', async () => {
  const { origin, get } = await open()
  await get('/a')
  const connection = connect(Number(new URL(origin).port), '127.0.0.1')
  const lines = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
  connection.write(lines('/a') + lines('/new') + lines('/a', 'if-none-match: "x"\r\nconnection: close\r\n'))
  const answers = Buffer.concat(await connection.toArray()).toString()
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect(answers.match(/\{"number":1,/g)).toHaveLength(3)
})

test.each([
  ['connection: close\r\n', '1.1'],
  ['', '1.0'],
])('the last answer of a connection has the header for it: %s HTTP/%s', async (headers, version) => {
  const { origin, get, ready } = await open()
  await get('/a')
  const connection = connect(Number(new URL(origin).port), '127.0.0.1')
  connection.write(`GET /a HTTP/${version}\r\nhost: x\r\n${headers}\r\n`)
  expect(Buffer.concat(await connection.toArray()).toString()).toMatch(/\r\nConnection: close\r\n/)
  expect(ready.sentCount).toBe(1)
})

test('an answer that gets a cookie from a hook is not sent to others', async () => {
  const { get, routed } = await open({ 'set-cookie': 'a=1' })
  for (let i = 0; i < 3; i += 1) await get('/a')
  expect(routed).toHaveLength(3)
})

test('an answer that has ended before it is sent does not replace the new one', async () => {
  const { origin, get, ready, routed, state } = await open()
  state.text = 'x'.repeat(32_000_000)
  const connection = connect(Number(new URL(origin).port), '127.0.0.1')
  connection.write('GET /a HTTP/1.1\r\nhost: x\r\nx-no-compression: 1\r\n\r\n') // and reads nothing
  await expect.poll(() => routed).toHaveLength(1)
  state.number = 2
  state.text = ''
  ready.expire(['number'])
  for (let i = 0; i < 2; i += 1) expect(await get('/a')).toBe(2)
  connection.resume()
  await expect.poll(() => connection.bytesRead).toBeGreaterThan(32_000_000)
  expect(await get('/a')).toBe(2)
  expect(routed).toHaveLength(2)
  connection.destroy()
})
