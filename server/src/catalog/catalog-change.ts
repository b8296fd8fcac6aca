import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db, Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'
import { markWrite } from '../platform/events/marks.ts'

/** Topic of the events about changes that visitors see in the catalogue: a product, its price, its stock. */
export const catalogTopic = 'catalog'

/** A larger order says nothing about its products: an event has a limit of 7,900 bytes. */
const maxNamedProducts = 100
/** How long a page may still show the stock from before an order, or name the earlier files of a picture. */
const productGraceMs = 1_000

const CatalogChange = z.union([
  /** Orders took or returned stock of these products. */
  z.object({ stockOf: z.array(z.string()) }),
  /** A product was created, changed or removed. */
  z.object({ product: z.string() }),
  /** More files of the picture of these products exist, and those that were named before still do. */
  z.object({ pictureOf: z.array(z.string()) }),
])
type CatalogChange = z.infer<typeof CatalogChange>

/**
 * Call it in every transaction that writes to `products`: after the commit all processes make anew what shows it.
 * Without a `change`, everything.
 * @param written  the mark of the event, where another statement of the transaction writes it
 */
export async function publishCatalogChange(tx: Db | Tx, change?: CatalogChange, written?: string): Promise<void> {
  const named = change && Object.values(change).flat()
  const isLong = named !== undefined && named.length > maxNamedProducts
  const mark = written ?? randomUUID()
  if (written === undefined) await markWrite(mark).execute(tx)
  await publish(tx, { topic: catalogTopic, event: 'changed', data: isLong ? null : (change ?? null), mark })
}

/** Call it in the transaction that says that a picture has more files. */
export async function publishPictureChange(tx: Tx, image: string): Promise<void> {
  const products = await tx.selectFrom('products').select('id').where('image', '=', image).execute()
  if (products.length > 0) await publishCatalogChange(tx, { pictureOf: products.map(({ id }) => id) })
}

/** Of every list: any product can enter it, leave it or change its place. */
export const listTag = 'product-list'
/** Of what shows the products that sold most. */
export const soldMostTag = 'sold-most'
export const productTag = (id: string) => `product:${id.toLowerCase()}`

/** What an event touches; undefined for everything, as for the event of another version. */
export function touchedBy(data: unknown): { tags: string[]; graceMs: number } | undefined {
  const change = CatalogChange.safeParse(data).data
  if (!change) return undefined
  if ('stockOf' in change) return { tags: change.stockOf.map(productTag), graceMs: productGraceMs }
  if ('pictureOf' in change) return { tags: change.pictureOf.map(productTag), graceMs: productGraceMs }
  return { tags: [productTag(change.product), listTag], graceMs: 0 }
}

/**
 * The paths of the pages that a cache in front must ask for again; undefined for all. An order is no news for it: while many
 * order, nothing would stay in it. Nor is a picture with more files, as the files that a page names still exist.
 */
export function pathsChangedBy(data: unknown): string[] | undefined {
  const change = CatalogChange.safeParse(data).data
  if (!change) return undefined
  return 'product' in change ? ['/', '/products', `/products/${change.product}`] : []
}

/** Topic of the events about which products a search finds: one was added, removed, or has other texts or category. */
export const membershipTopic = 'catalog-membership'

/** Call it in every transaction that changes which products searches find: after the commit all processes count again. */
export function publishMembershipChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: membershipTopic, event: 'changed', data: null })
}
