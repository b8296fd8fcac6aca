import { pipeline, Readable } from 'node:stream'
import { formatJakartaTime } from '@camilan/contract/formats'
import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { isPaymentMethod, paymentLabel, paymentMethods } from '@camilan/contract/payment-methods'
import { stringify } from 'csv-stringify'
import type { Db } from '../platform/db/db.ts'
import { type ExportedOrder, eachOrder } from './admin-orders.ts'
import { otherCostsOf } from './charges.ts'

/**
 * All orders that a list's query finds, on all pages, as a CSV that spreadsheet programs read as UTF-8. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV Injection). Amounts are whole rupiah.
 */
export function exportOrders(db: Db, query: AdminOrdersQuery): Readable {
  const csv = stringify({ header: true, columns, bom: true, record_delimiter: 'windows', escape_formulas: true })
  // A failure of either stream destroys the other, so that the download fails instead of ending as a shorter file.
  pipeline(Readable.from(csvRows(db, query)), csv, () => {})
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
  'ID Pembayaran',
  'ID Transaksi Midtrans',
  'Cara Bayar',
  'Biaya Midtrans',
  'Dana Dikembalikan',
  'Dana Perlu Dikembalikan',
]

async function* csvRows(db: Db, query: AdminOrdersQuery) {
  for await (const order of eachOrder(db, query)) yield toCsvRow(order)
}

function toCsvRow(order: ExportedOrder) {
  return [
    order.id,
    order.status,
    formatJakartaTime(order.order_time),
    order.paid_at && formatJakartaTime(order.paid_at),
    withoutFormulas(order.buyer_name),
    withoutFormulas(order.buyer_phone),
    withoutFormulas(order.address),
    order.city,
    order.notes && withoutFormulas(order.notes),
    withoutFormulas(order.items.map(written).join('; ')),
    order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    otherCostsOf(order.charges),
    order.total_price,
    order.payment_id,
    order.transaction_id && withoutFormulas(order.transaction_id),
    wayOf(order),
    order.fee,
    order.refunded,
    order.to_refund,
  ]
}

function wayOf({ by_hand, used_method, chosen_method }: ExportedOrder): string {
  if (by_hand) return paymentLabel({ method: null, issuer: null, by_hand })
  const method = used_method ?? chosen_method ?? ''
  return isPaymentMethod(method) ? paymentMethods[method].label : ''
}

const written = ({ quantity, taken_quantity, name }: ExportedOrder['items'][number]) =>
  `${quantity} x ${name}${taken_quantity > 0 ? ` (${taken_quantity} tidak dikirim)` : ''}`

/** A spreadsheet may also split cells at a semicolon, a tab or a line end, and the text after it could be a formula. */
function withoutFormulas(text: string): string {
  return text.replace(/[;\t\r\n]\s*(?=[=+\-@])/g, "$&'")
}
