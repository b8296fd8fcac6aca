import { pipeline, Readable } from 'node:stream'
import type { OrdersExport } from '@camilan/contract/orders'
import { stringify } from 'csv-stringify'
import { csvOptions } from '../../platform/csv/write-csv.ts'
import type { Db } from '../../platform/db/db.ts'
import { storedTerms } from '../../settings/terms/queries.ts'
import { eachOrder, type FoundOrders } from '../admin-orders.ts'
import { exportForms } from './export-forms.ts'

/** All orders that a list's query finds, on all pages, as a CSV. Amounts are whole rupiah. */
export function exportOrders(db: Db, query: FoundOrders & Pick<OrdersExport, 'per'>, delimiter: string): Readable {
  const { columns, rowsOf } = exportForms[query.per]
  const csv = stringify({ ...csvOptions(delimiter), header: true, columns: [...columns] })
  async function* rows() {
    const terms = await storedTerms(db)
    for await (const order of eachOrder(db, query)) yield* rowsOf(order, terms)
  }
  // A failure of either stream destroys the other, so that the download fails instead of ending as a shorter file.
  pipeline(Readable.from(rows()), csv, () => {})
  return csv
}
