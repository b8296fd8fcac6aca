import { pictureSettings } from '@camilan/contract/settings'
import { sql } from 'kysely'
import { days, earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { latestStored } from '../platform/db/stored-moments.ts'
import { transact } from '../platform/db/transact.ts'
import { eachApart } from '../platform/jobs/each-apart.ts'
import { publishFullSet } from './files/full-sets.ts'
import { allFiles, hashOfFile } from './files/image-files.ts'
import { mayRemoveImages } from './files/keep-images.ts'
import type { MediaStore } from './files/media-store.ts'
import { beginRemoval, endRemoval } from './files/removal.ts'

/** The time for which the response to a repeated request may still name the picture: platform/http/idempotency.ts. */
const keptMs = days(1)
const batchSize = 500

/** Whether a picture belongs to a product, also to an archived one. */
export const isOfProduct = sql<boolean>`(
  exists (select from products where products.image = images.hash)
  or exists (select from products where products.more_images @> array[images.hash])
)`

/** The references to a picture. The items of all orders have them, too. */
const settingPictures = pictureSettings.map((name) => sql`shop_settings.settings ->> ${sql.lit(name)}`)
const isUsed = sql<boolean>`(
  exists (select from users where users.image = images.hash)
  or ${isOfProduct}
  or exists (select from order_items where order_items.image = images.hash)
  or exists (select from terms where terms.image = images.hash)
  or exists (select from shop_settings where images.hash in (${sql.join(settingPictures)}))
)`

/**
 * Delete the pictures that have had no reference for a day, and mark those that have none from now on. It can be stopped
 * between two pictures. While a backup reads the files it deletes nothing: the next run does it.
 */
export async function deleteUnusedImages(
  { db, store }: { db: Db; store: MediaStore },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await addMissingRows({ db, store }, signal)
  await findUnused(db, now, signal)
  await deleteFound({ db, store }, now, signal)
}

/** Finds files from before there were rows, and files that are newer than a restored backup of the database. */
async function addMissingRows({ db, store }: { db: Db; store: MediaStore }, signal?: AbortSignal): Promise<void> {
  const hashes = [...new Set((await store.list()).map(hashOfFile).filter((hash) => hash !== undefined))]
  for (let first = 0; first < hashes.length && !signal?.aborted; first += batchSize) {
    const rows = hashes.slice(first, first + batchSize).map((hash) => ({ hash }))
    await db
      .insertInto('images')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

async function findUnused(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  for (let last = ''; !signal?.aborted; ) {
    const batch = await db
      .selectFrom('images')
      .select('hash')
      .where('hash', '>', last)
      .orderBy('hash')
      .limit(batchSize)
      .execute()
    const end = batch.at(-1)?.hash
    if (end === undefined) return
    await db
      .updateTable('images')
      .set({ unused_since: sql`case when ${isUsed} then null else ${now}::timestamptz end` })
      .where('hash', '>', last)
      .where('hash', '<=', end)
      .where(sql<boolean>`${isUsed} = coalesce(unused_since <= ${latestStored(now)}, false)`)
      .execute()
    last = end
  }
}

async function deleteFound(
  { db, store }: { db: Db; store: MediaStore },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  let isKeptForBackup = false
  const remove = async (hash: string) => {
    if (isKeptForBackup) return
    const found = await transact(db, async (tx) => {
      if (!(await mayRemoveImages(tx))) return 'a backup runs'
      const locked = await unusedImages(tx, now).where('hash', '=', hash).forUpdate().executeTakeFirst()
      return locked && (await beginRemoval(tx, hash)) ? 'due' : 'kept'
    })
    isKeptForBackup = found === 'a backup runs'
    if (found !== 'due') return
    // After an error the lease ends by itself, because some requests may still be under way.
    await Promise.all(allFiles(hash).map((name) => store.remove(name)))
    await transact(db, async (tx) => {
      await tx.deleteFrom('images').where('hash', '=', hash).execute()
      await endRemoval(tx, hash)
      await publishFullSet(tx, 'deleted', hash)
    })
  }
  await eachApart(unusedHashes(db, now), remove, signal)
}

const unusedImages = (db: Db, now: Date) =>
  db
    .selectFrom('images')
    .select('hash')
    .where('unused_since', '<=', earlier(now, keptMs))
    .where(sql<boolean>`not ${isUsed}`)

async function* unusedHashes(db: Db, now: Date): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const batch = await unusedImages(db, now).where('hash', '>', last).orderBy('hash').limit(batchSize).execute()
    for (const { hash } of batch) yield hash
    if (batch.length < batchSize) return
    last = batch.at(-1)?.hash ?? last
  }
}
