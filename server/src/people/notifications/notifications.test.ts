import { randomUUID } from 'node:crypto'
import type { Notice } from '@camilan/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { days, later, minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../testing/make-user.ts'
import { statementsOf } from '../../testing/statements.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useEach } from '../../testing/use-each.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { makeGuards } from '../login/guards.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { notify } from './notify.ts'
import { notificationRoutes } from './routes.ts'

const shop = useTestDb()
const imageUrl = imageUrlUnder('', { lookOf: (hash) => `look of ${hash}` })
const noon = new Date('2026-11-20T05:00:00Z')
let api: FastifyInstance
let orderId: string

beforeAll(async () => {
  const { db } = shop
  api = await makeApi(notificationRoutes({ db, guards: makeGuards({ db, clock: () => noon }), imageUrl }))
})

const ani = useEach(() => makeUser(shop.db, { now: noon }))
const budi = useEach(() => makeUser(shop.db, { now: noon }))

beforeEach(async () => {
  const product = await makeProduct(shop.db, { image: 'abc' })
  orderId = await writeOrder(shop.db, { userId: ani.id, lines: [{ product, quantity: 1 }] })
})

const send = (notices: Notice[], now = noon) => transact(shop.db, (tx) => notify(tx, notices, now))

/** The rows are one minute apart. */
async function sendTo({ id }: TestUser, ...kinds: ('payment-received' | 'order-shipped' | 'order-completed')[]) {
  for (const [i, kind] of kinds.entries()) {
    await send([{ kind, to: { user: id }, orderId }], later(noon, minutes(i)))
  }
}

const ask = (user: TestUser, method: 'GET' | 'PUT' | 'DELETE', url: string) =>
  api.inject({ method, url, headers: user.headers })

const list = async (user: TestUser, query = '') => (await ask(user, 'GET', `/notifications${query}`)).json()

test('a user reads their own notifications, the newest first', async () => {
  await sendTo(ani, 'payment-received', 'order-shipped')
  await sendTo(budi, 'order-completed')
  expect(await list(ani)).toEqual({
    data: [
      {
        id: expect.any(String),
        kind: 'order-shipped',
        message: `Pesanan #${orderId} sedang dikirim. Konfirmasi setelah pesanan Anda terima.`,
        is_read: false,
        created_at: '2026-11-20T05:01:00.000Z',
        order_id: orderId,
        image: '/media/abc-640.webp',
        image_look: 'look of abc',
      },
      {
        id: expect.any(String),
        kind: 'payment-received',
        message: `Pembayaran pesanan #${orderId} sudah kami terima. Pesanan segera dikirim.`,
        is_read: false,
        created_at: '2026-11-20T05:00:00.000Z',
        order_id: orderId,
        image: '/media/abc-640.webp',
        image_look: 'look of abc',
      },
    ],
    unread_count: 2,
  })
})

test('a limit shortens the list, not the count', async () => {
  await sendTo(ani, 'payment-received', 'order-shipped', 'order-completed')
  const { data, unread_count } = await list(ani, '?limit=1')
  expect(data).toMatchObject([{ kind: 'order-completed' }])
  expect(unread_count).toBe(3)
})

test('notifications are marked as read one by one or all at once, and deleted', async () => {
  await sendTo(ani, 'payment-received', 'order-shipped', 'order-completed')
  await sendTo(budi, 'order-completed')
  const [third] = (await list(ani)).data
  expect((await ask(ani, 'PUT', `/notifications/${third.id}/read`)).statusCode).toBe(200)
  expect((await ask(ani, 'PUT', `/notifications/${third.id}/read`)).statusCode).toBe(200)
  expect((await list(ani)).unread_count).toBe(2)
  expect((await ask(ani, 'DELETE', `/notifications/${third.id}`)).statusCode).toBe(200)
  expect((await ask(ani, 'DELETE', `/notifications/${third.id}`)).statusCode).toBe(404)
  expect((await ask(ani, 'PUT', '/notifications/read-all')).statusCode).toBe(200)
  expect(await list(ani)).toMatchObject({
    data: [{ kind: 'order-shipped' }, { kind: 'payment-received' }],
    unread_count: 0,
  })
  expect((await list(budi)).unread_count).toBe(1)
})

test('read notifications are deleted after 180 days', async () => {
  await sendTo(ani, 'payment-received', 'order-shipped')
  await sendTo(budi, 'order-completed')
  await ask(ani, 'PUT', '/notifications/read-all')
  await deleteOldNotifications(shop.db, later(noon, days(180) + 1))
  expect((await list(ani)).data).toMatchObject([{ kind: 'order-shipped' }])
  expect((await list(budi)).data).toHaveLength(1)
})

test('a malformed id and an unknown id are not found', async () => {
  for (const id of ['bukan-id', randomUUID()]) {
    const answers = [
      await ask(ani, 'PUT', `/notifications/${id}/read`),
      await ask(ani, 'DELETE', `/notifications/${id}`),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  }
})

test('a notice for administrators reaches each of them and no customer', async () => {
  const admins = [await makeAdmin(shop.db, { now: noon }), await makeAdmin(shop.db, { now: noon })]
  await send([
    { kind: 'stock-out', to: 'admins', productName: 'Nastar' },
    { kind: 'order-shipped', to: { user: ani.id }, orderId },
  ])
  for (const admin of admins) {
    expect((await list(admin)).data).toMatchObject([
      { kind: 'stock-out', message: 'Stok Nastar habis', order_id: null },
    ])
  }
  expect((await list(ani)).data).toMatchObject([{ kind: 'order-shipped' }])
  expect((await list(budi)).data).toEqual([])
})

test('any number of notices and recipients is stored with one statement', async () => {
  for (let count = 0; count < 3; count += 1) await makeAdmin(shop.db, { now: noon })
  const statements = async (notices: Notice[]) => {
    const texts = await statementsOf(() => transact(shop.db, (tx) => notify(tx, notices, noon)))
    // Messages after a commit may arrive later than the next `begin`.
    return texts.filter((text) => !/^(begin|commit)$|pg_notify/.test(text)).length
  }
  const toBuyer = { kind: 'order-shipped', to: { user: ani.id }, orderId } as const
  const toAdmins = { kind: 'order-paid', to: 'admins', orderId } as const
  expect(await statements([toBuyer, toAdmins, toBuyer, toAdmins])).toBe(1)
  expect(await statements([])).toBe(0)
})

test('a kind that a newer version of the shop stored is read as "other"', async () => {
  await sendTo(ani, 'order-shipped')
  await shop.db.updateTable('notifications').set({ kind: 'order-gift-wrapped' }).where('user_id', '=', ani.id).execute()
  expect((await list(ani)).data).toMatchObject([{ kind: 'other', order_id: orderId }])
})
