import type { OwnSession } from '@camilan/contract/accounts'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { askAt, type Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'

const lines: Record<string, unknown>[] = []
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
const shop = useShop({ environment: { SESSIONS_PER_ACCOUNT: '3' }, logger: { level: 'info', stream } })
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const path = '/users/me/sessions'

const ani = useEach(() => shop.admin({ name: 'Ani' }))

/** Another device of this user, which logs in with its password. */
async function logIn({ email, password }: Customer = ani) {
  const headers = { 'user-agent': android }
  const answer = await shop.ask<{ token: string }>('POST', '/auth/login', { body: { email, password }, headers })
  const own = { authorization: `Bearer ${answer.body.data.token}` }
  return { headers: own, ask: askAt(shop.origin, own) }
}
type Device = Awaited<ReturnType<typeof logIn>>

/** It must end before its next heartbeat, which would end it, too. */
const openStream = ({ headers }: Device) =>
  fetch(`${shop.origin}/api/notifications/stream`, { headers, signal: AbortSignal.timeout(10_000) })

const list = async (device: Pick<Device, 'ask'> = ani) => (await device.ask<OwnSession[]>('GET', path)).body.data
const status = async ({ ask }: Pick<Device, 'ask'>) => (await ask('GET', '/users/me')).status
const idOf = async (device: Device) => (await list(device)).find(({ is_current }) => is_current)?.id ?? ''

test('a user sees in words where they are logged in: this device first, then the one used last', async () => {
  await shop.advanceClock(minutes(5))
  const phone = await logIn()
  expect(await list()).toMatchObject([
    { browser: null, system: null, is_current: true },
    { browser: 'Chrome', system: 'Android', is_current: false, created_at: shop.clock().toISOString() },
  ])
  expect((await list(phone)).map(({ browser, is_current }) => [browser, is_current])).toEqual([
    ['Chrome', true],
    [null, false],
  ])
  expect(JSON.stringify(await list())).not.toMatch(/Mozilla|hash|token/)
})

test('the last use is written once an hour at most, and one of a wrong clock is written anew', async () => {
  const phone = await logIn()
  const id = await idOf(phone)
  const lastUse = async () => (await list()).find((session) => session.id === id)?.last_used_at
  const begun = await lastUse()
  await shop.advanceClock(minutes(59))
  await status(phone)
  await shop.advanceClock(minutes(1))
  await status(phone)
  await expect.poll(lastUse).not.toBe(begun)
  expect(await lastUse()).toBe(shop.clock().toISOString())
  await shop.db
    .updateTable('sessions')
    .set({ last_used_at: new Date('2029-01-01') })
    .where('id', '=', id)
    .execute()
  await status(phone)
  await expect.poll(lastUse).toBe(shop.clock().toISOString())
})

test('the end of a device closes its open pages and download links at once, as a logout does', async () => {
  const [phone, other] = [await logIn(), await logIn()]
  const ticket = (await phone.ask<{ url: string }>('POST', '/admin/orders/export')).body.data.url
  const live = await openStream(phone)
  const id = await idOf(phone)
  const budi = await shop.customer()
  expect(await budi.ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect([await status(phone), await status(other)]).toEqual([200, 200])
  expect((await ani.ask('DELETE', `${path}/${id}`)).status).toBe(200)
  await live.text()
  expect((await fetch(ticket)).status).toBe(404)
  expect(await phone.ask('GET', '/users/me')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  expect((await ani.ask('DELETE', `${path}/${id}`)).status).toBe(404)
  expect([await status(ani), await status(other)]).toEqual([200, 200])
})

test('all other devices end together, those of nobody else', async () => {
  const budi = await shop.customer()
  const [phone, other] = [await logIn(), await logIn()]
  const live = await openStream(other)
  expect((await phone.ask('DELETE', path)).status).toBe(200)
  await live.text()
  expect(await Promise.all([phone, other, ani, budi].map(status))).toEqual([200, 401, 401, 200])
})

test('a login beyond the limit ends the session that is unused for longest, of demo accounts none', async () => {
  const phone = await logIn()
  await shop.advanceClock(minutes(90))
  const tablet = await logIn()
  expect(await status(phone)).toBe(200) // used later than that of `ani`
  await expect
    .poll(async () => (await list(tablet)).map(({ last_used_at }) => last_used_at))
    .toContainEqual(shop.clock().toISOString())
  await logIn()
  expect(await Promise.all([ani, phone, tablet].map(status))).toEqual([401, 200, 200])
  await Promise.all(Array.from({ length: 6 }, () => logIn()))
  const stored = () => shop.db.selectFrom('sessions').select('id').where('user_id', '=', ani.id).execute()
  expect(await stored()).toHaveLength(3)
  await shop.db.updateTable('users').set({ is_demo: true }).where('id', '=', ani.id).execute()
  await Promise.all(Array.from({ length: 3 }, () => logIn()))
  expect(await stored()).toHaveLength(6)
})

test('logins, wrong passwords and refused access are in the log, once a minute, without e-mail and address', async () => {
  const budi = await shop.customer({ email: 'budi.rahasia@contoh.id' })
  await logIn(budi)
  const wrong = { ...budi, password: 'bukan-sandinya' }
  const guess = () => shop.ask('POST', '/auth/login', { body: { email: wrong.email, password: wrong.password } })
  for (let times = 0; times < 3; times += 1) await guess()
  await budi.ask('GET', '/admin/orders')
  await shop.ask('GET', '/users/me')
  await budi.ask('PUT', '/users/me/password', {
    body: { current_password: wrong.password, new_password: 'nastar-keju-dan-teh' },
  })
  const said = (msg: string) => lines.filter((line) => line.msg === msg)
  const names = ['InvalidCredentials', 'NotAllowed', 'Unauthenticated', 'WrongPassword']
  const refusals = names.flatMap((name) => said(`refused access: ${name}`))
  expect(refusals.map(({ route }) => route)).toEqual([
    'POST /api/auth/login',
    'GET /api/admin/orders',
    'GET /api/users/me',
    'PUT /api/users/me/password',
  ])
  expect(refusals.at(-1)).toMatchObject({ user: budi.id, level: 30 })
  expect(said('a login')).toHaveLength(1)
  const networks = new Set([...refusals, ...said('a login')].map(({ network }) => network))
  expect([...networks]).toEqual([expect.stringMatching(/^[\w-]{16}$/)])
  expect(JSON.stringify([...refusals, ...said('a login')])).not.toMatch(/127\.0\.0\.1|budi\.rahasia|bukan-sandinya/)
})
