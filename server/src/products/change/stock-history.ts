import type { AuditQuery } from '@camilan/contract/audit'
import type { StockEntry } from '@camilan/contract/catalog'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { ProductNotFound } from '../errors.ts'

interface StockHistoryRow {
  id: string
  at: Date
  kind: StockEntry['kind']
  quantity: number
  /** The remaining stock; null if unknown. */
  stock: number | null
  order_id: string | null
  actor_name: string | null
}

/**
 * One page of the changes of a product's stock, the newest first: its sales and returns from `stock_movements`, and the
 * counts of administrators from the audit entries, because only these name a person.
 * @throws {ProductNotFound} unknown or deleted
 */
export async function readStockHistory(
  db: Db,
  productId: string,
  { page, limit }: AuditQuery,
): Promise<{ rows: StockHistoryRow[]; total: number }> {
  const product = await db.selectFrom('products').select('id').where('id', '=', productId).executeTakeFirst()
  if (!product) throw new ProductNotFound()
  const entries = sql`
    select 'movement-' || id as id, moved_at as at, case when quantity < 0 then 'sold' else 'returned' end as kind,
      quantity, stock, order_id, null as actor_name
    from (
      select *, (sum(quantity) over (order by id))::int as stock from stock_movements where product_id = ${product.id}
    ) as movement
    where order_id is not null
    union all
    select 'entry-' || entry.id, at, coalesce(change.reason, 'counted'), change.after - change.before, change.after, null, actor_name
    from audit_entries as entry, lateral (
      select coalesce((value ->> 'before')::int, 0) as before, (value ->> 'after')::int as after,
        case jsonb_path_query_first(changes, '$[*] ? (@.field == "stock_reason").after') #>> '{}'
          when 'produksi' then 'produced' when 'rusak' then 'spoilt'
        end as reason
      from jsonb_array_elements(changes) where value ->> 'field' = 'stock'
    ) as change
    where subject_type = 'product' and subject_id = ${product.id} and change.after is not null`
  const { rows } = await sql<StockHistoryRow>`
    select * from (${entries}) as history order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from (${entries}) as history`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
