import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'
import { markWrite } from '../platform/events/marks.ts'

/** Topic of the events about changes that visitors see in the catalogue: a product, its price, its stock. */
export const catalogTopic = 'catalog'

/** The event of a larger order names no products, because an event has a limit of 7,900 bytes. */
const maxNamedProducts = 100

const CatalogChange = z.union([
  /** Orders took or returned stock of these products. */
  z.object({ stockOf: z.array(z.string()) }),
  /** A product was created, changed or removed. */
  z.object({ product: z.string() }),
  /** The picture of these products has more files. The files that pages already name still exist. */
  z.object({ pictureOf: z.array(z.string()) }),
])
type CatalogChange = z.infer<typeof CatalogChange>

/**
 * Call it in every transaction that writes to `products`: after the commit all processes remake the answers that show the
 * change. Without a `change` they remake all.
 * @param written  the mark of the event, if another statement of the transaction writes it
 */
export async function publishCatalogChange(tx: Db | Tx, change?: CatalogChange, written?: string): Promise<void> {
  const named = change && Object.values(change).flat()
  const isLong = named !== undefined && named.length > maxNamedProducts
  const mark = written ?? randomUUID()
  if (written === undefined) await markWrite(mark).execute(tx)
  await publish(tx, { topic: catalogTopic, event: 'changed', data: isLong ? null : (change ?? null), mark })
}

/** Call it in the transaction that stores more files of a picture or changes how it is shown. */
export async function publishPictureChange(tx: Tx, image: string): Promise<void> {
  const products = await tx.selectFrom('products').select('id').where(hasPicture(image)).execute()
  if (products.length > 0) await publishCatalogChange(tx, { pictureOf: products.map(({ id }) => id) })
}

const hasPicture = (image: string) =>
  sql<boolean>`(products.image = ${image} or products.more_images @> array[${image}])`

/** The tag of every list: any product can enter it, leave it or change its place. */
export const listTag = 'product-list'
/** The tag of answers that show the best sellers. */
export const soldMostTag = 'sold-most'
/** It shows which products there are, and their names. */
export const sitemapTag = 'sitemap'
export const productTag = (id: string) => `product:${id.toLowerCase()}`

/** The tags of an event. Undefined for all tags, also for the event of another version. */
export function touchedBy(data: unknown): string[] | undefined {
  const change = CatalogChange.safeParse(data).data
  if (!change) return undefined
  if ('product' in change) return [productTag(change.product), listTag]
  return Object.values(change).flat().map(productTag)
}

/**
 * The paths of the pages that a cache in front must ask for again. Undefined for all. An order changes none of them, or a
 * busy shop would keep nothing in the cache. Nor do more files of a picture, because the files that a page names still
 * exist.
 */
export function pathsChangedBy(data: unknown): string[] | undefined {
  const change = CatalogChange.safeParse(data).data
  if (!change) return undefined
  return 'product' in change ? ['/', '/products', `/products/${change.product}`] : []
}

/** Topic of the changes of what searches find: a product was added, removed, or has other texts or another category. */
export const membershipTopic = 'catalog-membership'

/** Call it in every transaction that changes which products searches find: after the commit all processes count again. */
export function publishMembershipChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: membershipTopic, event: 'changed', data: null })
}
