/** Stock of orders: an order takes it when it is placed and returns it when it is cancelled. */
import { partsIn } from '@camilan/contract/product-parts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'
import { publishCatalogChange } from './catalog-change.ts'
import { OutOfStock } from './errors.ts'
import { priceAt, regularPriceAt } from './price-at.ts'
import { isOnSale } from './queries.ts'

export interface StockLine {
  productId: string
  quantity: number
  /** Of a line that takes a batch's quota, and nothing of the stock. */
  batchId: string | null
}

export const isOfStock = ({ batchId }: Pick<StockLine, 'batchId'>): boolean => batchId == null

/** The columns that an order needs of these products and of the parts of hampers among them. */
function neededProducts(db: Db, ids: Expression<string[]>, now: Date) {
  const needed = sql<string>`any(array(
    select unnest(hamper.id || array(select product_id from parts_of(hamper.parts)))
    from products as hamper where hamper.id = any(${ids})))`
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock', 'low_stock_at', 'image', 'weight', 'packaging'])
    .select([priceAt(now).as('price'), regularPriceAt(now).as('regular_price')])
    .select(['net_weight_grams', 'packing_grams', 'price_steps', 'group_id', 'parts', isOnSale.as('isSold')])
    .where('id', '=', needed)
    .where('archived_at', 'is', null)
    .orderBy('id')
}

/** They are locked by id so that two orders never deadlock. */
export const lockedProducts = (tx: Tx, ids: Expression<string[]>, now: Date) =>
  neededProducts(tx, ids, now).forNoKeyUpdate()

type LockedRow = Awaited<ReturnType<ReturnType<typeof lockedProducts>['executeTakeFirstOrThrow']>>

/** A part of a hamper, with the number of its pieces in one hamper. */
type LockedPart = LockedRow & { quantity: number }

/** A product that is locked until the transaction ends. The stock of a hamper is that of its parts. */
export interface LockedProduct extends LockedRow {
  contents: LockedPart[]
}

/** A product that is locked until the transaction ends, how much of it is ordered, and the price of the buyer's list. */
export type LockedLine = LockedProduct & StockLine & { own_price: number | null }

/** The products that are sold, with their parts. @param locked  all rows of `lockedProducts` */
export function soldProducts(locked: readonly LockedRow[]): Map<string, LockedProduct> {
  const rows = new Map(locked.map((row) => [row.id, row]))
  const sold = locked.filter(({ isSold }) => isSold).map((row) => withContents(row, rows))
  return new Map(sold.map((product) => [product.id, product]))
}

function withContents(row: LockedRow, rows: ReadonlyMap<string, LockedRow>): LockedProduct {
  const parts = partsIn(row.parts).map(({ product_id, quantity }) => ({ part: rows.get(product_id), quantity }))
  const contents = parts.flatMap(({ part, quantity }) => (part && part.parts === null ? { ...part, quantity } : []))
  if (row.parts === null) return { ...row, contents }
  const stock = Math.min(...contents.map((part) => Math.floor(part.stock / part.quantity)))
  return { ...row, contents, stock: contents.length < parts.length ? 0 : stock }
}

interface Demand extends StockLine, Pick<LockedRow, 'name' | 'stock' | 'low_stock_at'> {
  /** The names of the hampers that contain it. */
  hampers: string[]
}

/** What an order takes of the stock of each product, singly and in hampers together. */
export function demandOf(lines: readonly LockedLine[]): Demand[] {
  const demands = new Map<string, Demand>()
  for (const line of lines.filter(isOfStock)) {
    for (const good of line.parts === null ? [{ ...line, quantity: 1 }] : line.contents) {
      const { id: productId, name, stock, low_stock_at } = good
      const demand = demands.get(productId) ?? {
        productId,
        batchId: null,
        name,
        stock,
        low_stock_at,
        quantity: 0,
        hampers: [],
      }
      demand.quantity += line.quantity * good.quantity
      if (line.parts !== null) demand.hampers.push(line.name)
      demands.set(productId, demand)
    }
  }
  return [...demands.values()]
}

/** The same of a cart, without locks. Products that are not sold any more are left out. */
export async function demandOfCart(
  db: Db,
  lines: readonly (StockLine & { own_price: number | null })[],
  now: Date,
): Promise<Demand[]> {
  const ids = lines.map(({ productId }) => productId)
  const products = soldProducts(await neededProducts(db, sql`${ids}::uuid[]`, now).execute())
  return demandOf(
    lines.flatMap(({ productId, quantity, batchId, own_price }) => {
      const product = products.get(productId)
      return product ? { ...product, productId, quantity, batchId, own_price } : []
    }),
  )
}

/**
 * Call it with the products locked, so that the stock stays as it was read.
 * @throws {OutOfStock} lists every product of which there is too little, of a hamper the part
 */
export function assertInStock(lines: readonly LockedLine[]): void {
  const short = [
    ...demandOf(lines).filter(({ quantity, stock }) => quantity > stock),
    ...lines
      .filter(isOfStock)
      .flatMap((line) => (line.contents.length < partsIn(line.parts).length ? { ...line, hampers: [] } : [])),
  ]
  if (short.length === 0) return
  throw new OutOfStock(short.map(({ productId, ...line }) => ({ ...line, product_id: productId })))
}

/** The input with which `stockMove` takes an order's stock. */
export const takenStock = (orderId: string, lines: readonly StockLine[]): StockMove => movedStock(orderId, lines, -1)

function movedStock(orderId: string, lines: readonly StockLine[], sign: 1 | -1): StockMove {
  const moved = lines.filter(isOfStock)
  return {
    orderId,
    productIds: moved.map(({ productId }) => productId),
    addedQuantities: moved.map(({ quantity }) => sign * quantity),
  }
}

/** Return stock that an order had taken. The database refuses to return more than that. A batch's quota is free by itself. */
export async function returnStock(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const move = movedStock(orderId, lines, 1)
  await sql`select from products where id = any(${move.productIds}::uuid[]) order by id for no key update`.execute(tx)
  await stockMove(move).execute(tx)
  await publishCatalogChange(tx, { stockOf: lines.map(({ productId }) => productId) })
}

/** Where the goods of these lines stay away, the quotas of their batches are free all the same. */
export async function publishQuotas(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const stockOf = lines.filter((line) => !isOfStock(line)).map(({ productId }) => productId)
  if (stockOf.length > 0) await publishCatalogChange(tx, { stockOf })
}

export interface StockMove {
  orderId: string
  productIds: string[]
  addedQuantities: number[]
}

/**
 * The statement that moves the stock of an order. The database refuses to take or return it twice, or to take more than the
 * stock. Run it with the products locked, and call `publishCatalogChange`. A trigger writes the stock movement, with the
 * order's id from a setting that ends with the transaction.
 */
export function stockMove({ orderId, productIds, addedQuantities }: StockMove): RawBuilder<unknown> {
  return sql`
    update products set stock = products.stock + line.quantity
    from unnest(${productIds}::uuid[], ${addedQuantities}::int[]) as line (id, quantity),
      (select set_config('camilan.order_id', ${orderId}, true)) as setting (order_id)
    where products.id = line.id and setting.order_id is not null`
}
