import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { ShopError } from '../platform/errors.ts'
import { limitConcurrency } from '../platform/jobs/limit-concurrency.ts'
import { encodeImage } from './encode-image.ts'
import { allFiles } from './image-files.ts'
import { imageTypeOf } from './image-type.ts'
import type { MediaStore } from './media-store.ts'

/** One of 40 megapixels takes 200 to 400 MB while it is decoded. */
const uploads = limitConcurrency({ running: 1, waiting: 40 })
const drawings = limitConcurrency({ running: 2, waiting: 100 })

/**
 * Decode an uploaded picture, write it anew in every width and keep that under a hash of the bytes given.
 * The same bytes again are recognised and not encoded twice. Call it before the transaction that will refer to the
 * picture: one that nothing refers to does no harm.
 * @param sentences.unsupported  what to say of a file that is no JPEG, PNG, GIF or WebP
 * @returns the hash, which is what a table keeps in `image`
 * @throws {ShopError} UNSUPPORTED_MEDIA by the bytes; UNAVAILABLE when too many pictures are waiting
 * @throws {InvalidForm} over 40 megapixels, or not decodable to its end
 */
export async function storeImage(
  store: MediaStore,
  bytes: Buffer,
  sentences: { unsupported: string },
): Promise<string> {
  if (imageTypeOf(bytes) === undefined) throw new ShopError('UNSUPPORTED_MEDIA', { sentence: sentences.unsupported })
  return uploads(() => keep(store, bytes, async () => bytes))
}

/** The same for an SVG of the shop's own; never for one that somebody sent, as an SVG can refer to other files. */
export async function storeDrawing(store: MediaStore, svg: Buffer): Promise<string> {
  const rasterize = () => sharp(svg).flatten({ background: 'white' }).png({ compressionLevel: 1 }).toBuffer()
  return drawings(() => keep(store, svg, rasterize))
}

async function keep(store: MediaStore, source: Buffer, picture: () => Promise<Buffer>): Promise<string> {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 32)
  const kept = await Promise.all(allFiles(hash).map((name) => store.has(name)))
  if (kept.every(Boolean)) return hash
  for (const { name, content } of await encodeImage(await picture(), hash)) await store.put(name, content)
  return hash
}
