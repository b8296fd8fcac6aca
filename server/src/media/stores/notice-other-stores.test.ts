import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useS3 } from '../../testing/s3-server.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { type MediaStore, openMediaStore } from '../files/media-store.ts'
import { noticeOtherStores } from './notice-other-stores.ts'
import { openS3Store } from './s3-store.ts'

const shop = useTestDb()
const s3 = useS3()
const everyMs = 50

async function files(): Promise<MediaStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return openMediaStore(folder)
}
const processesIn = async (store: MediaStore) => (await store.list()).filter((name) => name.startsWith('process-'))
const leases = () => shop.db.selectFrom('leases').select(['name', 'ends_at']).execute()

let open: { close(): Promise<void> }[] = []
beforeEach(() => {
  open = []
})
afterEach(() => Promise.all(open.map((process) => process.close())))

/** A process with this store. Its leases end soon after it stops renewing them. */
async function start(store: MediaStore, options: { isPaused?: () => boolean; everyMs?: number } = {}) {
  const warnings: string[] = []
  const notice = noticeOtherStores({ db: shop.db, store, warn: (line) => warnings.push(line), everyMs, ...options })
  open.push(notice)
  await notice.firstLook
  return { warnings, close: notice.close }
}
/** Waits until every process has checked again. */
async function looks() {
  const before = new Map((await leases()).map(({ name, ends_at }) => [name, ends_at.getTime()]))
  for (let round = 0; round < 2; round++) {
    await expect
      .poll(async () => (await leases()).every(({ name, ends_at }) => ends_at.getTime() > (before.get(name) ?? 0)))
      .toBe(true)
    for (const { name, ends_at } of await leases()) before.set(name, ends_at.getTime())
  }
}

describe.each([
  ['a folder', files],
  ['S3', async () => openS3Store(s3.settings())],
])('two processes with %s', (_where, newStore) => {
  test('of their own warn each other, once', async () => {
    const [a, b] = [await start(await newStore()), await start(await newStore())]
    await expect.poll(() => [a.warnings.length, b.warnings.length]).toEqual([1, 1])
    expect(b.warnings[0]).toMatch(
      new RegExp(`^Another process on this database keeps its pictures elsewhere \\(.+, process ${process.pid}\\):`),
    )
    await looks()
    expect([a.warnings.length, b.warnings.length]).toEqual([1, 1])
  })

  test('that they share warn of nothing, and leave no file', async () => {
    const store = await newStore()
    const [a, b] = [await start(store), await start(store)]
    await looks()
    expect([a.warnings, b.warnings]).toEqual([[], []])
    await expect.poll(async () => (await processesIn(store)).length).toBe(2)
    await a.close()
    await b.close()
    expect(await processesIn(store)).toEqual([])
    expect(await leases()).toEqual([])
  })
})

test('the mark of a process that was killed is removed when its lease is over, without a warning', async () => {
  const store = await files()
  await store.put('process-0123456789abcdef', Buffer.from('killed'))
  const name = 'pictures seen by process-0123456789abcdef (toko-a, process 1)'
  await shop.db
    .insertInto('leases')
    .values({ name, number: 1, ends_at: sql`clock_timestamp() - interval '1 s'` })
    .execute()
  const { warnings } = await start(await files())
  expect(warnings).toEqual([])
  await shop.db
    .insertInto('leases')
    .values({ name, number: 1, ends_at: sql`clock_timestamp() - interval '1 s'` })
    .execute()
  await start(store)
  expect(await store.has('process-0123456789abcdef')).toBe(false)
  expect((await leases()).map((lease) => lease.name)).not.toContain(name)
})

test('a process that stood still puts its mark back, and the others do not warn of it', async () => {
  const store = await files()
  const a = await start(store)
  const [mark = ''] = await processesIn(store)
  await store.remove(mark)
  await expect.poll(() => store.has(mark)).toBe(true)
  const b = await start(store)
  await looks()
  expect([a.warnings, b.warnings]).toEqual([[], []])
})

test('the process continues while the store is away, and checks again later', async () => {
  const store = await files()
  let isAway = true
  const away: MediaStore = {
    ...store,
    put: (...file) => (isAway ? Promise.reject(new Error('away')) : store.put(...file)),
  }
  const a = await start(away)
  expect(await leases()).toEqual([])
  isAway = false
  await start(await files())
  await expect.poll(() => a.warnings.length).toBe(1)
})

test('a quiet shop writes nothing', async () => {
  const store = await files()
  await start(store, { isPaused: () => true })
  expect(await processesIn(store)).toEqual([])
  expect(await leases()).toEqual([])
})
