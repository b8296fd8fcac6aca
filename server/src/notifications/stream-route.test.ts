import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeGuards } from '../accounts/guards.ts'
import { endSessions } from '../accounts/sessions.ts'
import { type Broadcast, openBroadcast } from '../platform/events/broadcast.ts'
import { configureJsonApi } from '../platform/http/json-api.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { orderChanged } from './live.ts'
import { notify } from './notify.ts'
import { notificationStream } from './stream-route.ts'

const heartbeatMs = 50
const shop = useTestDb()
const clock = () => new Date()
let broadcast: Broadcast
let server: FastifyInstance
let origin: string

beforeAll(async () => {
  broadcast = openBroadcast(shop.connection, { warn() {} })
  server = Fastify()
  configureJsonApi(server)
  const guards = makeGuards({ db: shop.db, clock })
  await server.register(notificationStream({ db: shop.db, clock, guards, broadcast, heartbeatMs }))
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await broadcast.close()
})

/** Read the stream until it ends; `text` grows meanwhile. */
async function read(user: TestUser) {
  const response = await fetch(`${origin}/notifications/stream`, { headers: user.headers })
  const stream = { status: response.status, type: response.headers.get('content-type'), text: '', ended: false }
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString()
    stream.ended = true
  })()
  return stream
}

test('a stranger is refused', async () => {
  const response = await fetch(`${origin}/notifications/stream`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a customer sees their own notifications and orders, an administrator those for administrators', async () => {
  const [ani, budi, sari] = [await makeUser(shop.db), await makeUser(shop.db), await makeAdmin(shop.db)]
  const [anis, budis, saris] = [await read(ani), await read(budi), await read(sari)]
  expect(anis).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
  await vi.waitFor(async () => {
    await notify(shop.db, [{ to: ani.id, message: 'Untuk Ani', orderId: null }], clock())
    expect(anis.text).toMatch(/event: notification\ndata: {"id":"[^"]+","message":"Untuk Ani"/)
  })
  await notify(shop.db, [], clock(), [orderChanged(budi.id, { order_id: '261120-AAAAAA', status: 'DIBAYAR' })])
  await notify(shop.db, [{ to: 'admins', message: 'Untuk admin', orderId: null }], clock())
  await vi.waitFor(() => {
    expect(budis.text).toContain('event: order\ndata: {"order_id":"261120-AAAAAA","status":"DIBAYAR"}\n\n')
    expect(saris.text).toContain('Untuk admin')
  })
  expect(budis.text + saris.text).not.toContain('Untuk Ani')
  expect(anis.text).not.toContain('AAAAAA')
})

test('heartbeats keep the line alive until the session ends', async () => {
  const ani = await makeUser(shop.db)
  const stream = await read(ani)
  await vi.waitFor(() => expect(stream.text).toContain('event: heartbeat'))
  await endSessions(shop.db, ani.id)
  await vi.waitFor(() => expect(stream.ended).toBe(true))
})

test('the server stops although streams are open', async () => {
  const own = Fastify()
  configureJsonApi(own)
  const guards = makeGuards({ db: shop.db, clock })
  await own.register(notificationStream({ db: shop.db, clock, guards, broadcast, heartbeatMs }))
  const address = await own.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/notifications/stream`, { headers: (await makeUser(shop.db)).headers })
  await own.close()
  await expect(response.text()).resolves.toContain('retry:')
})
