/** What the CSV of orders contains: a row for each order, or for each line of an order. */
import { jakartaMidnight } from '@camilan/contract/jakarta'
import type { OrdersExport } from '@camilan/contract/orders'
import { isPaymentMethod, paymentLabel, paymentMethods } from '@camilan/contract/payment-methods'
import { labelIn, weightLabel } from '@camilan/contract/terms'
import type { TermRows } from '../../settings/terms/queries.ts'
import type { ExportedOrder } from '../admin-orders.ts'
import { otherCostsOf, totalOfKind } from '../charges.ts'

type Cell = string | number | Date | null | undefined

interface ExportForm {
  columns: readonly string[]
  /** In the order of the columns. */
  rowsOf: (order: ExportedOrder, terms: TermRows) => Cell[][]
}

export const exportForms: Record<OrdersExport['per'], ExportForm> = {
  // Sellers read it with scripts: a new column comes last.
  order: {
    columns: [
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
      'Kurir',
      'Nomor Resi',
      'Dana Ditarik Kembali',
      'Pendapatan Bersih',
      'Layanan Kirim',
      'Tanggal Tiba Diminta',
    ],
    rowsOf: (order) => [
      [
        order.id,
        order.status,
        order.order_time,
        order.paid_at,
        order.buyer_name,
        order.buyer_phone,
        order.address,
        order.city,
        order.notes,
        order.items.map(written).join('; '),
        order.items.reduce((sum, { quantity }) => sum + quantity, 0),
        otherCostsOf(order.charges),
        order.total_price,
        order.payment_id,
        order.transaction_id,
        wayOf(order),
        order.fee,
        order.refunded,
        order.to_refund,
        order.courier,
        order.tracking_number,
        order.withdrawn,
        order.net,
        order.delivery?.service,
        order.wanted_on && jakartaMidnight(order.wanted_on),
      ],
    ],
  },
  // The amounts of the order are in the row of its first line only, so that a column can be added up.
  line: {
    columns: [
      'ID Pesanan',
      'Status',
      'Tanggal Dipesan',
      'Tanggal Dibayar',
      'Tanggal Dikirim',
      'Penerima',
      'Nomor Telepon',
      'Alamat',
      'Kota',
      'Catatan',
      'Produk',
      'Kemasan',
      'Berat',
      'Harga Satuan',
      'Modal Satuan',
      'Jumlah Dipesan',
      'Jumlah Dikeluarkan',
      'Subtotal',
      'Potongan',
      'Ongkos Kirim',
      'Biaya Pelayanan',
      'Total Pesanan',
      'Cara Bayar',
      'Biaya Midtrans',
      'Dana Dikembalikan',
      'Dana Perlu Dikembalikan',
      'Kurir',
      'Nomor Resi',
      'Dana Ditarik Kembali',
      'Pendapatan Bersih',
      'Layanan Kirim',
      'Tanggal Tiba Diminta',
    ],
    rowsOf: (order, terms) => order.items.map((item, index) => rowOfLine(order, item, terms, index === 0)),
  },
}

function rowOfLine(
  order: ExportedOrder,
  item: ExportedOrder['items'][number],
  terms: TermRows,
  isFirst: boolean,
): Cell[] {
  return [
    order.id,
    order.status,
    order.order_time,
    order.paid_at,
    order.shipped_at,
    order.buyer_name,
    order.buyer_phone,
    order.address,
    order.city,
    order.notes,
    item.name,
    labelIn(terms.packagings, item.packaging),
    weightLabel(item.weight),
    item.unit_price,
    order.costs[item.product_id],
    item.quantity,
    item.taken_quantity,
    item.unit_price * (item.quantity - item.taken_quantity),
    ...(isFirst ? amountsOf(order) : noAmounts),
    order.courier,
    order.tracking_number,
    isFirst ? order.withdrawn : null,
    isFirst ? order.net : null,
    order.delivery?.service,
    order.wanted_on && jakartaMidnight(order.wanted_on),
  ]
}

const amountsOf = (order: ExportedOrder): Cell[] => [
  -totalOfKind(order.charges, 'discount') || 0,
  totalOfKind(order.charges, 'delivery'),
  totalOfKind(order.charges, 'service'),
  order.total_price,
  wayOf(order),
  order.fee,
  order.refunded,
  order.to_refund,
]
const noAmounts: Cell[] = Array(8).fill(null)

function wayOf({ by_hand, used_method, chosen_method }: ExportedOrder): string {
  if (by_hand) return paymentLabel({ method: null, issuer: null, by_hand })
  const method = used_method ?? chosen_method ?? ''
  return isPaymentMethod(method) ? paymentMethods[method].label : ''
}

const written = ({ quantity, taken_quantity, name }: ExportedOrder['items'][number]) =>
  `${quantity} x ${name}${taken_quantity > 0 ? ` (${taken_quantity} tidak dikirim)` : ''}`
