import { drawingLabels, paletteLabels, typefaceLabels } from '@camilan/contract/looks'
import { weekdayNames } from '@camilan/contract/opening'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { type SettingName, settingsTable, type Weekday, weekdays } from '@camilan/contract/settings'
import { type Control, type Entry, inSentence } from '@camilan/contract/settings/kinds'
import type { TermList } from '@camilan/contract/terms'
import { type FieldWords, labelled, quoted, type Value } from '~/people/audit/change-sentence'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { listWords } from './terms/list-words'

const rupiah = (amount: Value) => formatRupiah(Number(amount))
const count = (number: Value) => formatNumber(Number(number))
/** The audit log writes a switch like this. */
const onOrOff = (value: Value) => (value === 'ya' ? 'menyala' : 'mati')

/** The words of settings with their own controls, and of changes that are no setting. */
const words: Record<string, FieldWords> = {
  'look.palette': { noun: 'warna toko', write: labelled(paletteLabels) },
  'look.accent': { noun: 'warna utama', write: String },
  'look.typeface': { noun: 'huruf toko', write: labelled(typefaceLabels) },
  'look.drawing': { noun: 'gambar beranda', write: labelled(drawingLabels) },
  'closed.sentence': { noun: 'tutup sementara', phrase: phraseOfClosing },
  'closed.reopens_on': { noun: 'tanggal buka', write: (day) => String(day).split('-').reverse().join('-') },
  payment_environment: {
    noun: 'lingkungan pembayaran',
    write: labelled({ local: 'Simulasi', sandbox: 'Sandbox', production: 'Production' }),
  },
  payment_client_key: { noun: 'client key', write: (ending) => `…${ending}` },
  payment_server_key: { noun: 'server key' },
  mail_host: { noun: 'server email', write: quoted },
  mail_port: { noun: 'port email', write: String },
  mail_security: { noun: 'enkripsi email', write: labelled({ tls: 'TLS', starttls: 'STARTTLS' }) },
  mail_username: { noun: 'pengguna server email', write: quoted },
  mail_password: { noun: 'kata sandi server email' },
  mail_sender_name: { noun: 'nama pengirim email', write: quoted },
  mail_sender_email: { noun: 'alamat pengirim email', write: quoted },
  payment_report: {
    noun: 'laporan Midtrans',
    phrase: (_before, after) => `laporan Midtrans dicocokkan (${count(after ?? 0)} baris)`,
  },
  nothing_missing: { noun: 'pemulihan', phrase: () => 'dinyatakan tidak ada pesanan yang hilang' },
  products_arranged: { noun: 'urutan toko', phrase: () => 'urutan produk di toko diganti' },
  zones: { noun: 'zona', phrase: phraseOfZone },
  more_zones: { noun: 'zona', phrase: (_before, after) => `${count(after ?? 0)} zona lain juga berubah` },
  delivery_confirmed: { noun: 'pengiriman', phrase: () => 'ongkos kirim dinyatakan sesuai' },
  backup_downloaded: { noun: 'cadangan', phrase: () => 'cadangan seluruh data diunduh' },
  samples_deleted: { noun: 'contoh', phrase: (_before, after) => `${count(after ?? 0)} produk contoh dihapus` },
  samples_archived: { noun: 'contoh', phrase: (_before, after) => `${count(after ?? 0)} produk contoh diarsipkan` },
  staff_invited: { noun: 'staf', phrase: (_before, after) => `${after} diundang menjadi staf` },
  staff_uninvited: { noun: 'staf', phrase: (_before, after) => `undangan staf untuk ${after} dibatalkan` },
  staff_joined: { noun: 'staf', phrase: (_before, after) => `${after} menjadi staf` },
  staff_ended: { noun: 'staf', phrase: (_before, after) => `akses staf ${after} diakhiri` },
  discounts: namedThing('diskon atau voucher'),
  price_lists: namedThing('daftar harga'),
  batches: namedThing('PO'),
  ...wordsOfList('categories'),
  ...wordsOfList('packagings'),
  ...wordsOfList('weights'),
  demo_accounts: { noun: 'akun contoh', phrase: (_before, after) => `${count(after ?? 0)} akun contoh ditutup` },
}

/** Something that the seller adds, changes and removes by its name. */
function namedThing(noun: string): FieldWords {
  return {
    noun,
    phrase(before, after) {
      if (before === null) return `${noun} “${after}” ditambahkan`
      if (after === null) return `${noun} “${before}” dihapus`
      return before === after ? `${noun} “${after}” diubah` : `${noun} “${before}” → “${after}”`
    },
  }
}

function wordsOfList(list: TermList): Record<string, FieldWords> {
  const { noun } = listWords[list]
  return {
    [list]: namedThing(noun),
    [`${list}_image`]: { noun: `gambar ${noun}` },
    [`${list}_order`]: { noun, phrase: () => `urutan ${noun} diganti` },
  }
}

/** A closed shop has a sentence, which may be empty. */
function phraseOfClosing(before: Value | null, after: Value | null): string {
  if (before === null) return 'toko ditutup sementara'
  return after === null ? 'toko dibuka lagi' : 'kalimat untuk pembeli diganti'
}

function phraseOfZone(before: Value | null, after: Value | null): string {
  if (before === null) return `zona “${after}” ditambahkan`
  return after === null ? `zona “${before}” dihapus` : `zona “${after}” diubah`
}

/** @param field  in the audit log: `shipping_cost`, `cities.Bogor.cost` */
export function settingWords(field: string): FieldWords | undefined {
  const [name = '', part = '', detail] = field.split('.')
  if (name === 'cities') {
    if (detail === 'cost') return { noun: `ongkos kirim ke ${part}`, write: rupiah }
    if (detail === 'days') return { noun: `lama kirim ke ${part}`, write: quoted }
    if (detail === 'per_kg') return { noun: `ongkos per kilogram ke ${part}`, write: onOrOff }
    return { noun: `pengiriman ke ${part}`, write: onOrOff }
  }
  if (name === 'payment_methods')
    return { noun: `cara bayar ${paymentMethods[part as PaymentMethod]?.label ?? part}`, write: onOrOff }
  const entry = settingsTable[name as SettingName]
  if (entry?.listOf === weekdays)
    return { noun: `${inSentence(entry.label)} ${weekdayNames[part as Weekday]}`, write: onOrOff }
  if (name === 'cut_off') return { noun: 'batas jam pesan', write: String }
  return words[field] ?? (entry ? entryWords(entry, part) : words[name])
}

function entryWords({ label, noun = inSentence(label), control }: Entry, part: string): FieldWords {
  if (control.kind === 'switches') return { noun: `${noun} “${control.parts[part]?.label ?? part}”`, write: onOrOff }
  const write = writeOf(control)
  return write ? { noun, write } : { noun }
}

/** Undefined for values that are too long for a sentence. */
function writeOf(control: Control): FieldWords['write'] {
  switch (control.kind) {
    case 'line':
      return control.isQuoted ? quoted : String
    case 'year':
      return String
    case 'number':
      return count
    case 'rupiah':
      return rupiah
    case 'choice':
      return (value) => control.write(value as string | number)
    case 'switch':
      return onOrOff
    default:
      return undefined
  }
}

/** The gateway's public fee: `0,7%`, `Rp 4.000 + PPN`. */
export function feeOf(method: PaymentMethod): string {
  const { fee } = paymentMethods[method]
  if (fee === null) return 'sesuai kontrak'
  const amount = fee.percent === undefined ? formatRupiah(fee.fixed ?? 0) : `${fee.percent.toLocaleString('id-ID')}%`
  return `${amount}${fee.plusVat ? ' + PPN' : ''}${fee.isUncertain ? ' (belum pasti)' : ''}`
}

/** The totals that it takes: `min. Rp 10.000, maks. Rp 5.000.000`. */
export function limitsOf(method: PaymentMethod): string {
  const { min, max } = paymentMethods[method]
  const parts = [min > 1 && `min. ${formatRupiah(min)}`, max !== null && `maks. ${formatRupiah(max)}`]
  return parts.filter(Boolean).join(', ') || 'tanpa batas total'
}
