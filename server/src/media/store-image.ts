import type { FileHandle } from 'node:fs/promises'
import { transact } from '../platform/db/transact.ts'
import { ShopError } from '../platform/errors.ts'
import { countUpload } from './count-upload.ts'
import type { EncodedImage } from './encoding/encode-image.ts'
import { hasMoreScans, inspectImage } from './encoding/inspect-image.ts'
import { InvalidImage } from './files/errors.ts'
import { setLook } from './files/full-sets.ts'
import { basicFiles, previewFile, widthFile } from './files/image-files.ts'
import { keepPicture } from './files/removal.ts'
import type { Media } from './open-media.ts'

/** The account that uploads a picture. */
export interface Uploader {
  id: string
  isAdmin: boolean
}

/**
 * Decode an uploaded picture, encode its basic files, and store them under a hash of the uploaded bytes, with its colours. A
 * job makes the full set later.
 * The same bytes are not encoded twice. Call it before the transaction that refers to the picture: a picture without
 * references is deleted after a day.
 * @param upload.file  stays open
 * @param upload.unsupported  the error for a file that is not a JPEG, PNG, GIF or WebP
 * @returns the hash, which tables store in `image`
 * @throws {ShopError} UNSUPPORTED_MEDIA, decided by the bytes; UNAVAILABLE when too many pictures are waiting
 * @throws {InvalidImage} over 40 megapixels, not completely decodable, or too expensive to decode
 * @throws {TooManyUploads} the customer has uploaded too many pictures in the last hour
 */
export async function storeImage(
  media: Media,
  by: Uploader,
  { file, unsupported }: { file: FileHandle; unsupported: string },
): Promise<string> {
  const { hash, type } = await inspectImage(file)
  if (type === undefined) throw new ShopError('UNSUPPORTED_MEDIA', { sentence: unsupported })
  if (type === 'image/jpeg' && (await hasMoreScans(file, media.maxScans))) throw new InvalidImage('too expensive')
  if (!by.isAdmin) await countUpload(media, by.id, media.clock())
  const places = by.isAdmin ? media.places.administrators : media.places.customers
  await storeFiles(media, hash, {
    inPlace: (work) => media.turns.upload(() => places.run(by.id, work)),
    encode: () => media.encoder.encode(file),
    isOfShop: by.isAdmin,
  })
  return hash
}

/** The same for an SVG of the shop itself. Never use it for an uploaded one: an SVG can refer to other files. */
export async function storeDrawing(media: Media, svg: FileHandle): Promise<string> {
  const { hash } = await inspectImage(svg)
  const encode = () => media.encoder.encode(svg)
  await storeFiles(media, hash, { inPlace: media.turns.upload, encode, isOfShop: true })
  return hash
}

interface Work {
  inPlace: (work: () => Promise<void>) => Promise<void>
  encode: () => Promise<EncodedImage>
  /** A customer's photo has no colours: each process would keep those of all customers in memory. */
  isOfShop: boolean
}

async function storeFiles({ db, store }: Media, hash: string, { inPlace, encode, isOfShop }: Work): Promise<void> {
  await keepPicture(db, hash)
  const isStored = async () => (await Promise.all(basicFiles(hash).map((name) => store.has(name)))).every(Boolean)
  if (await isStored()) return
  await inPlace(async () => {
    if (await isStored()) return // stored by another upload during the wait
    const { widths, preview, colors } = await encode()
    // Before the files: whoever finds them stored, finds the colours, too.
    if (isOfShop) await transact(db, (tx) => setLook(tx, hash, { colors }))
    for (const { width, content } of widths) await store.put(widthFile(hash, width), content)
    await store.put(previewFile(hash), preview)
  })
}
