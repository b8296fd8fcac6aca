/**
 * The encoded pictures of the samples, made once for each version of the drawings and of the encoder. Otherwise every shop
 * that starts with samples encodes them: 10 s of CPU time at the start, and 40 s in the job that makes the full sets. They
 * are kept in `node_modules/.cache`, which `npm ci` empties.
 */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { imageWidths } from '@camilan/contract/images'
import { sampleProducts } from '../catalog/samples/sample-products.ts'
import { fullSet, fullSetFile, previewFile, widthFile } from '../media/image-files.ts'
import { hashOf } from '../media/inspect-image.ts'
import { openMediaStore } from '../media/media-store.ts'
import { withBuildLock } from '../platform/pages/build-lock.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const cache = path.join(root, 'node_modules/.cache/sample-pictures')
const samples = path.join(root, 'server/src/catalog/samples')
/** In pixels. */
const tinyWidth = 32
/** What decides about the bytes of the files, besides the drawings. */
const encoder = ['server/src/media/encode-image.ts', 'server/src/media/image-files.ts', 'contract/src/images.ts']

type SampleSlug = (typeof sampleProducts)[number]['slug']

/**
 * Put the pictures of the samples into the folder of a shop that has not been started, as if an earlier start had been
 * interrupted after it had encoded them: the shop finds them and encodes nothing. Without the full sets it is much quicker
 * in a new checkout, for shops that end before the job would have made them.
 */
export async function addSamplePictures(dataDir: string, { fullSets = true } = {}): Promise<void> {
  const drawings = await readDrawings()
  const version = await versionOf(drawings)
  const basic = await kept(`${version}-basic`, (folder) => encodeBasic(drawings, folder))
  const folders = [basic]
  if (fullSets) folders.push(await kept(`${version}-full`, (folder) => encodeFullSets(drawings, basic, folder)))
  await copyInto(dataDir, folders)
}

/**
 * The same files with pictures of a few pixels, which a browser decodes and draws at almost no cost: addresses, requests and
 * shapes on the page stay the same.
 * @param whole  the slugs of the samples whose files have all their pixels
 */
export async function addTinySamplePictures(dataDir: string, whole: readonly SampleSlug[] = []): Promise<void> {
  const drawings = await readDrawings()
  const version = await versionOf(drawings)
  const folders = [
    await kept(`${version}-${tinyWidth}px`, async (folder) => {
      await encodeBasic(drawings, folder, rasterizeTiny)
      await encodeFullSets(drawings, folder, folder)
    }),
  ]
  for (const slug of whole) {
    const made = await kept(`${version}-${slug}`, async (folder) => {
      const drawing = [await readDrawing(slug)]
      await encodeBasic(drawing, folder)
      await encodeFullSets(drawing, folder, folder)
    })
    folders.push(made)
  }
  await copyInto(dataDir, folders)
}

const readDrawing = (slug: SampleSlug): Promise<Buffer> => readFile(path.join(samples, `${slug}.svg`))
const readDrawings = (): Promise<Buffer[]> => Promise.all(sampleProducts.map(({ slug }) => readDrawing(slug)))

/** A file of a later folder replaces that of an earlier one. */
async function copyInto(dataDir: string, folders: string[]): Promise<void> {
  const media = path.join(dataDir, 'media')
  await mkdir(media, { recursive: true })
  for (const folder of folders) {
    for (const name of await readdir(folder)) await copyFile(path.join(folder, name), path.join(media, name))
  }
}

async function versionOf(drawings: Buffer[]): Promise<string> {
  const hash = createHash('sha256')
  for (const drawing of drawings) hash.update(hashOf(drawing))
  for (const source of encoder) hash.update(await readFile(path.join(root, source)))
  hash.update(await readFile(path.join(root, 'node_modules/sharp/package.json')))
  return hash.digest('hex').slice(0, 16)
}

/** The folder of this name in the cache; if it is missing, one of the processes that call it at the same time makes it. */
async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cache, name)
  const isMade = () =>
    readdir(folder).then(
      () => true,
      () => false,
    )
  if (await isMade()) return folder
  await mkdir(cache, { recursive: true })
  await withBuildLock(cache, async () => {
    if (await isMade()) return
    const unfinished = await mkdtemp(path.join(cache, 'unfinished-'))
    await make(unfinished)
    await rename(unfinished, folder)
  })
  return folder
}

/** As the start of the shop does it. */
async function encodeBasic(
  drawings: Buffer[],
  folder: string,
  toPicture?: (drawing: Buffer) => Promise<Buffer>,
): Promise<void> {
  const { encodeImage, rasterize } = await import('../media/encode-image.ts')
  const store = await openMediaStore(folder)
  await twoAtATime(drawings, async (drawing) => {
    const { widths, preview } = await encodeImage(await (toPicture ?? rasterize)(drawing))
    for (const { width, content } of widths) await store.put(widthFile(hashOf(drawing), width), content)
    await store.put(previewFile(hashOf(drawing)), preview)
  })
}

async function rasterizeTiny(svg: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(svg).resize(tinyWidth).flatten({ background: 'white' }).png().toBuffer()
}

/** As the job does it. */
async function encodeFullSets(drawings: Buffer[], basic: string, folder: string): Promise<void> {
  const { encodeFullSet } = await import('../media/encode-image.ts')
  const store = await openMediaStore(folder)
  await twoAtATime(drawings, async (drawing) => {
    const hash = hashOf(drawing)
    const source = await readFile(path.join(basic, widthFile(hash, Math.max(...imageWidths))))
    for await (const { file, content } of encodeFullSet(source, fullSet)) {
      await store.put(fullSetFile(hash, file), content)
    }
  })
}

async function twoAtATime<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const next = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all([next(), next()])
}
