import { imageWidths } from '@camilan/contract/images'
import sharp, { type Sharp } from 'sharp'
import { TooManyPixels, UnreadableImage } from './errors.ts'
import { previewFile, widthFile } from './image-files.ts'

sharp.concurrency(1) // several pictures may be processed at once: see store-image.ts
sharp.cache(false) // no picture is decoded twice

const maxPixels = 40_000_000
const maxPreviewBytes = 300_000
/** The size that link previews show without cropping. */
const previewSize = { width: 1200, height: 630 }
/** The background colour of the shop's pages. It replaces transparency, which JPEG does not have. */
const previewBackground = '#FFF8EC'

interface ImageFile {
  name: string
  content: Buffer
}

/**
 * Encode all files of a picture (image-files.ts): upright, without metadata, only the first frame of an animation.
 * Pictures are not enlarged. The height is at most twice the named width, as WebP allows 16,383 pixels.
 * @throws {TooManyPixels} | {UnreadableImage}
 */
export async function encodeImage(bytes: Buffer, hash: string): Promise<ImageFile[]> {
  const picture = await decode(bytes)
  const files: ImageFile[] = []
  for (const width of imageWidths) {
    const content = await fitInto(picture(), width).webp({ quality: 78, effort: 2 }).toBuffer()
    files.push({ name: widthFile(hash, width), content })
  }
  files.push({ name: previewFile(hash), content: await encodePreview(picture()) })
  return files
}

/** The picture in memory at its greatest width, as the source of every file. */
async function decode(bytes: Buffer): Promise<() => Sharp> {
  const input = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, input).metadata().catch(throwUnreadable)
  if (header.width * header.height > maxPixels) {
    throw new TooManyPixels()
  }
  const upright = sharp(bytes, input).autoOrient().timeout({ seconds: 20 })
  const { data, info } = await fitInto(upright, Math.max(...imageWidths))
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwUnreadable)
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

function fitInto(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
}

async function encodePreview(picture: Sharp): Promise<Buffer> {
  const preview = picture
    .flatten({ background: previewBackground })
    .resize({ ...previewSize, fit: 'contain', background: previewBackground })
  let quality = 84
  let jpeg = await preview.jpeg({ quality }).toBuffer()
  while (jpeg.length > maxPreviewBytes && quality > 10) {
    quality -= 12
    jpeg = await preview.clone().jpeg({ quality }).toBuffer()
  }
  return jpeg
}

function throwUnreadable(): never {
  throw new UnreadableImage()
}
