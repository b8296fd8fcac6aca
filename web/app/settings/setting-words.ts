import { drawingLabels, paletteLabels, typefaceLabels } from '@camilan/contract/looks'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { csvSeparatorLabels } from '@camilan/contract/settings'
import type { AlarmName, MailKind } from '@camilan/contract/settings-values'
import { type FieldWords, labelled, quoted, type Value } from '~/people/audit/change-sentence'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { alertTexts, mailTexts } from './message-texts'
import { durationText } from './section-values'

const rupiah = (amount: Value) => formatRupiah(Number(amount))
const count = (number: Value) => formatNumber(Number(number))
const minutes = (number: Value) => durationText(Number(number))
/** The audit log writes a switch like this. */
const onOrOff = (value: Value) => (value === 'ya' ? 'menyala' : 'mati')

const words: Record<string, FieldWords> = {
  shop_name: { noun: 'nama toko', write: quoted },
  tagline: { noun: 'slogan' },
  story: { noun: 'cerita toko' },
  since_year: { noun: 'tahun berdiri', write: String },
  logo: { noun: 'logo' },
  hero_picture: { noun: 'foto beranda' },
  'look.palette': { noun: 'warna toko', write: labelled(paletteLabels) },
  'look.accent': { noun: 'warna utama', write: String },
  'look.typeface': { noun: 'huruf toko', write: labelled(typefaceLabels) },
  'look.drawing': { noun: 'gambar beranda', write: labelled(drawingLabels) },
  seller_photo: { noun: 'foto penjual' },
  season: { noun: 'musim' },
  season_picture: { noun: 'gambar musim' },
  sold_out_last: { noun: 'produk habis di urutan terakhir', write: onOrOff },
  address: { noun: 'alamat' },
  whatsapp: { noun: 'WhatsApp', write: String },
  instagram: { noun: 'Instagram', write: String },
  facebook: { noun: 'Facebook', write: String },
  shipping_cost: { noun: 'ongkos kirim', write: rupiah },
  service_fee: { noun: 'biaya pelayanan', write: rupiah },
  minimum_order: { noun: 'minimal belanja', write: rupiah },
  payment_expiry_minutes: { noun: 'batas waktu bayar', write: minutes },
  new_buyer_large_order_minutes: { noun: 'batas waktu bayar pesanan besar', write: minutes },
  max_unpaid_orders: { noun: 'batas pesanan belum dibayar', write: count },
  max_unpaid_ended: { noun: 'batas pesanan tidak jadi dibayar', write: count },
  auto_complete_days: { noun: 'hari sampai pesanan selesai otomatis', write: (days) => `${count(days)} hari` },
  csv_separator: { noun: 'pemisah kolom CSV', write: labelled(csvSeparatorLabels) },
  delivery_per_kg: { noun: 'ongkos kirim per kilogram', write: onOrOff },
  choose_only_packaging: { noun: 'kemasan yang sudah terpilih', write: onOrOff },
  group_sizes: { noun: 'satu kartu untuk semua ukuran', write: onOrOff },
  own_order: { noun: 'urutan toko', write: onOrOff },
  pickup: { noun: 'ambil sendiri', write: onOrOff },
  hours_refuse_orders: { noun: 'penolakan pesanan di luar jam buka', write: onOrOff },
  mail_order_events: { noun: 'email pesanan dibayar dan dikirim', write: onOrOff },
  'closed.sentence': { noun: 'tutup sementara', phrase: phraseOfClosing },
  'closed.reopens_on': { noun: 'tanggal buka', write: (day) => String(day).split('-').reverse().join('-') },
  hours: { noun: 'jam buka' },
  daily_cap: { noun: 'batas pesanan per hari' },
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
  delivery_confirmed: { noun: 'pengiriman', phrase: () => 'ongkos kirim dinyatakan sesuai' },
  backup_downloaded: { noun: 'cadangan', phrase: () => 'cadangan seluruh data diunduh' },
  samples_deleted: { noun: 'contoh', phrase: (_before, after) => `${count(after ?? 0)} produk contoh dihapus` },
  samples_archived: { noun: 'contoh', phrase: (_before, after) => `${count(after ?? 0)} produk contoh diarsipkan` },
  staff_invited: { noun: 'staf', phrase: (_before, after) => `${after} diundang menjadi staf` },
  staff_uninvited: { noun: 'staf', phrase: (_before, after) => `undangan staf untuk ${after} dibatalkan` },
  staff_joined: { noun: 'staf', phrase: (_before, after) => `${after} menjadi staf` },
  staff_ended: { noun: 'staf', phrase: (_before, after) => `akses staf ${after} diakhiri` },
  demo_accounts: { noun: 'akun contoh', phrase: (_before, after) => `${count(after ?? 0)} akun contoh ditutup` },
}

/** A closed shop has a sentence, which may be empty. */
function phraseOfClosing(before: Value | null, after: Value | null): string {
  if (before === null) return 'toko ditutup sementara'
  return after === null ? 'toko dibuka lagi' : 'kalimat untuk pembeli diganti'
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
  if (name === 'mails') return { noun: `email “${mailTexts[part as MailKind]?.label ?? part}”`, write: onOrOff }
  if (name === 'alerts') return { noun: `peringatan “${alertTexts[part as AlarmName] ?? part}”`, write: onOrOff }
  if (name === 'payment_methods')
    return { noun: `cara bayar ${paymentMethods[part as PaymentMethod]?.label ?? part}`, write: onOrOff }
  return words[field] ?? words[name]
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
