import { type ColumnRole, maxReportRows, type ReportPreview } from '@camilan/contract/payment-report'
import { guessColumns, isHeadingOf, type RoleSigns } from '../../platform/csv/guess-columns.ts'
import type { TableKind } from '../../platform/csv/open-table.ts'
import { readAmount } from '../../platform/csv/read-amount.ts'
import { readState, readTime, textOf } from './read-values.ts'

const isAmount = (cell: string) => readAmount(cell) !== undefined

const signs: Record<ColumnRole, RoleSigns> = {
  order_id: {
    words: [/order ?(id|no|number)|(id|no|nomor) ?(pesanan|order)/, /invoice|\border\b|pesanan/],
    fits: (cell) => /^\d{6}-[0-9A-Z]{6}(-\d+)?$/.test(cell),
    isTelling: true,
  },
  transaction_id: {
    words: [/trans(action|aksi)? ?id|id ?transaksi/, /refer/],
    fits: (cell) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell),
    isTelling: true,
  },
  status: {
    words: [/trans\w* ?status|status ?(trans|pem)/, /status/],
    fits: (cell) => readState(cell) !== undefined,
    isTelling: true,
  },
  method: {
    words: [/payment ?(method|type|channel)|(metode|cara|jenis|tipe) ?(pem)?bayar/, /channel|kanal|metode|bank/],
    fits: (cell) => /^[a-z _]{3,30}$/i.test(cell) && readState(cell) === undefined,
  },
  fee: { words: [/\b(fee|mdr|biaya)\b/, /potongan|komisi/], fits: isAmount },
  net: { words: [/\b(net|bersih|netto)\b/, /diterima|payout|settlement amount/], fits: isAmount },
  amount: {
    words: [/gross|(trans\w*|order) ?amount|(nilai|jumlah|nominal) ?(trans|pem)/, /amount|jumlah|nominal|total|nilai/],
    fits: isAmount,
  },
  time: {
    words: [/(trans\w*|order) ?(time|date)|(waktu|tanggal|tgl) ?(trans|pesan)/, /time|date|tanggal|waktu|tgl/],
    fits: (cell) => readTime(cell) !== undefined || readTime(cell, { monthFirst: true }) !== undefined,
  },
}

export const reportTable: TableKind = {
  isHeading: isHeadingOf(signs),
  maxRows: maxReportRows,
  read: textOf,
  advice: {
    noTable: 'Pilih file CSV transaksi dari dasbor Midtrans.',
    tooManyRows: 'Unduh rentang tanggal yang lebih pendek.',
  },
}

export const guessReportColumns = (headers: readonly string[], rows: readonly string[][]): ReportPreview['columns'] =>
  guessColumns(signs, headers, rows)
