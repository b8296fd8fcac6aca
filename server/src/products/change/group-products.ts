import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { ProductNotFound } from '../errors.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_006

/**
 * Make a product and these others the sizes of one thing, instead of the sizes that the product had. One that belonged to
 * another group leaves it. A second call changes nothing.
 * @throws {ProductNotFound} one of them is unknown or archived
 */
export function groupProducts(
  db: Db,
  by: Administrator,
  { id, others }: { id: string; others: readonly string[] },
  now: Date,
): Promise<void> {
  return transact(db, async (tx) => {
    // Of two changes at once the second reads the sizes of the first.
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
    const wanted = [...new Set([id, ...others].map((one) => one.toLowerCase()))]
    const isNamed = sql<boolean>`id = any(${wanted}::uuid[])`
    const locked = await tx
      .selectFrom('products')
      .select(['id', 'group_id'])
      .where('archived_at', 'is', null)
      .where(sql<boolean>`(${isNamed} or group_id = (select group_id from products where id = ${id}))`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const named = locked.filter((product) => wanted.includes(product.id))
    if (named.length < wanted.length) throw new ProductNotFound()
    const group =
      wanted.length > 1 ? (named.find((one) => one.id === id.toLowerCase())?.group_id ?? randomUUID()) : null
    for (const product of locked) {
      const after = wanted.includes(product.id) ? group : null
      if (after === product.group_id) continue
      await tx.updateTable('products').set({ group_id: after }).where('id', '=', product.id).execute()
      const changes = [{ field: 'group_id', before: product.group_id, after }]
      await recordChange(tx, by, { type: 'product', id: product.id }, { action: 'changed', changes }, now)
    }
    await publishMembershipChange(tx)
    await publishCatalogChange(tx)
  })
}
