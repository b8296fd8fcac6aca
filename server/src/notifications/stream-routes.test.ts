import type { Notice } from '@camilan/contract/notifications'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGuards } from '../accounts/guards.ts'
import { endSessions } from '../accounts/sessions.ts'
import { transact } from '../platform/db/transact.ts'
import { type Broadcast, openBroadcast, publish } from '../platform/events/broadcast.ts'
import { configureJsonApi } from '../platform/http/json-api.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { writeOrder } from '../testing/write-order.ts'
import { orderChanged } from './live.ts'
import { notify } from './notify.ts'
import { notificationStreamRoutes } from './stream-routes.ts'

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
  await server.register(notificationStreamRoutes({ db: shop.db, clock, guards, broadcast, heartbeatMs }))
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await broadcast.close()
})

const send = (notice: Notice) => transact(shop.db, (tx) => notify(tx, [notice], clock()))

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

/** The data of the notifications that were received. */
const notificationsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/^event: notification\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))

test('a request without a token is refused', async () => {
  const response = await fetch(`${origin}/notifications/stream`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

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

test('heartbeats keep the connection open until the session ends', async () => {
  const ani = await makeUser(shop.db)
  const stream = await read(ani)
  await expect.poll(() => stream.text).toContain('event: heartbeat')
  await endSessions(shop.db, ani.id)
  await expect.poll(() => stream.ended).toBe(true)
})

test('the server stops although streams are open', async () => {
  const own = Fastify()
  configureJsonApi(own)
  const guards = makeGuards({ db: shop.db, clock })
  await own.register(notificationStreamRoutes({ db: shop.db, clock, guards, broadcast, heartbeatMs }))
  const ownOrigin = await own.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${ownOrigin}/notifications/stream`, { headers: (await makeUser(shop.db)).headers })
  await own.close()
  await expect(response.text()).resolves.toContain('retry:')
})
