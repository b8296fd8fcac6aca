/** The pictures of imported products, from the addresses in their table. */
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { imageSentences, maxImageBytes } from '@camilan/contract/images'
import { maxPictures } from '@camilan/contract/product-pictures'
import { type Selectable, sql } from 'kysely'
import { InvalidImage } from '../../media/files/errors.ts'
import type { Media } from '../../media/open-media.ts'
import { storeImage } from '../../media/store-image.ts'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { recordChange } from '../../people/audit/record-change.ts'
import { type Clock, days, earlier, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ImportPictures } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { ShopError } from '../../platform/errors.ts'
import { claimDue, type DueWork, isClaimed } from '../../platform/jobs/due-work.ts'
import { AddressRefused, type Reach, requestPublic } from '../../platform/outgoing/public-request.ts'
import { publishCatalogChange } from '../catalog-change.ts'

export const pictureWork: DueWork<'import_pictures'> = {
  table: 'import_pictures',
  key: ['id'],
  due: 'next_attempt_at',
  attempts: 'attempts',
  isOpen: sql<boolean>`image is null and problem is null`,
  longestPauseMs: hours(1),
}

export interface FetchDeps {
  db: Db
  media: Media
  clock: Clock
  reach: Reach
}

type Row = Selectable<ImportPictures>

/** How many are fetched at a time, and how often one is tried that may come later. */
const limits = { together: 4, attempts: 3 }
/** Imports are forgotten after this. */
const keptMs = days(30)

/** Fetch what is due, and give it to its products. What can't be had stays with a sentence that says why. */
export async function fetchPictures(deps: FetchDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await db.deleteFrom('product_imports').where('at', '<', earlier(clock(), keptMs)).execute()
  while (!signal.aborted) {
    const rows = await claimDue(db, pictureWork, clock(), { atMost: limits.together })
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => fetchOne(deps, row, signal)))
  }
}

async function fetchOne(deps: FetchDeps, row: Row, signal: AbortSignal): Promise<void> {
  const { db, media } = deps
  let image: string
  const file = await media.openUpload()
  try {
    await download(row.url, file, deps.reach, signal)
    image = await storeImage({ ...media, db }, await uploaderOf(db, row), {
      file,
      unsupported: imageSentences.productType,
    })
  } catch (error) {
    if (signal.aborted) return
    const { problem, isFinal } = problemOf(error)
    if (!isFinal && row.attempts < limits.attempts) return
    await db.updateTable('import_pictures').set({ problem }).where(isClaimed(pictureWork, row)).execute()
    return
  } finally {
    await file.close()
  }
  await attach(deps, row, image)
}

const uploaderOf = async (db: Db, { import_id }: Row) => {
  const { actor_id } = await db
    .selectFrom('product_imports')
    .select('actor_id')
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow()
  return { id: actor_id, isAdmin: true }
}

class PictureProblem extends Error {
  override name = 'PictureProblem'
  readonly isFinal: boolean
  constructor(sentence: string, { isFinal }: { isFinal: boolean }) {
    super(sentence)
    this.isFinal = isFinal
  }
}

async function download(url: string, file: FileHandle, reach: Reach, signal: AbortSignal): Promise<void> {
  const answer = await requestPublic({ url, method: 'GET', headers: { accept: 'image/*' } }, reach, signal)
  try {
    assertPicture(answer)
    let length = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (length + chunk.length > maxImageBytes) {
        throw new PictureProblem(imageSentences.productSize, { isFinal: true })
      }
      // At a position, because the decoder reads from the one where the file was opened.
      await file.write(chunk, 0, chunk.length, length)
      length += chunk.length
    }
  } finally {
    answer.destroy()
  }
}

function assertPicture({ statusCode: status = 0 }: IncomingMessage): void {
  if (status === 200) return
  if (status >= 300 && status < 400) {
    const sentence = 'Alamat ini mengalihkan ke alamat lain. Pakai alamat gambarnya sendiri.'
    throw new PictureProblem(sentence, { isFinal: true })
  }
  const isLater = status === 429 || status >= 500
  throw new PictureProblem(`Alamat ini menjawab ${status}, bukan gambar.`, { isFinal: !isLater })
}

function problemOf(error: unknown): { problem: string; isFinal: boolean } {
  if (error instanceof PictureProblem) return { problem: error.message, isFinal: error.isFinal }
  if (error instanceof AddressRefused) {
    return { problem: 'Alamatnya harus https:// di internet, yang bisa dibuka siapa pun.', isFinal: true }
  }
  if (error instanceof InvalidImage) return { problem: error.message, isFinal: true }
  if (error instanceof ShopError) return { problem: error.message, isFinal: error.code === 'UNSUPPORTED_MEDIA' }
  return { problem: 'Alamat ini tidak menjawab.', isFinal: false }
}

/**
 * The pictures of a product stand in the order of the table, whatever came first. What a person has done with the others
 * since, stays.
 */
async function attach({ db, clock }: FetchDeps, row: Row, image: string): Promise<void> {
  const now = clock()
  await transact(db, async (tx) => {
    const before = await tx
      .selectFrom('products')
      .select(['id', 'image', 'more_images'])
      .where('id', '=', row.product_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const present = before ? [before.image ?? [], before.more_images].flat() : []
    const isFull = present.length >= maxPictures && !present.includes(image)
    const { numUpdatedRows } = await tx
      .updateTable('import_pictures')
      .set(isFull ? { problem: noRoom } : { image })
      .where(isClaimed(pictureWork, row))
      .executeTakeFirst()
    if (!before || numUpdatedRows === 0n || isFull || present.includes(image)) return
    const [first = null, ...more] = present.toSpliced(await placeOf(tx, row, present), 0, image)
    const after = { image: first, more_images: more }
    await tx
      .updateTable('products')
      .set({ ...after, updated_at: now })
      .where('id', '=', before.id)
      .execute()
    const { actor_id, actor_name } = await tx
      .selectFrom('product_imports')
      .select(['actor_id', 'actor_name'])
      .where('id', '=', row.import_id)
      .executeTakeFirstOrThrow()
    const changes = changedFields(['image', 'more_images'], before, after)
    const by = { id: actor_id, name: actor_name }
    await recordChange(tx, by, { type: 'product', id: before.id }, { action: 'changed', changes }, now)
    await publishCatalogChange(tx, { product: before.id })
  })
}

const noRoom = `Produknya sudah punya ${maxPictures} gambar.`

/** After the pictures that precede it in the table, else before those that follow it, else the last. */
async function placeOf(tx: Tx, row: Row, present: readonly string[]): Promise<number> {
  const others = await tx
    .selectFrom('import_pictures')
    .select(['image', 'place'])
    .where('product_id', '=', row.product_id)
    .where('place', '<>', row.place)
    .execute()
  const indexes = (isWanted: (place: number) => boolean) =>
    others
      .filter(({ place }) => isWanted(place))
      .map(({ image }) => present.indexOf(image ?? ''))
      .filter((index) => index !== -1)
  const former = indexes((place) => place < row.place)
  if (former.length > 0) return Math.max(...former) + 1
  return Math.min(present.length, ...indexes((place) => place > row.place))
}
