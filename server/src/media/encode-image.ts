import { type ImageWidth, imageWidths } from '@camilan/contract/images'
import sharp, { type Sharp } from 'sharp'

sharp.concurrency(1) // further pictures are decoded in other processes at the same time
sharp.cache(false) // no picture is decoded twice

const maxPixels = 40_000_000
const maxPreviewBytes = 300_000
/** The size that link previews show without cropping. */
const previewSize = { width: 1200, height: 630 }
/** The background colour of the shop's pages. It replaces transparency, which JPEG does not have. */
const previewBackground = '#FFF8EC'

/** A picture in all its sizes: WebP by the widths of `imageWidths`, and the JPEG for link previews. */
export interface EncodedImage {
  widths: { width: ImageWidth; content: Uint8Array }[]
  preview: Uint8Array
}

/** Why a picture can't be encoded. */
export type ImageProblem = 'too many pixels' | 'unreadable'

export class UnusableImage extends Error {
  override name = 'UnusableImage'
  readonly problem: ImageProblem

  constructor(problem: ImageProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Encode a picture in all its sizes: upright, without metadata, only the first frame of an animation.
 * Pictures are not enlarged. The height is at most twice the named width, as WebP allows 16,383 pixels.
 * @throws {UnusableImage} over 40 megapixels according to its header, or not completely decodable
 */
export async function encodeImage(bytes: Buffer): Promise<EncodedImage> {
  const picture = await decode(bytes)
  const widths: EncodedImage['widths'] = []
  for (const width of imageWidths) {
    widths.push({ width, content: await fitInto(picture(), width).webp({ quality: 78, effort: 2 }).toBuffer() })
  }
  return { widths, preview: await encodePreview(picture()) }
}

/** An SVG of the shop itself as a PNG. Never use it for an uploaded one: an SVG can refer to other files. */
export function rasterize(svg: Buffer): Promise<Buffer> {
  return sharp(svg).flatten({ background: 'white' }).png({ compressionLevel: 1 }).toBuffer()
}

/** The picture in memory at its greatest width, as the source of every size. */
async function decode(bytes: Buffer): Promise<() => Sharp> {
  const input = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, input).metadata().catch(throwUnreadable)
  if (header.width * header.height > maxPixels) throw new UnusableImage('too many pixels')
  const upright = sharp(bytes, input).autoOrient()
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
  throw new UnusableImage('unreadable')
}
