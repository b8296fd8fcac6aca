import type { AuditChange, AuditEntry } from '@camilan/contract/audit'
import { labelIn, type Term, type Terms } from '@camilan/contract/terms'
import { formatNumber, formatRupiah } from '~/platform/state/formats'

export type Value = string | number | boolean

/** The noun for a field, and how its values are formatted. Without `write` the sentence says only that it changed. */
export interface FieldWords {
  noun: string
  write?: (value: Value) => string
  /** The whole phrase instead. */
  phrase?: (before: Value | null, after: Value | null) => string
}

type WordsFor = (field: string) => FieldWords | undefined

const fields: Record<string, FieldWords> = {
  name: { noun: 'nama', write: quoted },
  price: { noun: 'harga', write: (price) => formatRupiah(Number(price)) },
  price_steps: { noun: 'harga grosir' },
  planned_price: {
    noun: 'harga terjadwal',
    phrase: (before, after) => (after === null ? `harga terjadwal ${before} dibatalkan` : `harga terjadwal ${after}`),
  },
  stock: { noun: 'stok', write: (stock) => formatNumber(Number(stock)) },
  is_visible: { noun: 'tampilan', phrase: (_, after) => (after ? 'ditampilkan di toko' : 'disembunyikan dari toko') },
  stock_reason: { noun: 'alasan', phrase: (_, after) => `alasan: ${String(after).replace('_', ' ')}` },
  low_stock_at: { noun: 'pengingat stok', write: (stock) => formatNumber(Number(stock)) },
  net_weight_grams: { noun: 'isi bersih', write: (grams) => `${formatNumber(Number(grams))} gram` },
  packing_grams: { noun: 'berat kemasan', write: (grams) => `${formatNumber(Number(grams))} gram` },
  cost_price: { noun: 'modal', write: (price) => formatRupiah(Number(price)) },
  description: { noun: 'deskripsi' },
  parts: { noun: 'isi hampers' },
  group_id: { noun: 'ukuran lain' },
  ingredients: { noun: 'bahan' },
  allergens: { noun: 'alergen' },
  shelf_life_days: { noun: 'daya tahan', write: days },
  opened_shelf_life_days: { noun: 'daya tahan setelah dibuka', write: days },
  storage: { noun: 'cara simpan', write: quoted },
  halal_number: { noun: 'nomor halal', write: quoted },
  pirt_number: { noun: 'nomor P-IRT', write: quoted },
  image: { noun: 'gambar' },
  more_images: { noun: 'gambar lain' },
  status: { noun: 'status', write: String },
  courier: { noun: 'kurir', write: quoted },
  recipient: { noun: 'penerima', write: quoted },
  phone: { noun: 'nomor telepon', write: quoted },
  address: { noun: 'alamat', write: quoted },
  city: { noun: 'kota', write: quoted },
  taken: { noun: 'isi', phrase: (_, after) => `${after} dikeluarkan dari pesanan` },
  by_hand: { noun: 'pembayaran', phrase: (_, after) => `dibayar ${after}` },
  discount: { noun: 'diskon', phrase: (_, after) => `diskon ${after}` },
  link: { noun: 'tautan', phrase: () => 'tautan baru untuk pembeli' },
  refund_account: { noun: 'rekening', phrase: (_, after) => `rekening pembeli ${after}` },
  seller_note: { noun: 'catatan penjual', write: quoted },
  tracking_number: { noun: 'nomor resi', write: quoted },
  refund_due: {
    noun: 'dana',
    phrase: (before, after) =>
      after === null
        ? `pengembalian dana ${formatRupiah(Number(before))} dibatalkan`
        : `dana ${formatRupiah(Number(after))} perlu dikembalikan`,
  },
  refund_asked: {
    noun: 'dana',
    phrase: (before, after) =>
      after === null
        ? `dana ${formatRupiah(Number(before))} dicatat belum dikembalikan Midtrans`
        : `dana ${formatRupiah(Number(after))} diminta kembali lewat Midtrans`,
  },
  refund_cause: { noun: 'alasan', phrase: (_, after) => `alasan “${after}”` },
  refund: {
    noun: 'dana',
    phrase: (before, after) =>
      after === null
        ? `pengembalian dana ${formatRupiah(Number(before))} ditarik kembali`
        : `dana ${formatRupiah(Number(after))} dikembalikan`,
  },
  refund_note: {
    noun: 'catatan',
    phrase: (before, after) => (after === null ? `catatan “${before}” dihapus` : `catatan “${after}”`),
  },
  everything: { noun: 'data toko', phrase: () => 'semua data toko diunduh' },
  payment_hold: { noun: 'penahanan', phrase: () => 'pesanan tidak ditahan lagi' },
  packed: {
    noun: 'tanda dikemas',
    phrase: (_, after) => (after === null ? 'tanda dikemas dihapus' : 'ditandai sudah dikemas'),
  },
  payment_assigned: {
    noun: 'pembayaran',
    phrase: (before, after) =>
      after === null
        ? `pembayaran ${before} dilepas dari pesanan ini`
        : `pembayaran ${after} dicatat untuk pesanan ini`,
  },
  refund_joined: {
    noun: 'pengembalian dana',
    phrase: (_, after) => `dua catatan pengembalian ${formatRupiah(Number(after))} dijadikan satu`,
  },
  refund_allowed: {
    noun: 'pengembalian dana',
    phrase: (_, after) => `pengembalian ${formatRupiah(Number(after))} disetujui`,
  },
  due_accepted: { noun: 'selisih', phrase: (_, after) => `selisih ${formatRupiah(Number(after))} diterima` },
  money_checked: {
    noun: 'pembayaran',
    phrase: (_, after) => (after === null ? 'pembayaran perlu dilihat lagi' : 'pembayaran dicatat sudah diperiksa'),
  },
  note: { noun: 'catatan', phrase: (_, after) => `catatan “${after}”` },
  keeps_stock: { noun: 'stok', phrase: () => 'stok tidak dikembalikan' },
}

/** The words for the fields of products that are codes. */
export const wordsOfCodes = ({ categories, packagings, weights }: Terms): WordsFor => {
  const write = (terms: readonly Term[]) => (code: Value) => labelIn(terms, String(code))
  const words: Record<string, FieldWords> = {
    category: { noun: 'kategori', write: write(categories) },
    packaging: { noun: 'kemasan', write: write(packagings) },
    weight: { noun: 'berat', write: write(weights) },
  }
  return (field) => words[field]
}

/**
 * The change and the administrator who made it: `Harga Rp 45.000 → Rp 47.000, gambar diganti oleh Bu Sari`.
 * @param wordsFor  the words for other fields than those of every product and order
 */
export function changeSentence(
  { action, changes, actor }: Pick<AuditEntry, 'action' | 'changes' | 'actor'>,
  wordsFor: WordsFor = (field) => fields[field],
): string {
  return `${describe(action, changes, wordsFor)} oleh ${actor.name}`
}

function describe(action: AuditEntry['action'], changes: readonly AuditChange[], wordsFor: WordsFor): string {
  if (action === 'created') return 'Produk ditambahkan'
  if (action === 'deleted') return 'Produk dihapus'
  if (action === 'archived') return 'Produk dihapus dan diarsipkan'
  if (action === 'restored') return 'Penghapusan produk dibatalkan'
  return changePhrases(changes, wordsFor)
}

/** `Harga Rp 45.000 → Rp 47.000, gambar diganti` */
export function changePhrases(changes: readonly AuditChange[], wordsFor: WordsFor = (field) => fields[field]): string {
  const phrases = [...new Set(changes.map((change) => phraseOf(change, wordsFor)))].join(', ')
  return phrases.charAt(0).toUpperCase() + phrases.slice(1)
}

function phraseOf({ field, before, after }: AuditChange, wordsFor: WordsFor): string {
  const { noun, write, phrase } = wordsFor(field) ?? fields[field] ?? { noun: field }
  if (phrase) return phrase(before, after)
  if (!write) return `${noun} diganti`
  const written = (value: Value | null) => (value === null ? 'kosong' : write(value))
  return `${noun} ${written(before)} → ${written(after)}`
}

function days(value: Value): string {
  return `${formatNumber(Number(value))} hari`
}

export function quoted(text: Value): string {
  return `“${text}”`
}

export function labelled(labels: Readonly<Record<string, string>>) {
  return (value: Value) => labels[String(value)] ?? String(value)
}
