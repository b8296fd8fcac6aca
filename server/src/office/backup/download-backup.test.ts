import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orderExportRoutes } from '../../orders/export/export-routes.ts'
import { makeGuards } from '../../people/login/guards.ts'
import { later, minutes } from '../../platform/clock.ts'
import { type Db, openDb } from '../../platform/db/db.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { testLimits } from '../../testing/limits.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeAdmin, type TestUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { usualSettings } from '../../testing/settings.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { verifyArchive } from './file/archive.ts'
import { backupRoutes } from './routes.ts'

const shop = useTestDb()
const pictures = useMedia(shop)
const begun = new Date('2026-11-20T05:00:00Z')
let now = begun
let api: FastifyInstance
/** Another process on the database. It waits for nothing long. */
let impatient: FastifyInstance
let impatientOrigin: string
let origin: string
let owner: TestUser

beforeAll(async () => {
  const { connection } = shop
  const clock = () => now
  const log = { info() {}, warn() {} }
  const folder = path.join(pictures.dataDir, 'backups')
  const open = new AsyncDisposableStack()
  const depsOf = async (db: Db) => {
    const broadcast = openBroadcast(connection, log, db)
    open.defer(() => broadcast.close())
    await broadcast.opened
    const guards = makeGuards({ db, clock })
    const publicUrl = 'https://contoh.id'
    return {
      db,
      clock,
      guards,
      publicUrl,
      connection,
      store: pictures.store,
      log,
      broadcast,
      limits: testLimits,
      folder,
    }
  }
  const { db: otherDb, close } = openDb(connection)
  open.defer(close)
  impatient = await makeApi(backupRoutes({ ...(await depsOf(otherDb)), stalledMs: 300, giveWayMs: 2_000 }))
  open.defer(() => impatient.close())
  impatientOrigin = await impatient.listen({ port: 0 })
  const deps = await depsOf(shop.db)
  api = await makeApi(backupRoutes(deps), orderExportRoutes({ ...deps, settings: { current: () => usualSettings } }))
  open.defer(() => api.close())
  owner = await makeAdmin(shop.db, { now: begun })
  origin = await api.listen({ port: 0 })
  return () => open.disposeAsync()
})

beforeEach(() => {
  now = begun
})

const ask = (current_password = owner.password) =>
  api.inject({ method: 'POST', url: '/admin/backup', headers: owner.headers, payload: { current_password } })
async function link(): Promise<string> {
  // The end of the download before is known a moment after its last byte.
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
  const answer = await ask()
  return new URL(answer.json().data.url).pathname.replace('/api', '')
}
const heard = () => shop.db.selectFrom('notifications').select('message').where('kind', '=', 'access-changed').execute()

test('after the password a link sends a backup for a minute, and every administrator is told once', async () => {
  const refused = await ask('bukan-kata-sandinya')
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'WRONG_PASSWORD'])
  const url = await link()
  expect(await heard()).toEqual([])
  const answer = await api.inject(url)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/x-tar', 'cache-control': 'no-store' })
  expect(answer.headers['content-disposition']).toMatch(/filename="camilan-20261120-050000\.[0-9a-f]{8}\.tar"/)
  const file = path.join(pictures.dataDir, 'download.tar')
  await writeFile(file, answer.rawPayload)
  const { tables } = await verifyArchive(file)
  expect(tables.find(({ table }) => table === 'users')?.rows).toBe(1)
  expect((await api.inject(url)).statusCode).toBe(200) // as a download manager asks
  const [told, ...more] = await heard()
  expect(told?.message).toContain(`Cadangan seluruh data toko diunduh oleh ${owner.name}.`)
  expect(more).toEqual([])
  const audited = await shop.db.selectFrom('audit_entries').select(['actor_id', 'changes']).execute()
  expect(audited).toEqual([
    { actor_id: owner.id, changes: [{ field: 'backup_downloaded', before: null, after: 'ya' }] },
  ])
  now = later(begun, minutes(1))
  expect((await api.inject(url)).statusCode).toBe(404)
})

test.each([
  ['this', () => api],
  ['another', () => impatient],
])('a second request with a link at %s process replaces the download that is running', async (_which, process) => {
  const url = await link()
  const client = await shop.pool.connect()
  await client.query('begin; lock table products in access exclusive mode')
  const first = api.inject(url)
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  const second = process().inject(url)
  expect((await first).statusCode).toBe(503)
  await client.query('rollback')
  client.release()
  expect((await second).statusCode).toBe(200)
})

test('the link of an order list, which needs no password, sends no backup', async () => {
  const answer = await api.inject({ method: 'POST', url: '/admin/orders/export', headers: owner.headers })
  const ticket = answer.json().data.url.split('/').at(-1)
  expect((await api.inject(`/admin/backup/${ticket}`)).statusCode).toBe(404)
})

test('one backup is sent at a time, also where two links were given before', async () => {
  const links = [await link(), await link()]
  const client = await shop.pool.connect()
  await client.query('begin; lock table products in access exclusive mode')
  const answers = links.map((url) => impatient.inject(url))
  const first = await Promise.race(answers)
  expect([first.statusCode, first.json().code]).toEqual([503, 'UNAVAILABLE'])
  expect((await ask()).json().errors).toContain('sedang diunduh')
  await client.query('rollback')
  client.release()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 503])
  await link()
})

test('a browser that goes away, or asks again, makes place for the next, and leaves no file', async () => {
  // More than the buffers of a connection hold.
  await shop.pool.query(
    `insert into audit_entries (at, actor_id, actor_name, subject_type, subject_id, action, changes)
      select now(), $1, 'x', 'settings', 'shop', 'changed', to_jsonb(array[string_agg(md5(random()::text), '')])
        from generate_series(1, 1000000)`,
    [owner.id],
  )
  const url = await link()
  const end = new AbortController()
  const { status } = await fetch(origin + url, { signal: end.signal })
  expect(status).toBe(200)
  expect((await ask()).statusCode).toBe(503)
  end.abort()
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
  const again = await link()
  const lost = await fetch(origin + again)
  const other = await fetch(origin + again, { signal: AbortSignal.timeout(10_000) })
  expect(other.status).toBe(200)
  await expect(lost.arrayBuffer()).rejects.toThrow()
  await other.body?.cancel()
  // One that stays and takes nothing does the same after a while.
  const stalled = await fetch(impatientOrigin + (await link()))
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
  await expect(stalled.arrayBuffer()).rejects.toThrow()
  expect(await readdir(path.join(pictures.dataDir, 'backups'))).toEqual([])
})
