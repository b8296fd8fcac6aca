import type { AdminBatch } from '@camilan/contract/batches'
import { paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The last to be handed over first. */
export async function listBatches(db: Db, id: string | null = null): Promise<AdminBatch[]> {
  const { rows } = await sql<AdminBatch & { created_at: Date }>`
    select batches.id, batches.name, order_until, made_on, handed_over_on, batches.created_at,
      (select count(distinct order_id)::int from order_items join orders on orders.id = order_id
        where batch_id = batches.id and status <> 'DIBATALKAN') as orders,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'name', products.name, 'quota', quota,
          'sold', coalesce(sold, 0), 'paid', coalesce(paid, 0)) order by products.name, product_id), '[]')
        from batch_products join products on products.id = product_id
        left join lateral (
          select sum(quantity - taken_quantity) as sold,
            sum(quantity - taken_quantity) filter (where status = any(${paidStatuses}::order_status[])) as paid
          from order_items as item join orders on orders.id = order_id
          where item.batch_id = batches.id and item.product_id = batch_products.product_id and status <> 'DIBATALKAN'
        ) as counted on true
        where batch_products.batch_id = batches.id) as products
    from batches where ${id}::uuid is null or batches.id = ${id}
    order by handed_over_on desc, batches.id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
