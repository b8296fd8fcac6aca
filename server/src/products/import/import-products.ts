import type { FileHandle } from 'node:fs/promises'
import { ProductChange } from '@camilan/contract/product-form'
import type { ImportChoices, ImportColumns, ImportPlan } from '@camilan/contract/product-import'
import { sql } from 'kysely'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { openTable } from '../../platform/csv/open-table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { ShopError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { changeInTransaction } from '../change/change-product.ts'
import { insertProducts } from '../change/create-product.ts'
import { hashOfHeaders, importTable } from './import-columns.ts'
import { type Added, type Changed, planImport, presentPlan, type ReadTable, readImport } from './plan-import.ts'

export interface ImportedFile {
  file: FileHandle
  columns: ImportColumns
  choices: ImportChoices
}

/** What the table would write. @throws {InvalidForm} it can't be read */
export async function readImportPlan(db: Db, { file, columns, choices }: ImportedFile, now: Date): Promise<ImportPlan> {
  const table = await readImport(await openTable(file, importTable), columns, choices)
  return presentPlan(await planImport(db, table, choices, now))
}

/** Two imports at once would both add what the other has not written yet. */
const oneImportAtATime = sql`lock table product_imports in share row exclusive mode`

/**
 * Write a table of products: all of it or nothing.
 * @param plan  of the answer that the administrator saw
 * @returns the id of the import
 * @throws {ShopError} PRODUCT_CHANGED: the products of the shop are not those of the plan any more, or it has problems
 */
export async function importProducts(
  db: Db,
  by: Caller,
  { plan, ...imported }: ImportedFile & { plan: string },
  now: Date,
): Promise<string> {
  const table = await readImport(await openTable(imported.file, importTable), imported.columns, imported.choices)
  return transact(db, async (tx) => {
    await oneImportAtATime.execute(tx)
    await assertStillAllowed(tx, by, now)
    const { digest, added, changed, problems, words } = await planImport(tx, table, imported.choices, now)
    if (digest !== plan || problems.length + words.length > 0) throw new ImportOutdated()
    const { id } = await tx
      .insertInto('product_imports')
      .values({ at: now, actor_id: by.id, actor_name: by.name, ...rememberedOf(table) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeChanged(tx, by, { id, changed }, now)
    await writeAdded(tx, by, { id, added }, now)
    await publish(tx, { topic: importPicturesTopic, event: 'waiting', data: null })
    return id
  })
}

export const importPicturesTopic = 'import-pictures'

class ImportOutdated extends ShopError<'PRODUCT_CHANGED'> {
  constructor() {
    super('PRODUCT_CHANGED', { sentence: 'Produk toko berubah sejak diperiksa. Periksa lagi, lalu simpan.' })
  }
}

const rememberedOf = ({ headers, columns }: ReadTable) => ({
  headers_hash: hashOfHeaders(headers),
  columns: JSON.stringify(columns),
})

/** Rows of one statement. */
const chunkSize = 500

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  )

async function writeAdded(
  tx: Tx,
  by: Caller,
  { id, added }: { id: string; added: readonly Added[] },
  now: Date,
): Promise<void> {
  for (const chunk of chunksOf(added)) {
    const values = chunk.map(({ product: { images: _, ...product } }) => product)
    const products = await insertProducts(tx, by, values, now)
    const written = chunk.map((one, index) => ({ ...one, id: products[index]?.id ?? '', changes: null }))
    await writeRows(tx, id, written)
  }
}

/** By id, as every transaction locks products. */
async function writeChanged(
  tx: Tx,
  by: Caller,
  { id, changed }: { id: string; changed: readonly Changed[] },
  now: Date,
): Promise<void> {
  for (const product of changed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (product.changes.length === 0) continue
    const form = ProductChange.parse(product.form)
    await changeInTransaction(tx, by, { id: product.id, form, image: undefined }, now)
  }
  for (const chunk of chunksOf(changed)) await writeRows(tx, id, chunk)
}

type WrittenRow = Pick<Changed, 'id' | 'line' | 'pictures'> & { changes: Changed['changes'] | null }

async function writeRows(tx: Tx, importId: string, written: readonly WrittenRow[]): Promise<void> {
  const rows = written.map(({ id, line, changes }) => ({
    import_id: importId,
    product_id: id,
    line,
    changes: changes && JSON.stringify(changes),
  }))
  await tx.insertInto('imported_products').values(rows).execute()
  const pictures = written.flatMap(({ id, line, pictures: urls }) =>
    urls.map((url, place) => ({ import_id: importId, product_id: id, line, place, url })),
  )
  for (const chunk of chunksOf(pictures)) {
    const anew = { image: null, problem: null, next_attempt_at: null, attempts: 0 }
    await tx
      .insertInto('import_pictures')
      .values(chunk)
      .onConflict((conflict) =>
        // Of a product that is still without a picture.
        conflict.columns(['product_id', 'place']).doUpdateSet((eb) => ({
          ...anew,
          import_id: eb.ref('excluded.import_id'),
          line: eb.ref('excluded.line'),
          url: eb.ref('excluded.url'),
        })),
      )
      .execute()
  }
}
