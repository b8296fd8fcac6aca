/** What of a batch's quotas is sold, for statements. The table is written by `checkout/batches`. */
import { takesOrders } from '@camilan/contract/batch-values'
import type { ProductBatch } from '@camilan/contract/catalog'
import type { Selectable } from 'kysely'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Batches } from '../platform/db/db-types.ts'
import { ShopError } from '../platform/errors.ts'

/** Pieces of orders that are not cancelled: every end of an order, and what is taken out of it, gives the quota back. */
export const soldInBatch = (batchId: Expression<unknown>, productId: Expression<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(item.quantity - item.taken_quantity), 0)::int
  from order_items as item join orders as ordered on ordered.id = item.order_id
  where item.batch_id = ${batchId} and item.product_id = ${productId} and ordered.status <> 'DIBATALKAN')`

const leftInBatch = sql`greatest(0, quota - ${soldInBatch(sql.ref('batch_products.batch_id'), sql.ref('batch_products.product_id'))})`

/** A `ProductBatch` of the tables `batches` and `batch_products`, where a product may be missing. */
const asJson = sql`jsonb_build_object('id', batches.id, 'name', batches.name, 'order_until', order_until,
  'handed_over_on', handed_over_on, 'left', coalesce(${leftInBatch}, 0))`

/** All batches of `products`, closed ones too. */
export const batchesOfProduct = sql<ProductBatch[] | null>`(
  select jsonb_agg(${asJson} order by handed_over_on, batches.id)
  from batch_products join batches on batches.id = batch_id where batch_products.product_id = products.id)`

/** The batch of a line, from its columns; null: it is of the stock. */
export const batchOfLine = (batchId: Expression<unknown>, productId: Expression<unknown>) => sql<ProductBatch | null>`
  case when ${batchId} is not null then (
    select ${asJson} from batches left join batch_products on batch_id = batches.id and product_id = ${productId}
    where batches.id = ${batchId}) end`

/** How many pieces can be ordered now. */
export const orderableIn = (batch: ProductBatch, now: Date): number => (takesOrders(batch, now) ? batch.left : 0)

interface Unavailable extends Pick<Selectable<Batches>, 'order_until'> {
  id: string
  batchName: string
  productId: string
  productName: string
  left: number
}

/** The product can't be ordered in the batch, or not so many of it. `data` has what is left, 0 where the batch is closed. */
export class BatchUnavailable extends ShopError<'BATCH_UNAVAILABLE'> {
  constructor(unavailable: readonly Unavailable[], now: Date) {
    const lines = unavailable.map((line) => ({ ...line, left: takesOrders(line, now) ? line.left : 0 }))
    super('BATCH_UNAVAILABLE', {
      sentence: lines.map((line) => sentenceOf(line, now)).join(' '),
      data: lines.map(({ id: batch_id, productId: product_id, left }) => ({ batch_id, product_id, left })),
    })
  }
}

function sentenceOf({ batchName, productName, left, order_until }: Unavailable, now: Date): string {
  if (!takesOrders({ order_until }, now))
    return `${batchName} sudah ditutup, jadi ${productName} tidak bisa dipesan lagi.`
  return left > 0
    ? `${productName} di ${batchName} tinggal ${left}. Kurangi jumlahnya.`
    : `${productName} di ${batchName} sudah habis.`
}
