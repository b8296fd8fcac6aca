import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Notice } from '@camilan/contract/notifications'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { type Broadcast, openBroadcast, publish } from '../../platform/events/broadcast.ts'
import { configureJsonApi } from '../../platform/http/json-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { makeGuards } from '../login/guards.ts'
import { endSession, endSessions, openSession } from '../sessions/sessions.ts'
import { orderChanged } from './live.ts'
import { notify } from './notify.ts'
import { notificationStreamRoutes } from './stream-routes.ts'

const heartbeatMs = 50
const shop = useTestDb()
const clock = () => new Date()
let broadcast: Broadcast
let server: FastifyInstance
let origin: string

/** The number of open streams. */
let subscriberCount = 0

beforeAll(async () => {
  broadcast = openBroadcast(shop.connection, { warn() {} })
  ;({ server, origin } = await serve())
})
afterAll(async () => {
  await server.close()
  await broadcast.close()
})

async function serve(guards = makeGuards({ db: shop.db, clock }), beatMs = heartbeatMs) {
  const counted: Broadcast = {
    ...broadcast,
    subscribe(topic, subscriber) {
      const unsubscribe = broadcast.subscribe(topic, subscriber)
      subscriberCount += 1
      return () => {
        subscriberCount -= 1
        unsubscribe()
      }
    },
  }
  const serving = Fastify()
  configureJsonApi(serving)
  await serving.register(
    notificationStreamRoutes({ db: shop.db, clock, guards, broadcast: counted, heartbeatMs: beatMs }),
  )
  return { server: serving, origin: await serving.listen({ host: '127.0.0.1', port: 0 }) }
}

const connectionsOf = ({ server: http }: FastifyInstance) => promisify(http.getConnections).call(http)

const send = (notice: Notice) => transact(shop.db, (tx) => notify(tx, [notice], clock()))

/** Read the stream until it ends; `text` grows meanwhile. */
async function read(user: Pick<TestUser, 'headers'>, from = origin) {
  const response = await fetch(`${from}/notifications/stream`, { headers: user.headers })
  const { status, headers } = response
  const silentMs = Number(headers.get('x-silent-ms'))
  const stream = { status, type: headers.get('content-type'), silentMs, text: '', ended: false }
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString()
    stream.ended = true
  })()
  return stream
}

const notificationsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/^event: notification\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))

test('a customer receives their own notifications and orders, an administrator those for administrators', async () => {
  const [ani, budi, sari] = [await makeUser(shop.db), await makeUser(shop.db), await makeAdmin(shop.db)]
  const product = await makeProduct(shop.db)
  const orderId = await writeOrder(shop.db, { userId: ani.id, lines: [{ product, quantity: 1 }] })
  const [anis, budis, saris] = [await read(ani), await read(budi), await read(sari)]
  expect(anis).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
  const firstNotification = async () => {
    await send({ kind: 'refund-made', to: { user: ani.id }, orderId, amountIdr: 46_000 })
    return notificationsIn(anis)[0]
  }
  await expect.poll(firstNotification).toEqual({
    id: expect.any(String),
    kind: 'refund-made',
    message: `Dana pesanan #${orderId} sebesar Rp\u00a046.000 sudah kami kembalikan.`,
    is_read: false,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    order_id: orderId,
  })
  await publish(shop.db, orderChanged(budi.id, { order_id: '261120-AAAAAA', status: 'DIBAYAR' }))
  await send({ kind: 'stock-out', to: 'admins', productName: 'Nastar' })
  const orderEvent = 'event: order\ndata: {"order_id":"261120-AAAAAA","status":"DIBAYAR"}\n\n'
  await expect.poll(() => budis.text).toContain(orderEvent)
  await expect.poll(() => notificationsIn(saris)).toMatchObject([{ kind: 'stock-out', message: 'Stok Nastar habis' }])
  expect(budis.text + saris.text).not.toContain('refund-made')
  expect(anis.text).not.toContain('AAAAAA')
})

test('a sixth stream of a user ends the oldest with an event, and no other', async () => {
  const [ani, budi] = [await makeUser(shop.db), await makeUser(shop.db)]
  const budis = await read(budi)
  const [first, second, ...others] = [
    await read(ani),
    await read(ani),
    await read(ani),
    await read(ani),
    await read(ani),
  ]
  if (!first || !second) throw new Error('no streams')
  await expect.poll(() => second.text).toContain('event: heartbeat')
  expect(first.ended).toBe(false)

  const sixth = await read(ani)
  await expect.poll(() => first.ended).toBe(true)
  expect(first.text).toMatch(/event: replaced\ndata: {}\n\n$/)
  await read(ani)
  await expect.poll(() => second.ended).toBe(true)

  const open = [...others, sixth, budis]
  await publish(shop.db, orderChanged(ani.id, { order_id: '261120-AAAAAA', status: 'DIBAYAR' }))
  await expect.poll(() => sixth.text).toContain('AAAAAA')
  expect(open.map(({ ended }) => ended)).toEqual(open.map(() => false))
  expect(first.text + second.text).not.toContain('AAAAAA')
})

test('a stream that its client has closed does not count', async () => {
  const ani = await makeUser(shop.db)
  const first = await read(ani)
  for (let i = 0; i < 10; i += 1) {
    const leaving = new AbortController()
    const { body } = await fetch(`${origin}/notifications/stream`, { headers: ani.headers, signal: leaving.signal })
    await body?.getReader().read()
    const before = subscriberCount
    leaving.abort()
    await expect.poll(() => subscriberCount).toBe(before - 1)
  }
  await expect.poll(() => first.text).toContain('event: heartbeat')
  expect(first.ended).toBe(false)
})

test('a client that leaves during the lookup of its session leaves no open stream', async () => {
  const ani = await makeUser(shop.db)
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const guards = makeGuards({ db: shop.db, clock })
  const signedIn = async (request: FastifyRequest) => {
    await guards.signedIn(request)
    arrived.resolve()
    await released.promise
  }
  const own = await serve({ ...guards, signedIn })
  const subscribersBefore = subscriberCount
  const leaving = new AbortController()
  const request = fetch(`${own.origin}/notifications/stream`, { headers: ani.headers, signal: leaving.signal })
  await arrived.promise
  leaving.abort()
  await expect(request).rejects.toThrow()
  await expect.poll(() => connectionsOf(own.server)).toBe(0)
  released.resolve()
  await wait(heartbeatMs)
  expect(subscriberCount).toBe(subscribersBefore)
  await own.server.close()
})

test('a session that ends closes its stream at once, and other streams stay', async () => {
  const own = await serve(makeGuards({ db: shop.db, clock }), 3_600_000)
  const ani = await makeUser(shop.db)
  const token = await openSession(shop.db, ani, clock())
  const ended = await read({ headers: { authorization: `Bearer ${token}` } }, own.origin)
  const stays = await read(ani, own.origin)
  await endSession(shop.db, token)
  await expect.poll(() => ended.ended).toBe(true)
  await expect.poll(() => stays.text).toContain('event: heartbeat')
  expect(stays.ended).toBe(false)
  await transact(shop.db, (tx) => endSessions(tx, ani.id))
  await expect.poll(() => stays.ended).toBe(true)
  await own.server.close()
})

test('the server stops although streams are open', async () => {
  const own = await serve()
  const response = await fetch(`${own.origin}/notifications/stream`, { headers: (await makeUser(shop.db)).headers })
  await own.server.close()
  await expect(response.text()).resolves.toContain('retry:')
})

test('a stream says how long before it there was no event that its page may have missed', async () => {
  const [ani, budi] = [await makeUser(shop.db), await makeUser(shop.db)]
  const silentMs = async (user: TestUser) => (await read(user)).silentMs
  const anis = await read(ani)
  const published = performance.now()
  await publish(shop.db, orderChanged(ani.id, { order_id: '261120-AAAAAA', status: 'DIBAYAR' }))
  await expect.poll(() => anis.text).toContain('AAAAAA')
  const sinceMs = performance.now() - published
  expect(await silentMs(ani)).toBeLessThanOrEqual(performance.now() - published)
  expect(await silentMs(budi)).toBeGreaterThan(sinceMs)

  const broken = performance.now()
  await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'camilan_events' and datname = current_database()`,
  )
  await expect.poll(() => anis.ended).toBe(true)
  expect(await silentMs(budi)).toBeLessThanOrEqual(performance.now() - broken)
})
