import { hash } from 'node:crypto'
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { basicFiles } from '../../media/files/image-files.ts'
import { openMediaStore } from '../../media/files/media-store.ts'
import { orderWithLiveAttempt } from '../../payments/attempts/queries.ts'
import { later } from '../../platform/clock.ts'
import { openDb } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import { rowsOfShop } from '../../testing/compare-shops.ts'
import { atDatabase, runSql } from '../../testing/databases.ts'
import { useShop } from '../../testing/make-shop.ts'
import { makePicture } from '../../testing/pictures.ts'
import { contentOf } from '../../testing/read-archive.ts'
import { startWithDemoData } from '../../testing/samples.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useDbOfSchema } from '../../testing/test-db.ts'
import { useEach } from '../../testing/use-each.ts'
import { checkBooks } from '../reports/check-books.ts'
import { readArchive, verifyArchive, writeArchive } from './file/archive.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { readQuietMark } from './quiet.ts'
import { restoreBackup } from './restore-backup.ts'

const shop = useShop()
const old = useDbOfSchema()
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
})
afterAll(() => rm(folder, { recursive: true }))
const ani = useEach(() => shop.customer())

const newFile = () => path.join(folder, `${++count}.tar`)
const backUp = async (connection = shop.connection) =>
  makeBackup({ connection, store: shop.media.store }, { file: newFile() }, shop.clock())

/** A new database without tables and an empty folder for pictures. */
async function emptyShop() {
  const name = `restored_${process.pid}_${++count}`
  const connection = atDatabase(shop.connection, name)
  await runSql(shop.connection, `create database ${name}`)
  const { db, close } = openDb(connection)
  const pictures = await mkdtemp(path.join(folder, 'media-'))
  const store = await openMediaStore(pictures)
  onTestFinished(async () => {
    await close()
    await runSql(shop.connection, `drop database ${name} with (force)`)
  })
  return { connection, store, db, pictures }
}

async function restore(target: Awaited<ReturnType<typeof emptyShop>>, file: string) {
  await restoreBackup(target, { file, manifest: await verifyArchive(file) }, shop.clock())
}

async function withPicture(width: number): Promise<string> {
  return storePicture(shop.media, await makePicture({ width }))
}

test('every row and picture is restored, the books are consistent, and new rows get new numbers', async () => {
  const [ofProduct, second, ofUser] = await Promise.all([withPicture(61), withPicture(65), withPicture(62)])
  const nastar = await shop.product({
    image: ofProduct,
    more_images: [second],
    price: 40_000,
    name: 'Nastar "Keju"\t\\N; 50 % 🍪',
  })
  await shop.db
    .updateTable('users')
    .set({ image: ofUser, address: 'Jl. Melati\nNo. 1' })
    .where('id', '=', ani.id)
    .execute()
  await ani.buy(nastar, 3)
  const paid = await shop.paidOrder(ani)
  await ani.addToCart(nastar, 2)
  await shop.admin()

  const backup = await backUp()
  expect(backup.missingPictures).toEqual([])
  const target = await emptyShop()
  await restore(target, backup.file)

  expect(await rowsOfShop(target.db)).toEqual(await rowsOfShop(shop.db))
  expect(await checkBooks(target.db, shop.clock())).toEqual([])
  const files = await readdir(target.pictures)
  expect(files.length).toBe(backup.manifest.pictures.length)
  expect(files).toEqual(expect.arrayContaining(basicFiles(second)))
  for (const name of files) expect(await target.store.get(name)).toEqual(await shop.media.store.get(name))
  expect(await readQuietMark(target.db)).toEqual({ madeAt: shop.clock() })
  // The triggers are on again, and an identity column continues after its highest number.
  await target.db.updateTable('products').set({ stock: 5 }).where('id', '=', nastar.id).execute()
  expect(await checkBooks(target.db, shop.clock())).toEqual([])
  await target.db
    .insertInto('order_history')
    .values({ order_id: paid, status: 'DIKIRIM', actor: 'admin', at: shop.clock() })
    .execute()
})

test('settings are restored, also into a shop that has its tables; changed settings keep it from being empty', {
  tags: 'thorough',
}, async () => {
  const sari = await shop.admin()
  await setSettings(sari, { shop_name: 'Dapur Bu Ani', shipping_cost: 7_000 })
  onTestFinished(() => resetSettings(shop))
  const { file } = await backUp()
  const target = await emptyShop()
  await migrate(target.connection)
  await restore(target, file)
  const settingsOf = (db: typeof shop.db) =>
    db.selectFrom('shop_settings').select(['settings', 'version']).executeTakeFirst()
  expect(await settingsOf(target.db)).toEqual(await settingsOf(shop.db))

  const other = await emptyShop()
  await migrate(other.connection)
  await runSql(other.connection, `update shop_settings set settings = '{"shop_name":"Lain"}', version = 1`)
  await expect(restore(other, file)).rejects.toThrow('shop_settings (1)')
})

test('a restored shop stays without the samples that were removed, also if demo data is on', {
  tags: 'thorough',
}, async () => {
  await shop.db.updateTable('shop_settings').set({ samples_removed_at: shop.clock() }).execute()
  const { file } = await backUp()
  await shop.db.updateTable('shop_settings').set({ samples_removed_at: null }).execute()
  const target = await emptyShop()
  await restore(target, file)
  await sql`truncate products, users cascade`.execute(target.db)
  await startWithDemoData({ db: target.db, clock: shop.clock })
  const left = await target.db
    .selectFrom('products')
    .select('id')
    .unionAll(target.db.selectFrom('users').select('id'))
    .execute()
  expect(left).toEqual([])
})

test('orders that are acknowledged before a backup are in it, also while other orders are placed', {
  tags: 'thorough',
}, async () => {
  const nastar = await shop.product({ stock: 1_000, price: 40_000 })
  const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.customer()))
  const acknowledged = new Set<string>()
  let running = true
  const traffic = buyers.map(async (buyer) => {
    while (running) acknowledged.add(await buyer.buy(nastar))
  })
  await expect.poll(() => acknowledged.size).toBeGreaterThan(20)
  const before = [...acknowledged]
  const backup = await backUp()
  running = false
  await Promise.all(traffic)
  const target = await emptyShop()
  await restore(target, backup.file)
  const restored = (await target.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  expect(restored).toEqual(expect.arrayContaining(before))
  expect(await checkBooks(target.db, shop.clock())).toEqual([])
})

test('no token, key or link that gives access is in a backup', async () => {
  const { db } = shop
  const now = shop.clock()
  const secret = Buffer.from('rahasia-yang-membuka-sesuatu----')
  const resetRequest = 'minta-tautan@contoh.id'
  await db
    .insertInto('password_resets')
    .values({ token_hash: secret, user_id: ani.id, email: ani.email, created_at: now, expires_at: later(now, 1e6) })
    .execute()
  await db.insertInto('password_reset_requests').values({ email: resetRequest, requested_at: now }).execute()
  await db
    .insertInto('email_changes')
    .values({
      user_id: ani.id,
      former_email: 'lama@contoh.id',
      notified_email: 'lama@contoh.id',
      undo_token_hash: secret,
      changed_at: now,
    })
    .execute()
  const session_token_hash = hash('sha256', ani.token, 'buffer')
  const ticket = { ticket_hash: secret, query: '', expires_at: now, session_token_hash }
  await db.insertInto('export_tickets').values(ticket).execute()
  const mail = { recipient: ani.email, created_at: now, expires_at: now, next_attempt_at: now }
  const unsent = { subject: 'Kata sandi baru', text: 'https://toko/reset?token=rahasia', html: '<a>rahasia</a>' }
  await db
    .insertInto('mail_outbox')
    .values([
      { ...mail, ...unsent },
      { ...mail, subject: 'Terkirim', sent_at: now },
    ])
    .execute()

  const { file } = await backUp()
  const all = [...(await contentOf(file)).values()].map((bytes) => bytes.toString('latin1')).join('\n')
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  expect(sessions.length).toBeGreaterThan(0)
  for (const bytes of [secret, ...sessions.map(({ token_hash }) => token_hash)]) {
    expect(all).not.toContain(bytes.toString('hex'))
  }
  for (const text of ['rahasia', resetRequest, 'Kata sandi baru']) expect(all).not.toContain(text)
  expect(all).toContain('Terkirim')

  const target = await emptyShop()
  await restore(target, file)
  const counts = await Promise.all(
    (['sessions', 'password_resets', 'password_reset_requests', 'export_tickets'] as const).map((table) =>
      target.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst(),
    ),
  )
  expect(counts).toEqual(counts.map(() => ({ count: 0 })))
  // The former e-mail stays reserved, but its link no longer works.
  const change = await target.db.selectFrom('email_changes').selectAll().executeTakeFirstOrThrow()
  expect(change.former_email).toBe('lama@contoh.id')
  expect(change.undo_token_hash.equals(secret)).toBe(false)
  for (const table of ['email_changes', 'mail_outbox', 'password_resets', 'export_tickets'] as const) {
    await db.deleteFrom(table).execute()
  }
})

test('only the owner can read a backup, and its folder holds no other file', async () => {
  const own = await mkdtemp(path.join(folder, 'own-'))
  const file = path.join(own, 'new', 'shop.tar')
  await makeBackup({ connection: shop.connection, store: shop.media.store }, { file }, shop.clock())
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
  expect(await readdir(path.dirname(file))).toEqual(['shop.tar'])
})

test('a backup that is stopped or fails leaves no file, and an existing file is not overwritten', async () => {
  const deps = { connection: shop.connection, store: shop.media.store }
  const own = await mkdtemp(path.join(folder, 'own-'))
  const file = path.join(own, 'shop.tar')
  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('stopped'))
  await expect(makeBackup(deps, { file, onProgress, signal: stop.signal }, shop.clock())).rejects.toThrow('stopped')
  await shop.product({ image: await withPicture(63) })
  const broken = { ...shop.media.store, get: () => Promise.reject(new Error('the disk is broken')) }
  await expect(makeBackup({ ...deps, store: broken }, { file }, shop.clock())).rejects.toThrow('the disk is broken')
  expect(await readdir(own)).toEqual([])
  await writeFile(file, 'other')
  await expect(makeBackup(deps, { file }, shop.clock())).rejects.toThrow(/exists already/)
  expect(await readFile(file, 'utf8')).toBe('other')
})

describe('an archive is refused', () => {
  let whole: Backup
  beforeAll(async () => {
    whole = await backUp()
  })
  async function refused(change: (file: string, size: number) => Promise<void>): Promise<void> {
    const copy = newFile()
    await copyFile(whole.file, copy)
    await change(copy, whole.bytes)
    await expect(verifyArchive(copy)).rejects.toThrow(/is damaged, and nothing was restored/)
  }

  test.each([0.05, 0.3, 0.5, 0.8, 0.97])('with a changed byte at %d of its length', (part) =>
    refused(async (file, size) => {
      const handle = await open(file, 'r+')
      const { buffer } = await handle.read(Buffer.alloc(1024), 0, 1024, Math.floor(size * part))
      // A byte of content, because the padding between entries is all zero.
      const at = buffer.findIndex((byte) => byte !== 0)
      await handle.write(Buffer.from([(buffer[at] ?? 0) ^ 1]), 0, 1, Math.floor(size * part) + at)
      await handle.close()
    }),
  )

  test.each([0, 0.3, 0.9, 0.99])('that was cut off at %d of its length', (part) =>
    refused((file, size) => truncate(file, Math.floor(size * part))),
  )

  test('whose manifest has another hash', () =>
    refused(async (file) => {
      const bytes = await readFile(file)
      const year = bytes.lastIndexOf('"made_at": "2026') + '"made_at": "'.length
      bytes.write('2025', year)
      await writeFile(file, bytes)
    }))

  test('that is no archive', () => refused((file) => writeFile(file, 'x'.repeat(5_000))))
})

describe('a restore is refused', () => {
  test('into a shop that has rows', async () => {
    const { file } = await backUp()
    const target = await emptyShop()
    await migrate(target.connection)
    await runSql(
      target.connection,
      `insert into login_failures (email_key, address, failed_at) values ('a', 'b', now())`,
    )
    await expect(restore(target, file)).rejects.toThrow(/not empty: there are rows in login_failures \(1\)\./)
    await restore(await emptyShop(), file)
    await expect(restore({ ...target, connection: shop.connection }, file)).rejects.toThrow(
      /shop runs on this database/,
    )
  })

  test('of a backup that a newer release made, or one with other migrations', async () => {
    const { file, manifest } = await backUp()
    const target = await emptyShop()
    const [first, ...others] = manifest.migrations
    if (!first) throw new Error('no migration')
    for (const migrations of [
      [...manifest.migrations, { ...first, number: (manifest.migrations.at(-1)?.number ?? 0) + 1, name: 'newer' }],
      [{ ...first, checksum: '0'.repeat(64) }, ...others],
    ]) {
      await expect(
        restoreBackup(target, { file, manifest: { ...manifest, migrations } }, shop.clock()),
      ).rejects.toThrow(/This release does not have the migration/)
    }
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(target.db)
    expect(rows).toEqual([])
  })

  test('of a release before 0.3.0, whose tables this release does not know', async () => {
    const { file, manifest } = await backUp()
    const migrations = [{ number: 31, name: 'orders_counted', checksum: '0'.repeat(64) }]
    await expect(
      restoreBackup(await emptyShop(), { file, manifest: { ...manifest, app: '0.2.0', migrations } }, shop.clock()),
    ).rejects.toThrow(/Release 0\.2\.0 made this backup: restore it with release 0\.3\.0/)
  })

  test('into tables that are newer than the backup', { tags: 'thorough' }, async () => {
    const { file } = await backUp(old.connection)
    const target = await emptyShop()
    await migrate(target.connection)
    await expect(restore(target, file)).rejects.toThrow(/tables of this empty database are newer than the backup/)
  })

  test('of a table with another number of rows, or a picture whose name leads elsewhere; the shop stays empty', {
    tags: 'thorough',
  }, async () => {
    const { file, manifest } = await backUp()
    const target = await emptyShop()
    const tables = manifest.tables.map((part) => (part.table === 'users' ? { ...part, rows: part.rows + 1 } : part))
    await expect(restoreBackup(target, { file, manifest: { ...manifest, tables } }, shop.clock())).rejects.toThrow(
      /^users: \d+ rows were restored instead of \d+$/,
    )

    const crafted = newFile()
    const archive = writeArchive(crafted, shop.clock())
    await readArchive(file, async (name, content) => archive.add(name, await buffer(content)))
    await archive.add('pictures/../berkas', Buffer.from('x'))
    await archive.finish()
    await expect(restoreBackup(target, { file: crafted, manifest }, shop.clock())).rejects.toThrow(
      '../berkas is not the name of a picture',
    )
    expect(await readdir(folder)).not.toContain('berkas')
    expect(await target.db.selectFrom('users').select('id').execute()).toEqual([])
  })
})

test('an error in the middle leaves an empty shop, into which the backup can be restored', async () => {
  await shop.product({ image: await withPicture(64) })
  const { file, manifest } = await backUp()
  const target = await emptyShop()
  const full = { ...target.store, put: () => Promise.reject(new Error('the disk is full')) }
  await expect(restoreBackup({ ...target, store: full }, { file, manifest }, shop.clock())).rejects.toThrow(
    'disk is full',
  )
  await restore(target, file)
  expect(await rowsOfShop(target.db)).toEqual(await rowsOfShop(shop.db))
})

test('a backup of release 0.3.0, which had its migrations one by one, gets the missing ones, and the shop is quiet', async () => {
  const { file, manifest } = await backUp(old.connection)
  const [schema] = manifest.migrations
  if (!schema) throw new Error('no migration')
  const target = await emptyShop()
  const earlier = [
    { ...schema, number: 1, name: 'shop' },
    { ...schema, name: 'last_one' },
  ]
  await restoreBackup(target, { file, manifest: { ...manifest, migrations: earlier } }, shop.clock())
  expect(await migrate(target.connection)).toEqual([])
  expect(await readQuietMark(target.db)).toBeDefined()
})

test('a restored payment that was never sent counts as sent: the buyer may have opened it after the backup', {
  tags: 'thorough',
}, async () => {
  const sari = await shop.admin()
  const { id: product_id } = await shop.product({ price: 40_000 })
  const items = [{ product_id, quantity: 1 }]
  const body = { name: 'Bu Rini', phone: '081234567890', city: 'Depok', address: 'Jl. Melati 1', items }
  const entered = await sari.ask<{ order_id: string }>('POST', '/admin/orders', { body })
  const isSent = async (db: typeof shop.db) => (await orderWithLiveAttempt(db, entered.body.data.order_id))?.is_sent
  expect(await isSent(shop.db)).toBe(false)
  const { file } = await backUp()
  const target = await emptyShop()
  await restore(target, file)
  expect(await isSent(target.db)).toBe(true)
})
