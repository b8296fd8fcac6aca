/**
 * The encoded pictures of the samples, made once for each version of the drawings and of the encoder, because encoding them
 * takes a minute. They are kept in `node_modules/.cache`, which `npm ci` empties.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { imageWidths } from '@camilan/contract/images'
import { hashOf } from '../media/encoding/inspect-image.ts'
import { fullSet, fullSetFile, previewFile, widthFile } from '../media/files/image-files.ts'
import { openMediaStore } from '../media/files/media-store.ts'
import { withBuildLock } from '../platform/pages/build-lock.ts'
import { sampleProducts } from '../products/samples/sample-products.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const cache = path.join(root, 'node_modules/.cache/sample-pictures')
/** In pixels. */
const tinyWidth = 32
/** The inputs that decide the bytes of the files, besides the drawings. */
const encoder = [
  ...['server/src/media/encoding/encode-image.ts', 'server/src/media/files/image-files.ts', 'contract/src/images.ts'],
  'node_modules/sharp/package.json',
]

/**
 * Put the pictures of the samples into the folder of a shop before its start, as if a former process had been killed after
 * encoding: the shop finds them and encodes nothing. They have a few pixels, which a browser decodes and draws at
 * almost no cost. Addresses, requests and shapes on the page stay the same.
 * @param isWhole  whether the files of the sample with this slug have all their pixels
 */
export async function addSamplePictures(dataDir: string, isWhole: (slug: string) => boolean = () => false) {
  const media = path.join(dataDir, 'media')
  await mkdir(media, { recursive: true })
  const sources = await Promise.all(encoder.map((file) => readFile(path.join(root, file))))
  for (const { slug } of sampleProducts) {
    const drawing = await readFile(path.join(root, 'server/src/products/samples', `${slug}.svg`))
    const size = isWhole(slug) ? 'whole' : 'tiny'
    const version = hashOf(Buffer.concat([...sources, drawing])).slice(0, 16)
    const folder = await kept(`${slug}-${size}-${version}`, (made) => encode(drawing, size, made))
    for (const name of await readdir(folder)) await copyFile(path.join(folder, name), path.join(media, name))
  }
}

/** The folder of this name in the cache. If it is missing, only one of several simultaneous processes makes it. */
async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cache, name)
  const isMade = async () => (await readdir(cache)).includes(name)
  await mkdir(cache, { recursive: true })
  if (await isMade()) return folder
  await withBuildLock(cache, async () => {
    if (await isMade()) return
    const unfinished = await mkdtemp(path.join(cache, 'unfinished-'))
    await make(unfinished)
    await rename(unfinished, folder)
  })
  return folder
}

/** Like the jobs of the shop. */
async function encode(drawing: Buffer, size: 'whole' | 'tiny', folder: string): Promise<void> {
  const { encodeFullSet, encodeImage } = await import('../media/encoding/encode-image.ts')
  const { default: sharp } = await import('sharp')
  const tiny = () => sharp(drawing).resize(tinyWidth).flatten({ background: 'white' }).png().toBuffer()
  const store = await openMediaStore(folder)
  const hash = hashOf(drawing)
  const { widths, preview } = await encodeImage(await (size === 'tiny' ? tiny() : drawing))
  for (const { width, content } of widths) await store.put(widthFile(hash, width), content)
  await store.put(previewFile(hash), preview)
  const source = await readFile(path.join(folder, widthFile(hash, Math.max(...imageWidths))))
  for await (const { file, content } of encodeFullSet(source, fullSet)) {
    await store.put(fullSetFile(hash, file), content)
  }
}
