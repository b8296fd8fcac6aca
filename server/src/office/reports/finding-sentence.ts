/** What is wrong, for the seller, from the figures of books.sql. What it means, and the remedy, are in `bookRules`. */
import type { BookRule } from '@camilan/contract/book-rules'
import { formatJakartaTime, formatNumber, formatRupiah } from '@camilan/contract/formats'

/** The figures of a rule. Money is in whole rupiah, a day is `2026-11-20`; `found` is what `kept` should be. */
export type Figures = Record<string, string | number | boolean | null>

const rupiah = (value: Figures[string] | undefined) => formatRupiah(Number(value))
const number = (value: Figures[string] | undefined) => formatNumber(Number(value))
const day = (value: Figures[string] | undefined) => String(value).split('-').toReversed().join('-')

const sentences: Record<BookRule, (figures: Figures) => string> = {
  'stock-negative': ({ name, stock }) => `${name}: stok ${number(stock)}`,
  'stock-not-explained': ({ name, kept, found }) => `${name}: stok ${number(kept)}, menurut catatan ${number(found)}`,
  'sale-not-taken': ({ name, kept, found }) => `${name}: diambil ${number(kept)} dari stok, dipesan ${number(found)}`,
  'stock-not-returned': ({ name, kept, found }) =>
    `${name}: ${number(kept)} kembali ke stok, seharusnya ${number(found)}`,
  'total-differs': ({ kept, found }) => `Total ${rupiah(kept)}, isi dan biayanya ${rupiah(found)}`,
  'parts-differ': ({ name, kept, found }) => `${name}: isinya ${rupiah(kept)}, harganya ${rupiah(found)}`,
  'payments-that-count': ({ status, count }) => `${status}, dengan ${number(count)} pembayaran`,
  'amount-differs': ({ kept, found }) => `Tagihan ${rupiah(kept)}, pesanan ${rupiah(found)}`,
  'payable-when-over': ({ status }) => `${status}, tetapi pembayarannya masih terbuka`,
  overdue: ({ at }) => `Batas waktunya ${formatJakartaTime(String(at))}`,
  'history-illegal': ({ status, earlier }) =>
    earlier ? `Dari ${earlier} menjadi ${status}` : `Mulai sebagai ${status}`,
  'history-missing': ({ status }) => `${status}, tanpa riwayat`,
  'notified-twice': ({ count }) => `Diberi tahu ${number(count)} kali`,
  'due-differs': ({ kept, found }) => `Tercatat ${rupiah(kept)}, menurut buku ${rupiah(found)}`,
  'due-not-promised': ({ kept, found }) => `Perlu dikembalikan ${rupiah(found)}, tercatat ${rupiah(kept)}`,
  'payment-not-booked': ({ amount }) => `Pembayaran ${rupiah(amount)}`,
  'refund-not-booked': ({ kept, found }) => `Dikembalikan ${rupiah(found)}, menurut buku ${rupiah(kept)}`,
  'day-sums-differ': ({ day: of, status, kept, kept_total, found, found_total }) =>
    `${day(of)}, ${status}: tercatat ${number(kept)} pesanan (${rupiah(kept_total)}), ada ${number(found)} (${rupiah(found_total)})`,
  'day-products-differ': ({ day: of, name, kept, found }) =>
    `${day(of)}, ${name}: tercatat ${number(kept)} terjual, ada ${number(found)}`,
  'search-text-differs': ({ is_missing }) =>
    is_missing ? 'Pesanan ini tidak ada di pencarian' : 'Pencarian memakai data lama',
}

export const findingSentence = (rule: BookRule, figures: Figures): string => sentences[rule](figures)
