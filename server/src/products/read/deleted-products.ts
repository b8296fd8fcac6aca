import type { AuditQuery } from '@camilan/contract/audit'
import { sql } from 'kysely'
import { earlier, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { restorableMs } from './restore-product.ts'

export interface DeletedRow {
  id: string
  name: string
  price: number
  image: string | null
  deleted_at: Date
  /** Null: at any time. */
  restorable_until: Date | null
}

/** One page of the products that `restoreProduct` brings back, the last deleted first, and their number. */
export async function readDeletedProducts(
  db: Db,
  { page, limit }: AuditQuery,
  now: Date,
): Promise<{ rows: DeletedRow[]; total: number }> {
  const deleted = sql`
    select id, name, price, image, archived_at as deleted_at, false as is_gone
    from products where archived_at is not null
    union all
    select * from (
      select distinct on (subject_id) subject_id::uuid, former ->> 'name', (former ->> 'price')::int, former ->> 'image', at, true
      from audit_entries, lateral (
        select jsonb_object_agg(value ->> 'field', value -> 'before') as former from jsonb_array_elements(changes)
      ) as entry
      where subject_type = 'product' and action = 'deleted' and at > ${earlier(now, restorableMs)}
        and not exists (select from products where id::text = subject_id)
      order by subject_id, at desc
    ) as gone`
  const { rows } = await sql<Omit<DeletedRow, 'restorable_until'> & { is_gone: boolean; total: number }>`
    select *, count(*) over () as total from (${deleted}) as deleted
    order by deleted_at desc, id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return {
    rows: rows.map(({ is_gone, total: _, ...row }) => ({
      ...row,
      restorable_until: is_gone ? later(row.deleted_at, restorableMs) : null,
    })),
    total: rows[0]?.total ?? 0,
  }
}
