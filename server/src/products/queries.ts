import type { ProductBatch } from '@camilan/contract/catalog'
import { factFields } from '@camilan/contract/food-form'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'
import { batchesOfProduct } from './batches.ts'
import { type Promotion, priceAt, promotionAt, regularPriceAt } from './price-at.ts'

export const productColumns = [
  'id',
  'name',
  'price',
  'price_steps',
  'stock',
  'category',
  'packaging',
  'weight',
  'description',
  'image',
  'more_images',
  'low_stock_at',
  'net_weight_grams',
  'packing_grams',
  'cost_price',
  'is_visible',
  ...factFields,
  'parts',
  'group_id',
  'sold_count',
  'updated_at',
] as const satisfies (keyof Products)[]

type StoredRow = Pick<Selectable<Products>, (typeof productColumns)[number]>
/** `batches`: closed ones too; missing where they are not read. `price` is what buyers pay now where `promotion` is there, else what the product costs without the plans for a time. */
export type ProductRow = StoredRow & { promotion?: Promotion | null | undefined; batches?: ProductBatch[] | null }

/** What can be sold of a product: its own stock, or that of a hamper's parts. */
export const stockOf = (table = 'products') => sql<number>`(case when ${sql.ref(`${table}.parts`)} is null
  then ${sql.ref(`${table}.stock`)} else hamper_stock(${sql.ref(`${table}.parts`)}) end)`

const otherColumns = productColumns.filter((column) => column !== 'price' && column !== 'stock')

/** For those who write products: `price` is the one that the seller's form shows and writes. */
export const regularColumns = (now: Date) =>
  [...otherColumns, regularPriceAt(now).as('price'), stockOf().as('stock')] as const

const sortedColumns = ['name_key', 'created_at', 'place', 'search_text', 'archived_at', 'goes_with'] as const
type Read = ProductRow & Pick<Selectable<Products>, (typeof sortedColumns)[number]> & { regular_price: number }

/**
 * All products as they are at a moment. `asked`: `price` is what buyers pay; else what the seller's form shows. The price of a
 * row that is only counted or filtered is not read.
 */
export function productsAt(now: Date, { asked }: { asked: boolean }) {
  const columns = [...otherColumns, ...sortedColumns].map((column) => sql.ref(`products.${column}`))
  return sql<Read>`(
    select ${sql.join(columns)}, ${asked ? priceAt(now) : regularPriceAt(now)} as price, products.price as regular_price,
      ${stockOf()} as stock,
      ${asked ? promotionAt(now) : sql`null::jsonb`} as promotion
    from products
  )`.as('products')
}

/** The fields that an audit entry compares, in the order in which it lists them. */
export const auditedFields = [
  'name',
  'price',
  'price_steps',
  'stock',
  'low_stock_at',
  'category',
  'packaging',
  'weight',
  'net_weight_grams',
  'packing_grams',
  'description',
  'image',
  'more_images',
  'is_visible',
  'cost_price',
  ...factFields,
  'parts',
] as const satisfies (keyof ProductRow)[]

/** The audited values of a product. A hamper has no stock that a person could count. */
export const auditedOf = <Row extends Pick<ProductRow, 'parts' | 'stock'>>(row: Row) => ({
  ...row,
  stock: row.parts === null ? row.stock : null,
})

/** Undefined also for an archived product. */
export function findProduct(db: Db, id: string, now: Date): Promise<ProductRow | undefined> {
  return unarchived(db).select(regularColumns(now)).where('id', '=', id).executeTakeFirst()
}

export type RowOnPage = ProductRow & { sizes: SizeRow[] | null; contents: ContentsRow[] | null }

/** Undefined also for a hidden product. */
export function findProductOnSale(db: Db, id: string, now: Date): Promise<RowOnPage | undefined> {
  return onSale(db, now)
    .select(askedColumns)
    .select([sizes(now).as('sizes'), contents.as('contents'), batchesOfProduct.as('batches')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All products of a group, hidden ones too, the cheapest first. */
export function sizesOfGroup(db: Db, groupId: string | null, now: Date): Promise<SizeRow[]> {
  return db
    .selectFrom(productsAt(now, { asked: false }))
    .select([...sizeColumns, 'promotion'])
    .where('archived_at', 'is', null)
    .where('group_id', '=', groupId)
    .orderBy('price')
    .orderBy('id')
    .execute()
}

/** Of `onSale`. */
export const askedColumns = [...productColumns, 'promotion'] as const

const sizeColumns = [
  'id',
  'name',
  'price',
  'stock',
  'packaging',
  'weight',
  'net_weight_grams',
  'image',
  'parts',
] as const
export type SizeRow = Pick<ProductRow, (typeof sizeColumns)[number] | 'promotion'>

function sizeValue(column: (typeof sizeColumns)[number], now: Date) {
  if (column === 'price') return priceAt(now, 'other')
  return column === 'stock' ? stockOf('other') : sql.ref(`other.${column}`)
}

/** The products on sale of the same group, the cheapest first; null for a product without a group. */
export const sizes = (now: Date) => sql<SizeRow[] | null>`(
  select jsonb_agg(to_jsonb(size) order by size.price, size.id) from (
    select ${sql.join(sizeColumns.map((column) => sizeValue(column, now).as(column)))},
      ${promotionAt(now, 'other')} as promotion from products as other
    where other.group_id = products.group_id and other.archived_at is null and other.is_visible
  ) as size
)`

export interface ContentsRow extends Pick<ProductRow, 'name' | 'ingredients' | 'allergens'> {
  product_id: string
  quantity: number
  is_on_sale: boolean
}

/** The parts of a hamper, in the order of the seller. A deleted one is missing. Null for other products. */
const contents = sql<ContentsRow[] | null>`(
  select jsonb_agg(to_jsonb(part) - 'at' order by at) from (
    select part.at, part.product_id, part.quantity, other.name, other.ingredients, other.allergens,
      other.is_visible as is_on_sale
    from parts_of(products.parts) with ordinality as part (product_id, quantity, at)
    join products as other on other.id = part.product_id and other.archived_at is null
  ) as part
)`

/** What a hamper contains, also one that buyers don't see. */
export async function contentsOf(db: Db, id: string): Promise<ContentsRow[]> {
  const found = await unarchived(db).select(contents.as('contents')).where('id', '=', id).executeTakeFirst()
  return found?.contents ?? []
}

/** Whether orders have it, singly or in a hamper: then it can't be deleted. */
export const isOrdered = sql<boolean>`(
  exists (select from order_items where order_items.product_id = products.id)
  or exists (select from order_item_parts where order_item_parts.product_id = products.id))`

/** The fields that decide which searches find a product, besides its stock. */
export const searchedFields = ['name', 'description', 'category', 'is_visible'] as const satisfies (keyof ProductRow)[]

/** The number of pieces of each product that unpaid orders hold, those in hampers too, by the product's id. */
export async function heldByUnpaid(db: Db, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_goods', 'order_goods.order_id', 'orders.id')
    .select(['product_id', sql<number>`sum(quantity)`.as('held')])
    .where('status', '=', 'DIPROSES')
    .where('batch_id', 'is', null)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .groupBy('product_id')
    .$narrowType<{ product_id: string }>()
    .execute()
  return new Map(rows.map(({ product_id, held }) => [product_id, held]))
}

export function unarchived(db: Db) {
  return db.selectFrom('products').where('archived_at', 'is', null)
}

/** Buyers find and buy these. */
export const isOnSale = sql<boolean>`(products.archived_at is null and products.is_visible)`

export const onSale = (db: Db, now: Date) => db.selectFrom(productsAt(now, { asked: true })).where(isOnSale)
