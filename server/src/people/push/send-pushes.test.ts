/** Against a push service that answers over HTTPS, and a device that decrypts what it gets (RFC 8291). */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type PushState, pushGroupsFor } from '@camilan/contract/push'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { days, hours, later, minutes } from '../../platform/clock.ts'
import { isPublicAddress } from '../../platform/outgoing/public-request.ts'
import { openHttpsServer } from '../../testing/https-server.ts'
import { whileReadOnly } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'
import { deleteFailedPushes, endOfQuiet, sendPushes } from './send-pushes.ts'

const shop = useShop()
let service: Awaited<ReturnType<typeof openHttpsServer>>
let status = 201
/** The service answers when it has this many requests. */
let answersFrom = 1
const open: (() => void)[] = []
let received: { headers: IncomingHttpHeaders; body: Buffer; path: string }[] = []

beforeAll(async () => {
  service = await openHttpsServer(async (request, reply) => {
    received.push({ headers: request.headers, body: await buffer(request), path: request.url ?? '' })
    open.push(() => reply.writeHead(status, { location: '/redirected' }).end())
    if (open.length >= answersFrom) for (const answer of open.splice(0)) answer()
  })
})
afterAll(() => {
  service.close()
})
beforeEach(async () => {
  status = 201
  received = []
  await shop.db.deleteFrom('push_subscriptions').execute()
})

const sari = useEach(() => shop.onlyAdmin())
const ani = useEach(() => shop.customer())

const everything = ['mine', 'paid', 'orders', 'money', 'stock', 'troubles']

/** A device of this user's session. */
async function subscribe(by: Customer, wishes: object = {}, host = 'localhost') {
  await by.ask('GET', '/notifications/push')
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const endpoint = `https://${host}:${service.port}/${randomBytes(8).toString('hex')}`
  const body = { endpoint, keys, groups: everything, quiet_from: null, quiet_to: null, ...wishes }
  expect(await by.ask('PUT', '/notifications/push', { body })).toMatchObject({ status: 200 })
  return { ecdh, auth, path: new URL(endpoint).pathname }
}

const run = (isAllowed: (address: string) => boolean = () => true) => {
  const { db, clock, sealer, origin: publicUrl } = shop
  const deps = { db, clock, sealer, publicUrl, reach: { isAllowed, ca: service.ca }, log: { warn() {} } }
  return sendPushes(deps, new AbortController().signal)
}
const left = async (table: 'push_queue' | 'push_subscriptions') =>
  (await shop.db.selectFrom(table).select('session_hash').execute()).length

function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }) {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const key = hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12)
  const content = body.subarray(21 + length)
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce)).setAuthTag(
    content.subarray(-16),
  )
  const text = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]).toString()
  return JSON.parse(text.slice(0, text.lastIndexOf('\x02')))
}

test('a paid order is pushed once to the seller and the buyer, without a name or an address', async () => {
  const [hers, his] = [await subscribe(sari, { groups: ['paid'] }), await subscribe(ani, { groups: ['mine'] })]
  const id = await shop.paidOrder(ani)
  await run()
  const of = (device: { path: string }) => received.filter((one) => one.path === device.path)
  expect(of(hers).map(({ body }) => decrypted(body, hers))).toEqual([
    { title: 'Pesanan dibayar', body: `Pesanan #${id}`, url: `/admin/manage-orders/order/${id}`, tag: id },
  ])
  const mine = { title: 'Kabar pesanan Anda', body: `Pesanan #${id}`, url: `/my-order/order/${id}`, tag: id }
  expect(of(his).map(({ body }) => decrypted(body, his))).toEqual([mine, mine])
  const key = (await sari.ask<PushState>('GET', '/notifications/push')).body.data.public_key
  expect(received[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(received[0]?.headers.authorization).toContain(`k=${key}`)
  received = []
  await run()
  expect([received, await left('push_queue')]).toEqual([[], 0])
})

test('devices are told at the same time, so that a silent one does not hold up the others', async () => {
  for (let i = 0; i < 4; i += 1) await subscribe(await shop.admin())
  answersFrom = 4
  await shop.unpaidOrder(ani)
  await run()
  answersFrom = 1
  expect([received.length, await left('push_queue')]).toEqual([4, 0])
})

test('the keys are made once, also by simultaneous calls, and are not stored in plain text', async () => {
  await shop.db.deleteFrom('push_keys').execute()
  const states = await Promise.all([1, 2, 3].map(() => sari.ask<PushState>('GET', '/notifications/push')))
  expect(new Set(states.map(({ body }) => body.data.public_key)).size).toBe(1)
})

test.each([404, 410])('after %i the device is forgotten', async (answer) => {
  await subscribe(sari)
  status = answer
  await shop.paidOrder(ani)
  await run()
  expect([received.length, await left('push_subscriptions')]).toEqual([1, 0])
})

test('a failed push is repeated later, five times at most; a redirect is not followed', async () => {
  await subscribe(sari, { groups: ['paid'] })
  await shop.paidOrder(ani)
  status = 503
  for (let round = 0; round < 8; round += 1) {
    await run()
    await shop.advanceClock(hours(1))
  }
  const failed = await left('push_queue')
  await deleteFailedPushes(shop.db, later(shop.clock(), days(4)))
  expect([received.length, failed, await left('push_queue')]).toEqual([5, 1, 0])
  status = 302
  received = []
  await shop.paidOrder(ani)
  await run()
  expect(received.map((one) => one.path)).not.toContain('/redirected')
  expect(received.length).toBe(1)
})

test.each(['localhost', '127.0.0.1', '[::1]'])('nothing is sent to %s, which is no public address', async (host) => {
  await subscribe(sari, {}, host)
  await shop.paidOrder(ani)
  await run(isPublicAddress)
  expect([received.length, await left('push_subscriptions')]).toEqual([0, 0])
})

test('only addresses of the internet are public', () => {
  const own = ['10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '0.0.0.0', '255.255.255.255']
  const six = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
  ]
  expect([...own, ...six].filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(3)
})

const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }

test.each([
  'http://push.example/a',
  'https://user:rahasia@push.example/a',
  `https://push.example/${'a'.repeat(1000)}`,
  'https://push.example/\0',
])('a device can’t name %j', async (endpoint) => {
  const body = { endpoint, keys, groups: [], quiet_from: null, quiet_to: null }
  expect((await ani.ask('PUT', '/notifications/push', { body })).status).toBe(400)
})

test('of two sessions that name one device at once, the later one has it', async () => {
  const body = { endpoint: 'https://push.example/a', keys, groups: [], quiet_from: null, quiet_to: null }
  const acts = [ani, sari].map((user) => () => user.ask('PUT', '/notifications/push', { body }))
  const answers = await whileReadOnly(shop.pool, 'push_subscriptions', acts)
  expect([...answers.map(({ status }) => status), await left('push_subscriptions')]).toEqual([200, 200, 1])
})

test('five devices of a user hear, the newest among them; none asks for more groups than there are', async () => {
  const endpoints = Array.from({ length: 7 }, (_, index) => `https://push.example/${index}`)
  const wish = { keys, groups: everything, quiet_from: null, quiet_to: null }
  for (const endpoint of endpoints) {
    const { token } = (await shop.ask<{ token: string }>('POST', '/auth/login', { body: ani })).body.data
    const headers = { authorization: `Bearer ${token}` }
    await shop.ask('PUT', '/notifications/push', { headers, body: { ...wish, endpoint } })
  }
  const kept = await shop.db.selectFrom('push_subscriptions').select('endpoint').execute()
  expect([kept.length, kept.some(({ endpoint }) => endpoint === endpoints.at(-1))]).toEqual([5, true])
  const body = { ...wish, endpoint: 'https://push.example/many', groups: Array(10_000).fill('mine') }
  expect((await ani.ask('PUT', '/notifications/push', { body })).status).toBe(400)
})

test('a device hears no more after its logout, and after a new password from another device', async () => {
  await subscribe(ani)
  await ani.ask('POST', '/auth/logout')
  await subscribe(sari)
  const other = { email: sari.email, password: sari.password }
  const { token } = (await shop.ask<{ token: string }>('POST', '/auth/login', { body: other })).body.data
  const change = { current_password: sari.password, new_password: 'kata-sandi-baru-1' }
  await shop.ask('PUT', '/users/me/password', { headers: { authorization: `Bearer ${token}` }, body: change })
  expect(await left('push_subscriptions')).toBe(0)
})

test('a device gets only what it asked for, and what comes in its silent hours after them', async () => {
  const quiet = { groups: ['paid'], quiet_from: 9, quiet_to: 11 }
  await subscribe(sari, quiet) // the shop's clock begins at 10:00 in Jakarta
  await shop.advanceClock(days(1) - ((shop.clock().getTime() - Date.parse('2026-11-20T03:00:00Z')) % days(1)))
  await shop.paidOrder(ani)
  await run()
  expect(received).toEqual([])
  await shop.advanceClock(hours(1))
  await run()
  expect(received).toHaveLength(1)
})

test('a change of keys or roles is told in the silent hours, too', async () => {
  const hour = (shop.clock().getUTCHours() + 7) % 24
  const device = await subscribe(sari, { quiet_from: hour, quiet_to: (hour + 1) % 24 })
  await shop.unpaidOrder(ani)
  expect(await sari.ask('POST', '/admin/staff/invitations', { body: { name: 'Rina' } })).toMatchObject({ status: 201 })
  await run()
  expect(received.map(({ body }) => decrypted(body, device))).toMatchObject([{ title: 'Toko perlu perhatian' }])
})

test.each([
  ['2026-11-20T14:00:00Z', 21, 6, hours(9)],
  ['2026-11-20T22:59:00Z', 21, 6, minutes(1)],
  ['2026-11-20T23:00:00Z', 21, 6, undefined],
  ['2026-11-20T13:59:00Z', 21, 6, undefined],
  ['2026-11-20T03:00:00Z', 9, 11, hours(1)],
  ['2026-11-20T03:00:00Z', null, null, undefined],
])('at %s the silent hours from %s to %s last for %s ms', (now, quiet_from, quiet_to, lasting) => {
  const end = endOfQuiet({ quiet_from, quiet_to }, new Date(now))
  expect(end && end.getTime() - Date.parse(now)).toBe(lasting)
})

test('a device may ask for what its user is notified of', () => {
  expect(pushGroupsFor('admin')).toEqual(everything)
  expect(pushGroupsFor('staf')).toEqual(['mine', 'paid', 'orders', 'stock'])
  expect(pushGroupsFor('customer')).toEqual(['mine'])
})
