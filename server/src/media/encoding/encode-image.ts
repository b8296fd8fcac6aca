import { type FullSetFormat, type ImageWidth, imageWidths, maxImagePixels } from '@camilan/contract/images'
import sharp, { type Sharp } from 'sharp'
import type { FullSetFile } from '../files/image-files.ts'

sharp.concurrency(1) // further pictures are decoded in other processes at the same time
sharp.cache(false) // no picture is decoded twice

/** Every file is made from the picture at this width. */
const sourceWidth = Math.max(...imageWidths) as ImageWidth
const maxPreviewBytes = 300_000
/** The quality of an AVIF for a list of products on a phone: up to 158 CSS pixels wide, at three device pixels each. */
const maxCardBytes = 20_000
const maxCardWidth = 480
/** The full set is made from the basic file of the greatest width. */
const basicQuality = { source: 90, others: 78 }
/** The size that link previews show without cropping. */
const previewSize = { width: 1200, height: 630 }
/** The background colour of the shop's pages. It replaces transparency, which JPEG does not have. */
const previewBackground = '#FFF8EC'

/** The basic files of a picture: WebP by the widths of `imageWidths`, and the JPEG for link previews. */
export interface EncodedImage {
  widths: { width: ImageWidth; content: Uint8Array }[]
  preview: Uint8Array
  /** Those of `colorsOf`. */
  colors: string
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
 * Encode the basic files of a picture: upright, without metadata, only the first frame of an animation. Pictures are not
 * enlarged. The height is at most twice the named width, because WebP allows 16,383 pixels.
 * @throws {UnusableImage} over 40 megapixels according to its header, or not completely decodable
 */
export async function encodeImage(bytes: Buffer): Promise<EncodedImage> {
  const picture = await decode(bytes)
  const widths: EncodedImage['widths'] = []
  for (const width of imageWidths) {
    const quality = width === sourceWidth ? basicQuality.source : basicQuality.others
    widths.push({ width, content: await fitInto(picture(), width).webp({ quality, effort: 2 }).toBuffer() })
  }
  return { widths, preview: await encodePreview(picture()), colors: await colorsOfPixels(picture) }
}

export interface EncodedFile {
  file: FullSetFile
  content: Uint8Array
}

/**
 * Encode files of the full set, one after the other.
 * @param source  the basic file of the greatest width
 * @throws {UnusableImage} not completely decodable
 */
export async function* encodeFullSet(source: Buffer, files: readonly FullSetFile[]): AsyncGenerator<EncodedFile> {
  const picture = await decode(source)
  /** A picture narrower than two of the widths has the same content in both. */
  let last: { key: string; content: Buffer } | undefined
  for (const file of files) {
    // A square shows the middle of a wide picture: its height has to be enough for the named width.
    const size = { width: file.width, height: file.width, fit: 'outside', withoutEnlargement: true } as const
    const { data, info } = await picture().resize(size).raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const settings = file.format === 'avif' ? avifSettings(file.width) : webpSettings
    const key = JSON.stringify([width, height, file.format, settings])
    if (last?.key !== key) {
      const pixels = () => sharp(data, { raw: { width, height, channels } })
      last = { key, content: await encodeFile(pixels, file.format, settings) }
    }
    yield { file, content: last.content }
  }
}

/**
 * The colours of the upper, the middle and the lower third of a picture, for the time until it is loaded: three hexadecimal
 * digits each. Empty for one with transparent parts, behind which they would stay.
 * @throws {UnusableImage} not completely decodable
 */
export async function colorsOf(source: Buffer): Promise<string> {
  return colorsOfPixels(await decode(source))
}

async function colorsOfPixels(picture: () => Sharp): Promise<string> {
  const { hasAlpha } = await picture().metadata()
  const alpha = hasAlpha ? await picture().extractChannel('alpha').raw().toBuffer() : Buffer.of()
  if (alpha.some((value) => value < 255)) return ''
  const thirds = picture().resize({ width: 1, height: 3, fit: 'fill' }).removeAlpha().toColourspace('srgb')
  return Array.from(await thirds.raw().toBuffer(), (value) => Math.round(value / 17).toString(16)).join('')
}

interface FileSettings {
  quality: number
  effort: number
  maxBytes?: number
}

/** The effort of a job: with 6, drawings and small photos are a tenth smaller than with 2. */
const webpSettings: FileSettings = { quality: 78, effort: 6 }

/** A higher effort than 2 makes files that are 5 % smaller, and takes eight times as long. */
function avifSettings(width: number): FileSettings {
  if (width <= maxCardWidth) return { quality: 52, effort: 2, maxBytes: maxCardBytes }
  // Only screens with small pixels choose the great widths, and a lower quality can't be seen there.
  return { quality: width < 960 ? 52 : 45, effort: 2 }
}

async function encodeFile(
  picture: () => Sharp,
  format: FullSetFormat,
  { quality, effort, maxBytes = Number.POSITIVE_INFINITY }: FileSettings,
): Promise<Buffer> {
  const content = await picture().toFormat(format, { quality, effort }).toBuffer()
  const lower = quality - 7
  if (content.length <= maxBytes || lower < 1) return content
  return encodeFile(picture, format, { quality: lower, effort, maxBytes })
}

/** The picture in memory at its greatest width, as the source of every size. */
async function decode(bytes: Buffer): Promise<() => Sharp> {
  const input = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, input).metadata().catch(throwUnreadable)
  if (header.width * header.height > maxImagePixels) throw new UnusableImage('too many pixels')
  const upright = sharp(bytes, input).autoOrient()
  const { data, info } = await fitInto(upright, sourceWidth)
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
