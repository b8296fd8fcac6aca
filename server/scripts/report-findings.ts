import { type MoneyKind, moneyKindNames, moneyKinds } from '@camilan/contract/money-values'
import type { Finding } from '../src/reports/check-books.ts'

/** The meaning of a violation of each rule of books.sql, and the remedy, for the administrator. */
const meanings: Record<string, string> = {
  'stock-negative': 'Stok di bawah nol. Hitung ulang stok produk ini di Kelola Produk.',
  'stock-not-explained':
    'Stok tidak sesuai dengan catatan keluar-masuknya. Hitung ulang stok produk ini di Kelola Produk.',
  'sale-not-taken': 'Pesanan ini tidak mengambil stok sebagaimana mestinya. Hitung ulang stok produknya.',
  'stock-not-returned':
    'Stok pesanan ini tidak kembali, atau kembali padahal pesanannya berjalan. Hitung ulang stok produknya.',
  'total-differs': 'Total pesanan tidak sama dengan isi dan biayanya. Hubungi pembeli sebelum mengirim.',
  'payments-that-count': 'Status pesanan tidak cocok dengan pembayarannya. Periksa pesanan ini di dasbor Midtrans.',
  'amount-differs': 'Tagihan ke pembeli berbeda dari total pesanan. Periksa pesanan ini di dasbor Midtrans.',
  'payable-when-over':
    'Pesanan sudah selesai atau batal, tetapi masih bisa dibayar. Batalkan pembayarannya di dasbor Midtrans.',
  overdue:
    'Pesanan belum dibayar dan sudah lewat batas waktunya. Biasanya Midtrans sedang tidak bisa dihubungi, dan toko mencoba lagi sendiri; kalau tidak, jumlah di dasbor Midtrans berbeda dari tagihan.',
  'history-illegal': 'Riwayat status pesanan ini tidak wajar.',
  'history-missing': 'Pesanan ini tidak punya riwayat status.',
  'notified-twice': 'Pembeli diberi tahu lebih dari sekali bahwa pembayarannya masuk.',
  'due-differs':
    'Jumlah yang harus kembali tidak sama dengan buku uangnya. Jalankan di basis data: select keep_due(array(select id from orders))',
  'due-not-promised':
    'Ada uang pembeli yang harus kembali, tetapi tidak tercatat di Pengembalian Dana. Kembalikan ke pembelinya.',
  'payment-not-booked': 'Pembayaran pesanan ini tidak ada di buku uang. Periksa di dasbor Midtrans.',
  'refund-not-booked':
    'Pengembalian dana pesanan ini tidak ada di buku uang. Cocokkan dengan dasbor Midtrans dan mutasi rekening.',
  'day-sums-differ':
    'Ringkasan pesanan tanggal ini tidak sama dengan pesanannya. Jalankan di basis data: select recount_orders()',
  'day-products-differ':
    'Ringkasan produk tanggal ini tidak sama dengan pesanannya. Jalankan di basis data: select recount_orders()',
  'search-text-differs': 'Pencarian memakai data lama pesanan ini. Jalankan di basis data: select recount_orders()',
}

/** What the page 'Uang yang perlu dilihat' says of it. */
function adviceOf(kind: MoneyKind): string {
  const { title, advice } = moneyKinds[kind]
  return `${title}. ${advice} Lihat di Uang yang perlu dilihat.`
}

/** Print the findings of `checkBooks`, in Indonesian. */
export function reportFindings(findings: Finding[]): void {
  if (findings.length === 0) {
    console.log('Semua catatan toko beres: stok, pesanan, pembayaran dan riwayatnya cocok.')
    return
  }
  console.log(`Ada ${findings.length} hal yang perlu diperiksa:`)
  for (const [rule, found] of Map.groupBy(findings, (finding) => finding.rule)) {
    const kind = moneyKindNames.find((name) => name === rule)
    console.log(`\n${meanings[rule] ?? (kind ? adviceOf(kind) : rule)}`)
    for (const { subject, detail } of found) console.log(`  ${subject}  ${detail}`)
  }
}
