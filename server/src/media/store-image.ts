import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { limitConcurrency } from '../platform/jobs/limit-concurrency.ts'
import { encodeImage } from './encode-image.ts'
import { UnsupportedImage } from './errors.ts'
import { allFiles } from './image-files.ts'
import { imageTypeOf } from './image-type.ts'
import type { MediaStore } from './media-store.ts'

/** Decoding 40 megapixels takes 200 to 400 MB. */
const runUpload = limitConcurrency({ running: 1, waiting: 40 })
const runDrawing = limitConcurrency({ running: 2, waiting: 100 })

/**
 * Decode an uploaded picture, encode it again in every width, and store the files under a hash of the uploaded bytes.
 * The same bytes are not encoded twice. Call it before the transaction that refers to the picture: a picture to which
 * nothing refers does no harm.
 * @param sentences.unsupported  the error for a file that is not a JPEG, PNG, GIF or WebP
 * @returns the hash, which tables store in `image`
 * @throws {UnsupportedImage} | {TooManyPixels} | {UnreadableImage} decided by the bytes
 * @throws {ShopError} UNAVAILABLE when too many pictures are waiting
 */
export async function storeImage(
  store: MediaStore,
  bytes: Buffer,
  sentences: { unsupported: string },
): Promise<string> {
  if (imageTypeOf(bytes) === undefined) throw new UnsupportedImage(sentences.unsupported)
  return runUpload(() => storeFiles(store, bytes, async () => bytes))
}

/** The same for an SVG from this repository. Never use it for an uploaded one: an SVG can refer to other files. */
export async function storeDrawing(store: MediaStore, svg: Buffer): Promise<string> {
  const rasterize = () => sharp(svg).flatten({ background: 'white' }).png({ compressionLevel: 1 }).toBuffer()
  return runDrawing(() => storeFiles(store, svg, rasterize))
}

async function storeFiles(store: MediaStore, source: Buffer, picture: () => Promise<Buffer>): Promise<string> {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 32)
  const stored = await Promise.all(allFiles(hash).map((name) => store.has(name)))
  if (stored.every(Boolean)) return hash
  for (const { name, content } of await encodeImage(await picture(), hash)) await store.put(name, content)
  return hash
}
