import { maxImportListed, type ProductImport } from '@camilan/contract/product-import'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { importPicturesTopic } from './import-products.ts'

/** The last ones that are listed. */
const mostImports = 10

export async function listImports(db: Db): Promise<ProductImport[]> {
  const rows = await db
    .selectFrom('product_imports')
    .select(['id', 'at', 'actor_name', 'undone_at'])
    .select([
      sql<number>`(select count(*) from imported_products as i where import_id = product_imports.id and changes is null)`.as(
        'added',
      ),
      sql<number>`(select count(*) from imported_products as i where import_id = product_imports.id
        and jsonb_array_length(changes) > 0)`.as('changed'),
      sql<number>`(select count(*) from imported_products as i join products on products.id = product_id
        where import_id = product_imports.id and changes is null and archived_at is null and not is_visible)`.as(
        'hidden',
      ),
      countOf(sql`image is not null`).as('stored'),
      countOf(sql`image is null and problem is null`).as('waiting'),
      countOf(sql`problem is not null`).as('failed'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostImports)
    .execute()
  const failed = await failedPictures(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, at, actor_name, added, changed, hidden, undone_at, ...pictures }) => ({
    ...{ id, at: at.toISOString(), by: actor_name, added, changed, hidden },
    undone_at: undone_at?.toISOString() ?? null,
    pictures: {
      ...pictures,
      failed: {
        total: pictures.failed,
        data: failed.filter(({ import_id }) => import_id === id).slice(0, maxImportListed),
      },
    },
  }))
}

const countOf = (isCounted: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from import_pictures where import_id = product_imports.id and ${isCounted})`

const failedPictures = (db: Db, ids: string[]) =>
  db
    .selectFrom('import_pictures')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['import_id', 'line', 'product_id', 'products.name', 'url', sql<string>`problem`.as('problem')])
    .where('import_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('problem', 'is not', null)
    .orderBy('line')
    .orderBy('import_pictures.place')
    .limit(maxImportListed * mostImports)
    .execute()

/** Pictures that could not be had are tried again. @throws {NotFound} there is no such import */
export function retryPictures(db: Db, id: string): Promise<void> {
  return transact(db, async (tx) => {
    const found = await tx.selectFrom('product_imports').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound()
    await tx
      .updateTable('import_pictures')
      .set({ problem: null, attempts: 0, next_attempt_at: null })
      .where('import_id', '=', id)
      .where('problem', 'is not', null)
      .execute()
    await publish(tx, { topic: importPicturesTopic, event: 'waiting', data: null })
  })
}
