import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageUrlUnder } from '../media/image-url.ts'
import { days, later } from '../platform/clock.ts'
import { testLimits } from '../testing/limits.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useMedia } from '../testing/media-folder.ts'
import { useTestDb } from '../testing/test-db.ts'
import { makeGuards } from './guards.ts'
import { presentUsers } from './present.ts'
import { accountRoutes } from './routes.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const pictures = useMedia(shop)

let now = noon
let api: FastifyInstance
let ani: TestUser
let admin: TestUser

beforeAll(async () => {
  const { db } = shop
  const clock = () => now
  const guards = makeGuards({ db, clock })
  const sender = { shopName: 'Camilan', publicUrl: 'http://localhost' }
  api = await makeApi(
    accountRoutes({
      db,
      clock,
      guards,
      limits: testLimits,
      demoLogin: false,
      sender,
      media: pictures.media,
      present: presentUsers(imageUrlUnder('http://localhost')),
    }),
  )
  ani = await makeUser(db, { now: noon })
  admin = await makeAdmin(db, { now: noon })
})

const ask = (method: 'GET' | 'PUT' | 'POST', url: string, authorization?: string) =>
  api.inject({ method, url, ...(authorization !== undefined && { headers: { authorization } }) })

describe.each([
  ['POST', '/auth/logout'],
  ['GET', '/users/me'],
  ['PUT', '/users/me'],
  ['PUT', '/users/me/password'],
  ['GET', '/admin/users'],
  ['GET', '/admin/users/me'],
  ['PUT', '/admin/users/me'],
] as const)('%s %s', (method, url) => {
  test.each([
    ['no header', undefined],
    ['an empty token', 'Bearer '],
    ['an unknown token', `Bearer ${'x'.repeat(43)}`],
    ['another scheme', 'Basic YTpi'],
    ['a token with a NUL', 'Bearer \0'],
  ])('refuses %s, whatever the body', async (_case, authorization) => {
    const answer = await ask(method, url, authorization)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({
      errors: 'Anda harus login terlebih dahulu.',
      message: 'Anda harus login terlebih dahulu.',
      code: 'UNAUTHENTICATED',
    })
  })

  test('refuses a token that is 30 days old', async () => {
    now = later(noon, days(30))
    expect((await ask(method, url, ani.headers.authorization)).statusCode).toBe(401)
    now = noon
  })

  test('refuses the token of a deleted user', async () => {
    const deleted = await makeAdmin(shop.db, { now: noon })
    await shop.db.deleteFrom('users').where('id', '=', deleted.id).execute()
    expect((await ask(method, url, deleted.headers.authorization)).statusCode).toBe(401)
  })
})

test.each([
  ['GET', '/admin/users'],
  ['GET', '/admin/users/me'],
  ['PUT', '/admin/users/me'],
] as const)('%s %s refuses a customer before it reads the body', async (method, url) => {
  const answer = await ask(method, url, ani.headers.authorization)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().errors).toBe('Anda tidak memiliki akses pada halaman yang dituju.')
})

test('an administrator can use the routes of customers', async () => {
  expect((await ask('GET', '/users/me', admin.headers.authorization)).statusCode).toBe(200)
  expect((await ask('GET', '/admin/users', `bearer ${admin.token}`)).statusCode).toBe(200)
})

test('becoming an administrator, and no longer being one, take effect at once', async () => {
  const user = await makeUser(shop.db, { now: noon })
  const asAdmin = async () => (await ask('GET', '/admin/users', user.headers.authorization)).statusCode
  await shop.db.updateTable('users').set({ is_admin: true }).where('id', '=', user.id).execute()
  expect(await asAdmin()).toBe(200)
  await shop.db.updateTable('users').set({ is_admin: false }).where('id', '=', user.id).execute()
  expect(await asAdmin()).toBe(403)
})
