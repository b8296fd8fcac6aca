import { pipeline, Readable } from 'node:stream'
import { formatJakartaTime } from '@camilan/contract/formats'
import type { AdminOrdersQuery, Order } from '@camilan/contract/orders'
import { stringify } from 'csv-stringify'
import type { Db } from '../platform/db/db.ts'
import { eachOrder } from './queries.ts'

/**
 * The orders that a list's query finds, all pages of them, as a CSV that spreadsheets read as UTF-8. Text that they
 * would take for a formula gets an apostrophe in front (OWASP, CSV Injection). Amounts are whole rupiah.
 */
export function exportOrders(db: Db, query: AdminOrdersQuery, publicUrl: string): Readable {
  const csv = stringify({ header: true, columns, bom: true, record_delimiter: 'windows', escape_formulas: true })
  // What goes wrong on either side ends the other: the answer breaks off, and so is no whole file.
  pipeline(Readable.from(rows(db, query, publicUrl)), csv, () => {})
  return csv
}

const columns = [
  'ID Pesanan',
  'Status',
  'Waktu Dipesan',
  'Waktu Dibayar',
  'Penerima',
  'Nomor Telepon',
  'Alamat',
  'Kota',
  'Catatan',
  'Produk',
  'Jumlah Produk',
  'Ongkos Kirim dan Biaya',
  'Total Pesanan',
]

async function* rows(db: Db, query: AdminOrdersQuery, publicUrl: string) {
  for await (const order of eachOrder(db, query, publicUrl)) yield toRow(order)
}

function toRow({ order_items, transaction, user, ...order }: Order) {
  return [
    order.id,
    order.status,
    formatJakartaTime(order.order_time),
    transaction.paid_at && formatJakartaTime(transaction.paid_at),
    withoutFormulas(user.name),
    withoutFormulas(user.phone),
    withoutFormulas(order.address),
    order.city,
    order.notes && withoutFormulas(order.notes),
    withoutFormulas(order_items.map(({ quantity, product }) => `${quantity} x ${product.name}`).join('; ')),
    order_items.reduce((sum, { quantity }) => sum + quantity, 0),
    order.other_costs,
    order.total_price,
  ]
}

/** Where a comma does not separate, a semicolon or a line's end may: what follows it could begin a cell as well. */
function withoutFormulas(text: string): string {
  return text.replace(/(?<=.)[;\t\r\n]\s*(?=[=+\-@])/gs, "$&'")
}
