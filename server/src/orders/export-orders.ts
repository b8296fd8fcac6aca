import { pipeline, Readable } from 'node:stream'
import type { OrdersExport } from '@camilan/contract/orders'
import { stringify } from 'csv-stringify'
import type { Db } from '../platform/db/db.ts'
import { eachOrder } from './admin-orders.ts'
import { exportForms } from './export-forms.ts'

/**
 * All orders that a list's query finds, on all pages, as a CSV that spreadsheet programs read as UTF-8. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV Injection). Amounts are whole rupiah.
 */
export function exportOrders(db: Db, query: OrdersExport, delimiter: string): Readable {
  const { columns, rowsOf } = exportForms[query.per]
  // A break of the other kind than that between rows would not be quoted by itself.
  const quoting = { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true } as const
  // A field with a comma is not quoted beside semicolons, so that a program that expects commas splits it there.
  const cast = { string: (text: string) => (delimiter === ';' ? text.replace(/,\s*(?=[=+\-@])/g, "$&'") : text) }
  const csv = stringify({ header: true, bom: true, ...quoting, columns: [...columns], delimiter, cast })
  async function* rows() {
    for await (const order of eachOrder(db, query)) yield* rowsOf(order)
  }
  // A failure of either stream destroys the other, so that the download fails instead of ending as a shorter file.
  pipeline(Readable.from(rows()), csv, () => {})
  return csv
}
