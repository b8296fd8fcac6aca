import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { imageUrlUnder } from '../media/files/image-url.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { makeGuards } from './login/guards.ts'
import { presentUsers } from './present.ts'
import { userListRoutes } from './user-list-routes.ts'

const shop = useTestDb()
let api: FastifyInstance
let admin: TestUser

beforeAll(async () => {
  const { db } = shop
  const guards = makeGuards({ db, clock: () => new Date() })
  api = await makeApi(userListRoutes({ db, guards, present: presentUsers(imageUrlUnder('https://toko.example')) }))
  admin = await makeAdmin(db, { name: 'Sari', email: 'toko@contoh.id', phone: '080000000000' })
  await makeUser(db, { name: 'budi', email: 'budi@contoh.id', image: 'abc', address: 'Jl. Mawar 2' })
  await makeUser(db, { name: 'Ani', email: 'Ani_100@contoh.id', phone: '+62 811-2222-333' })
  await makeUser(db, { name: 'Écha 50%', email: 'echa@contoh.id' })
  await makeUser(db, { name: 'Zaki', email: 'zaki@lain.id' })
})

async function list(query: Record<string, string> = {}) {
  const answer = await api.inject({ url: '/admin/users', query, headers: admin.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const names = async (query: string) => (await list({ query })).data.map((user: { name: string }) => user.name)

test('customers and administrators are listed by name, ignoring case', async () => {
  const { data, pagination } = await list()
  expect(data.map((user: { name: string }) => user.name)).toEqual(['Ani', 'budi', 'Sari', 'Zaki', 'Écha 50%'])
  expect(pagination).toEqual({ page: 1, total_page: 1, total_users: 5 })
  expect(data[1]).toEqual({
    id: expect.any(String),
    name: 'budi',
    email: 'budi@contoh.id',
    phone: '081234567890',
    gender: null,
    address: 'Jl. Mawar 2',
    image: 'https://toko.example/media/abc-640.webp',
    is_admin: false,
    role: 'customer',
    tags: [],
    last_login_at: expect.stringMatching(/Z$/),
  })
})

test('the search covers name, e-mail and phone, ignoring case', async () => {
  expect(await names('BUD')).toEqual(['budi'])
  expect(await names('écHA')).toEqual(['Écha 50%'])
  expect(await names('LAIN.id')).toEqual(['Zaki'])
  expect(await names('2222')).toEqual(['Ani'])
  expect(await names('tidak ada')).toEqual([])
})

test('a tag of the seller finds its buyers, and stands beside their names', async () => {
  const { id } = (await list({ query: 'zaki' })).data[0]
  await shop.db
    .insertInto('customer_notes')
    .values({ user_id: id, tags: ['Reseller', 'Lain'] })
    .execute()
  expect((await list({ query: 'reSELLER' })).data).toMatchObject([{ name: 'Zaki', tags: ['Reseller', 'Lain'] }])
  expect(await names('resell')).toEqual([])
})

test('%, _ and \\ are plain characters, and an empty search finds all', async () => {
  expect(await names('%')).toEqual(['Écha 50%'])
  expect(await names('_')).toEqual(['Ani'])
  expect(await names('\\')).toEqual([])
  expect(await names('  ')).toHaveLength(5)
})

test('the list has pages, and one after the last is empty', async () => {
  const second = await list({ page: '2', limit: '2' })
  expect(second.data.map((user: { name: string }) => user.name)).toEqual(['Sari', 'Zaki'])
  expect(second.pagination).toEqual({ page: 2, total_page: 3, total_users: 5 })
  expect(await list({ page: '9', limit: '2' })).toMatchObject({ data: [], pagination: { page: 9, total_page: 3 } })
  expect((await list({ query: 'tidak ada' })).pagination).toEqual({ page: 1, total_page: 0, total_users: 0 })
})
