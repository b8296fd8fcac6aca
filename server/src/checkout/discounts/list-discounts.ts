import type { AdminDiscount, AdminVoucher } from '@camilan/contract/discounts'
import { paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { DiscountSource } from '../../platform/db/db-types.ts'

/** With dates instead of the texts of the wire. */
type Row = Omit<AdminDiscount, 'created_at' | 'ended_at'> &
  Pick<AdminVoucher, 'codes' | 'combinable'> & { created_at: Date; ended_at: Date | null }

/** The newest first, those that have ended last. What each gave and brought is that of paid orders. */
async function list(db: Db, source: DiscountSource, id: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select discounts.id, name, kind, amount, least_sum, most_uses, most_uses_each, from_day::text as "from", until_day::text as until,
      category, product_ids, combinable, created_at, ended_at, used.*,
      array(
        select json_build_object('code', code, 'uses', (
          select count(*) from discount_uses join orders on orders.id = order_id
          where discount_uses.discount_id = discounts.id and code_key = key and status <> 'DIBATALKAN'))
        from discount_codes where discount_id = discounts.id order by code) as codes
    from discounts
    cross join lateral (
      select count(*) filter (where status <> 'DIBATALKAN') as uses,
        coalesce(sum(amount_idr) filter (where status = any(${paidStatuses}::order_status[])), 0)::bigint as given,
        coalesce(sum(total_price) filter (where status = any(${paidStatuses}::order_status[])), 0)::bigint as revenue
      from discount_uses join orders on orders.id = order_id where discount_id = discounts.id) as used
    where source = ${source} and (${id}::uuid is null or discounts.id = ${id})
    order by ended_at is not null, created_at desc, id`.execute(db)
  return rows
}

const present = <Shown extends Pick<Row, 'created_at' | 'ended_at'>>(row: Shown) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

export async function listDiscounts(db: Db, id: string | null = null): Promise<AdminDiscount[]> {
  return (await list(db, 'automatic', id)).map(({ codes: _, combinable: _combinable, ...row }) => present(row))
}

export async function listVouchers(db: Db, id: string | null = null): Promise<AdminVoucher[]> {
  return (await list(db, 'voucher', id)).map((row) => {
    const { name: _, ...voucher } = present(row)
    const [only, ...more] = row.codes
    return { ...voucher, code: only && more.length === 0 ? only.code : null }
  })
}
