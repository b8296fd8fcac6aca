import { open } from 'node:fs/promises'
import type { Media } from '../../media/open-media.ts'
import { storeDrawing } from '../../media/store-image.ts'
import { transact } from '../../platform/db/transact.ts'
import { eachApart } from '../../platform/jobs/each-apart.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { samplesWithoutPicture } from './find-samples.ts'
import { sampleProducts } from './sample-products.ts'

interface DrawDeps {
  media: Media
  log: { info(message: string): void }
}

/**
 * Give each sample its picture, one after the other, because all of them take seconds. A call after an interrupted one
 * encodes the missing ones only. A picture that an administrator has given meanwhile stays.
 */
export async function drawSamples({ media, log }: DrawDeps, signal: AbortSignal): Promise<void> {
  const slugs = new Map<string, string>(sampleProducts.map(({ name, slug }) => [name, slug]))
  const missing = await samplesWithoutPicture(media.db)
  const draw = async ({ id, name }: (typeof missing)[number]) => {
    await using drawing = await open(new URL(`${slugs.get(name)}.svg`, import.meta.url))
    const image = await storeDrawing(media, drawing)
    await transact(media.db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('products')
        .set({ image })
        .where('id', '=', id)
        .where('image', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await publishCatalogChange(tx, { product: id })
    })
  }
  await eachApart(missing, draw, signal)
  if (signal.aborted) return
  if (missing.length > 0) log.info('The pictures of the samples are drawn')
}
