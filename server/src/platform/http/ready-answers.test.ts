import { connect } from 'node:net'
import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { makeJsonAnswer } from './answer.ts'
import { ReadyAnswers } from './ready-answers.ts'
import { addStandardHeaders } from './standard-headers.ts'

/** A server with one number as its state; `routed` are the URLs that reached its route. */
async function open() {
  const ready = new ReadyAnswers({ maxAgeMs: 60_000 }) // on a slow machine no answer ends by its age
  const routed: string[] = []
  const state = { number: 1 }
  const app = Fastify({ forceCloseConnections: true })
  await app.register(underPressure, { maxEventLoopDelay: 2_000 })
  addStandardHeaders(app, {})
  ready.open(app)
  app.get('/*', async (request, reply) => {
    routed.push(request.url)
    const stored = await ready.data.get('key', async (tags) => {
      tags.add('number')
      return makeJsonAnswer(JSON.stringify(state))
    })
    return ready.send(stored, request, reply)
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const get = async (url: string) => {
    const response = await fetch(origin + url)
    return ((await response.json()) as typeof state).number
  }
  return { app, origin, ready, routed, state, get }
}

test('each URL takes the way through Fastify once, until its answer has changed', async () => {
  const { get, ready, routed, state } = await open()
  for (const url of ['/a', '/a', '/b', '/a', '/b']) expect(await get(url)).toBe(1)
  expect(routed).toEqual(['/a', '/b'])
  state.number = 2
  ready.expire(['number'], 0)
  for (const url of ['/a', '/a']) expect(await get(url)).toBe(2)
  state.number = 3
  ready.clear()
  for (const url of ['/b', '/b']) expect(await get(url)).toBe(3)
  expect(routed).toEqual(['/a', '/b', '/a', '/b'])
})

test('a flood of URLs, or a long one, is answered and takes no more than its place', async () => {
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

test('requests that follow each other without waiting get their answers in order', async () => {
  const { origin, get } = await open()
  await get('/a')
  const connection = connect(Number(new URL(origin).port), '127.0.0.1')
  const lines = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
  connection.write(lines('/a') + lines('/new') + lines('/a', 'if-none-match: "x"\r\nconnection: close\r\n'))
  const answers = Buffer.concat(await connection.toArray()).toString()
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect(answers.match(/\{"number":1\}/g)).toHaveLength(3)
})
