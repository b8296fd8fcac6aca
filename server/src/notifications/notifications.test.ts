import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeGuards } from '../accounts/guards.ts'
import { later, minutes } from '../platform/clock.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { notify } from './notify.ts'
import { notificationRoutes } from './routes.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let api: FastifyInstance
let ani: TestUser
let budi: TestUser

beforeAll(async () => {
  const { db } = shop
  api = await makeApi(notificationRoutes({ db, guards: makeGuards({ db, clock: () => noon }) }))
})

beforeEach(async () => {
  await shop.db.deleteFrom('users').execute()
  ani = await makeUser(shop.db, { now: noon })
  budi = await makeUser(shop.db, { now: noon })
})

async function tell(user: TestUser, ...messages: string[]): Promise<void> {
  for (const [i, message] of messages.entries()) {
    await notify(shop.db, [{ to: user.id, message, orderId: null }], later(noon, minutes(i)))
  }
}

const ask = (user: TestUser, method: 'GET' | 'PUT' | 'DELETE', url: string) =>
  api.inject({ method, url, headers: user.headers })

const list = async (user: TestUser, query = '') => (await ask(user, 'GET', `/notifications${query}`)).json()

test('one reads one’s own, the newest first', async () => {
  await tell(ani, 'Pesanan dibuat', 'Pesanan dibayar')
  await tell(budi, 'Rahasia Budi')
  const { data, unread_count } = await list(ani)
  expect(data).toEqual([
    {
      id: expect.any(String),
      message: 'Pesanan dibayar',
      is_read: false,
      created_at: '2026-11-20T05:01:00.000Z',
      order_id: null,
    },
    {
      id: expect.any(String),
      message: 'Pesanan dibuat',
      is_read: false,
      created_at: '2026-11-20T05:00:00.000Z',
      order_id: null,
    },
  ])
  expect(unread_count).toBe(2)
})

test('a limit shortens the list, not the count', async () => {
  await tell(ani, 'satu', 'dua', 'tiga')
  const { data, unread_count } = await list(ani, '?limit=1')
  expect(data).toMatchObject([{ message: 'tiga' }])
  expect(unread_count).toBe(3)
})

test('they are read one by one or all at once, and deleted', async () => {
  await tell(ani, 'satu', 'dua', 'tiga')
  await tell(budi, 'Rahasia Budi')
  const [third] = (await list(ani)).data
  expect((await ask(ani, 'PUT', `/notifications/${third.id}/read`)).statusCode).toBe(200)
  expect((await ask(ani, 'PUT', `/notifications/${third.id}/read`)).statusCode).toBe(200)
  expect((await list(ani)).unread_count).toBe(2)
  expect((await ask(ani, 'DELETE', `/notifications/${third.id}`)).statusCode).toBe(200)
  expect((await ask(ani, 'DELETE', `/notifications/${third.id}`)).statusCode).toBe(404)
  expect((await ask(ani, 'PUT', '/notifications/read-all')).statusCode).toBe(200)
  expect(await list(ani)).toMatchObject({ data: [{ message: 'dua' }, { message: 'satu' }], unread_count: 0 })
  expect((await list(budi)).unread_count).toBe(1)
})

test("another user's, a malformed and an unknown one are all not found", async () => {
  await tell(budi, 'Rahasia Budi')
  const [secret] = (await list(budi)).data
  for (const id of [secret.id, 'bukan-id', randomUUID()]) {
    const answers = [
      await ask(ani, 'PUT', `/notifications/${id}/read`),
      await ask(ani, 'DELETE', `/notifications/${id}`),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  }
  expect(await list(budi)).toMatchObject({ data: [{ is_read: false }], unread_count: 1 })
})

test('nobody reads without a token', async () => {
  for (const [method, url] of [
    ['GET', '/notifications'],
    ['PUT', '/notifications/read-all'],
    ['PUT', `/notifications/${randomUUID()}/read`],
    ['DELETE', `/notifications/${randomUUID()}`],
  ] as const) {
    expect((await api.inject({ method, url })).statusCode).toBe(401)
  }
})

test('what the administrators are told reaches each of them and no customer', async () => {
  const admins = [await makeAdmin(shop.db, { now: noon }), await makeAdmin(shop.db, { now: noon })]
  await notify(shop.db, [{ to: 'admins', message: 'Stok habis', orderId: null }], noon)
  for (const admin of admins) expect((await list(admin)).data).toMatchObject([{ message: 'Stok habis' }])
  expect((await list(ani)).data).toEqual([])
  await notify(shop.db, [], noon)
})
