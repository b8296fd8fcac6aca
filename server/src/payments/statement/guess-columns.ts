import { type ColumnRole, columnRoles, type ReportPreview } from '@camilan/contract/payment-report'
import { readAmount } from '../../platform/csv/read-amount.ts'
import { readState, readTime } from './read-values.ts'

/** The words of a header by role, the surer ones first. */
const words: Record<ColumnRole, readonly RegExp[]> = {
  order_id: [/order ?(id|no|number)|(id|no|nomor) ?(pesanan|order)/, /invoice|\border\b|pesanan/],
  transaction_id: [/trans(action|aksi)? ?id|id ?transaksi/, /refer/],
  status: [/trans\w* ?status|status ?(trans|pem)/, /status/],
  method: [/payment ?(method|type|channel)|(metode|cara|jenis|tipe) ?(pem)?bayar/, /channel|kanal|metode|bank/],
  fee: [/\b(fee|mdr|biaya)\b/, /potongan|komisi/],
  net: [/\b(net|bersih|netto)\b/, /diterima|payout|settlement amount/],
  amount: [/gross|(trans\w*|order) ?amount|(nilai|jumlah|nominal) ?(trans|pem)/, /amount|jumlah|nominal|total|nilai/],
  time: [/(trans\w*|order) ?(time|date)|(waktu|tanggal|tgl) ?(trans|pesan)/, /time|date|tanggal|waktu|tgl/],
}

const spaced = (header: string) =>
  header
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** Whether a cell may be the heading of a column. */
export const headerWords = (cell: string): boolean =>
  Object.values(words).some((patterns) => patterns.some((pattern) => pattern.test(spaced(cell))))

const fits: Record<ColumnRole, (cell: string) => boolean> = {
  order_id: (cell) => /^\d{6}-[0-9A-Z]{6}(-\d+)?$/.test(cell),
  transaction_id: (cell) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell),
  status: (cell) => readState(cell) !== undefined,
  method: (cell) => /^[a-z _]{3,30}$/i.test(cell) && readState(cell) === undefined,
  fee: (cell) => readAmount(cell) !== undefined,
  net: (cell) => readAmount(cell) !== undefined,
  amount: (cell) => readAmount(cell) !== undefined,
  time: (cell) => readTime(cell) !== undefined || readTime(cell, { monthFirst: true }) !== undefined,
}
/** What only these hold, so that they are found without a header that names them. */
const tellingContent: readonly ColumnRole[] = ['order_id', 'transaction_id', 'status']

/** By the words of the headers and by the content of the first rows. A column gets one role. */
export function guessColumns(headers: readonly string[], rows: readonly string[][]): ReportPreview['columns'] {
  const guess = Object.fromEntries(columnRoles.map((role) => [role, null])) as ReportPreview['columns']
  const pairs = columnRoles
    .flatMap((role) => headers.map((header, index) => ({ role, index, score: score(role, header, rows, index) })))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  for (const { role, index } of pairs) {
    if (guess[role] === null && !Object.values(guess).includes(index)) guess[role] = index
  }
  return guess
}

function score(role: ColumnRole, header: string, rows: readonly string[][], index: number): number {
  const found = words[role].findIndex((pattern) => pattern.test(spaced(header)))
  const byHeader = found === -1 ? 0 : words[role].length - found
  const filled = rows.flatMap((cells) => cells[index] || [])
  const share = filled.length === 0 ? 0.5 : filled.filter(fits[role]).length / filled.length
  if (byHeader === 0) return tellingContent.includes(role) && filled.length > 0 && share > 0.8 ? 1.5 * share : 0
  return share === 0 ? 0 : byHeader * (0.5 + share / 2)
}
