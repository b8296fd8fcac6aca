/**
 * The encoded pictures of the samples, made once for each version of the drawings and of the encoder. Otherwise every shop
 * that starts with samples encodes them: 10 s of CPU time at the start, and 40 s in the job that makes the full sets. They
 * are kept in `node_modules/.cache`, which `npm ci` empties.
 */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { sampleProducts } from '../catalog/samples/sample-products.ts'
import { fullSet, fullSetFile, previewFile, widthFile } from '../media/image-files.ts'
import { hashOf } from '../media/inspect-image.ts'
import { openMediaStore } from '../media/media-store.ts'
import { withBuildLock } from '../platform/pages/build-lock.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const cache = path.join(root, 'node_modules/.cache/sample-pictures')
const samples = path.join(root, 'server/src/catalog/samples')
/** What decides about the bytes of the files, besides the drawings. */
const encoder = ['server/src/media/encode-image.ts', 'server/src/media/image-files.ts', 'contract/src/images.ts']

/**
 * Put the pictures of the samples into the folder of a shop that has not been started, as if an earlier start had been
 * interrupted after it had encoded them: the shop finds them and encodes nothing.
 */
export async function addSamplePictures(dataDir: string): Promise<void> {
  const pictures = await ensureSamplePictures()
  const media = path.join(dataDir, 'media')
  await mkdir(media, { recursive: true })
  for (const name of await readdir(pictures)) await copyFile(path.join(pictures, name), path.join(media, name))
}

/**
 * Processes that call it at the same time encode once.
 * @returns the folder with the files, which nobody may change
 */
async function ensureSamplePictures(): Promise<string> {
  const drawings = await Promise.all(sampleProducts.map(({ slug }) => readFile(path.join(samples, `${slug}.svg`))))
  const key = createHash('sha256')
  for (const drawing of drawings) key.update(hashOf(drawing))
  for (const source of encoder) key.update(await readFile(path.join(root, source)))
  key.update(await readFile(path.join(root, 'node_modules/sharp/package.json')))
  const folder = path.join(cache, key.digest('hex').slice(0, 16))
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
    await encodeAll(drawings, unfinished)
    await rename(unfinished, folder)
  })
  return folder
}

/** As the shop does it: the basic files at its start, the full set by a job. */
async function encodeAll(drawings: Buffer[], folder: string): Promise<void> {
  const { encodeFullSet, encodeImage, rasterize } = await import('../media/encode-image.ts')
  const store = await openMediaStore(folder)
  const encodeOne = async (drawing: Buffer) => {
    const hash = hashOf(drawing)
    const { widths, preview } = await encodeImage(await rasterize(drawing))
    for (const { width, content } of widths) await store.put(widthFile(hash, width), content)
    await store.put(previewFile(hash), preview)
    const source = Buffer.from(widths.at(-1)?.content ?? [])
    for await (const { file, content } of encodeFullSet(source, fullSet))
      await store.put(fullSetFile(hash, file), content)
  }
  const waiting = [...drawings]
  const encodeNext = async () => {
    for (let drawing = waiting.pop(); drawing; drawing = waiting.pop()) await encodeOne(drawing)
  }
  await Promise.all([encodeNext(), encodeNext()])
}
