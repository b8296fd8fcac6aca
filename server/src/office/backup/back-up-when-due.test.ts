import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours, later } from '../../platform/clock.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { backUpWhenDue } from './back-up-when-due.ts'
import { pruneBackups } from './file/backup-files.ts'
import { lastBackup } from './last-backup.ts'

const shop = useTestDb()
const other = useTestDb()
const pictures = useMedia(shop)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  await makeUser(shop.db)
})
afterAll(() => rm(folder, { recursive: true }))

const lookAt = (now: Date, signal = new AbortController().signal) =>
  backUpWhenDue(
    { db: shop.db, connection: shop.connection, store: pictures.store, log: { info() {}, warn() {} } },
    { folder, everyHours: 24, keep: 2 },
    now,
    signal,
  )

test('the running shop makes a backup a day after the last one, and keeps the configured number', async () => {
  const begun = new Date()
  await lookAt(begun)
  expect(await readdir(folder)).toEqual([])
  expect(await lastBackup(shop.db, begun)).toBeUndefined()
  const at = [24, 25, 47, 48, 72].map((count) => later(begun, hours(count)))
  for (const now of at) await lookAt(now)
  const kept = (await readdir(folder)).sort()
  expect(kept).toHaveLength(2)
  const last = await lastBackup(shop.db, later(begun, hours(72)))
  expect(last).toMatchObject({ madeAt: at.at(-1), file: path.join(folder, kept[1] ?? '') })
  expect(last?.bytes).toBeGreaterThan(1_000)
})

test('a backup from a clock that was ahead counts as none: the next one is made at once', async () => {
  const now = later(new Date(), hours(100))
  await lookAt(later(now, days(900)))
  await lookAt(now)
  expect(await lastBackup(shop.db, now)).toMatchObject({ madeAt: now })
})

test('a server that stops leaves a due backup to the next server', async () => {
  const folderBefore = await readdir(folder)
  await lookAt(later(new Date(), hours(200)), AbortSignal.abort())
  expect(await readdir(folder)).toEqual(folderBefore)
})

test('each of two shops with one folder keeps the configured number', async () => {
  const one = await mkdtemp(path.join(folder, 'shared-'))
  const of = (db: typeof shop, now: Date) =>
    backUpWhenDue(
      { db: db.db, connection: db.connection, store: pictures.store, log: { info() {}, warn() {} } },
      { folder: one, everyHours: 24, keep: 1 },
      now,
      new AbortController().signal,
    )
  await of(other, later(new Date(), days(30)))
  const [theirs] = await readdir(one)
  for (const day of [31, 32]) await of(shop, later(new Date(), days(day)))
  const left = await readdir(one)
  expect(left).toHaveLength(2)
  expect(left).toContain(theirs)
})

test('only files with the names of its own backups are deleted, the oldest first', async () => {
  const own = await mkdtemp(path.join(folder, 'own-'))
  const names = [
    'camilan-20261101-000000.0123abcd.tar',
    'camilan-20261102-000000.0123abcd.tar',
    'camilan-20261103-000000.0123abcd.tar',
    'camilan-20290101-000000.0123abcd.tar', // of a clock that was ahead
    'camilan-before-0022_backups.0123abcd.tar',
    'camilan-before-0020_next.0123abcd.tar',
    'camilan-20261101-000000.tar',
    'camilan-20261101-000000.89abcdef.tar',
    'camilan-before-0019_before.tar',
    'camilan-before-0019_before.89abcdef.tar',
    'camilan-20261101.0123abcd.tar',
    'foto.tar',
  ]
  for (const [index, name] of names.entries()) {
    await writeFile(path.join(own, name), '')
    await utimes(path.join(own, name), index, index)
  }
  const ahead = 'camilan-20290101-000000.0123abcd.tar'
  const deleted = [ahead, ...names.slice(0, 2), 'camilan-before-0022_backups.0123abcd.tar']
  expect(await pruneBackups(own, '0123abcd', 1, new Date('2026-11-04'))).toEqual(deleted)
  expect((await readdir(own)).sort()).toEqual(names.filter((name) => !deleted.includes(name)).sort())
})
