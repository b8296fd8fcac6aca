import { imageWidths } from '@camilan/contract/images'
import sharp, { type Sharp } from 'sharp'
import { InvalidForm } from '../platform/errors.ts'
import { previewFile, widthFile } from './image-files.ts'

sharp.concurrency(1) // several pictures may be in work at once: see store-image.ts
sharp.cache(false) // none is decoded twice

const maxPixels = 40_000_000
const maxPreviewBytes = 300_000
/** The shape that link previews show uncut. */
const previewSize = { width: 1200, height: 630 }
/** 'Santan', the ground of the shop's pages, for what is transparent: JPEG has no such thing. */
const santan = '#FFF8EC'

interface ImageFile {
  name: string
  content: Buffer
}

/**
 * Every file of a picture (image-files.ts): upright, without metadata, of an animation the first frame.
 * A width is never enlarged, nor taller than twice what its name says, as WebP ends at 16,383 pixels.
 * @throws {InvalidForm} over 40 megapixels by its header, or not decodable to its end
 */
export async function encodeImage(bytes: Buffer, hash: string): Promise<ImageFile[]> {
  const picture = await decode(bytes)
  const files: ImageFile[] = []
  for (const width of imageWidths) {
    const content = await within(picture(), width).webp({ quality: 78, effort: 2 }).toBuffer()
    files.push({ name: widthFile(hash, width), content })
  }
  files.push({ name: previewFile(hash), content: await encodePreview(picture()) })
  return files
}

/** The picture at its greatest width, in memory, to begin from as often as needed. */
async function decode(bytes: Buffer): Promise<() => Sharp> {
  const input = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, input).metadata().catch(refuseBroken)
  if (header.width * header.height > maxPixels) {
    throw new InvalidForm({ image: 'Resolusi gambar terlalu besar. Maksimal 40 megapiksel.' })
  }
  const upright = sharp(bytes, input).autoOrient().timeout({ seconds: 20 })
  const { data, info } = await within(upright, Math.max(...imageWidths))
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseBroken)
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

function within(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
}

async function encodePreview(picture: Sharp): Promise<Buffer> {
  const preview = picture.flatten({ background: santan }).resize({ ...previewSize, fit: 'contain', background: santan })
  let quality = 84
  let jpeg = await preview.jpeg({ quality }).toBuffer()
  while (jpeg.length > maxPreviewBytes && quality > 10) {
    quality -= 12
    jpeg = await preview.clone().jpeg({ quality }).toBuffer()
  }
  return jpeg
}

function refuseBroken(): never {
  throw new InvalidForm({ image: 'Gambar tidak dapat dibaca. Pilih gambar lain.' })
}
