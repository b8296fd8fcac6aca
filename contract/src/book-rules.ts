/** The meaning of a violation of each rule of the shop's books, and the remedy, for the seller. Without zod. */
export const bookRules = {
  'stock-negative': 'Stok di bawah nol. Hitung ulang stok produk ini di Kelola Produk.',
  'stock-not-explained':
    'Stok tidak sesuai dengan catatan keluar-masuknya. Hitung ulang stok produk ini di Kelola Produk.',
  'sale-not-taken': 'Pesanan ini tidak mengambil stok sebagaimana mestinya. Hitung ulang stok produknya.',
  'stock-not-returned':
    'Stok pesanan ini tidak kembali, atau kembali padahal pesanannya berjalan. Hitung ulang stok produknya.',
  'total-differs': 'Total pesanan tidak sama dengan isi dan biayanya. Hubungi pembeli sebelum mengirim.',
  'parts-differ':
    'Harga hampers ini tidak sama dengan jumlah harga isinya, jadi angka di Laporan bisa keliru. Minta bantuan orang yang memasang toko.',
  'payments-that-count': 'Status pesanan tidak cocok dengan pembayarannya. Periksa pesanan ini di dasbor Midtrans.',
  'amount-differs': 'Tagihan ke pembeli berbeda dari total pesanan. Periksa pesanan ini di dasbor Midtrans.',
  'payable-when-over':
    'Pesanan sudah selesai atau batal, tetapi masih bisa dibayar. Batalkan pembayarannya di dasbor Midtrans.',
  overdue:
    'Pesanan belum dibayar dan sudah lewat batas waktunya. Biasanya Midtrans sedang tidak bisa dihubungi, dan toko mencoba lagi sendiri; kalau tidak, jumlah di dasbor Midtrans berbeda dari tagihan.',
  'history-illegal': 'Riwayat status pesanan ini tidak wajar. Cocokkan statusnya dengan pembayaran dan pengirimannya.',
  'history-missing': 'Pesanan ini tidak punya riwayat status. Cocokkan statusnya dengan pembayaran dan pengirimannya.',
  'notified-twice': 'Pembeli diberi tahu lebih dari sekali bahwa pembayarannya masuk. Tidak ada yang perlu diubah.',
  'due-differs':
    'Jumlah yang perlu dikembalikan tidak sama dengan buku uangnya. Jangan kembalikan dana pesanan ini dulu; minta bantuan orang yang memasang toko.',
  'due-not-promised':
    'Ada uang pembeli yang perlu dikembalikan, tetapi tidak tercatat di Pengembalian Dana. Kembalikan ke pembelinya.',
  'payment-not-booked': 'Pembayaran pesanan ini tidak ada di buku uang. Periksa di dasbor Midtrans.',
  'refund-not-booked':
    'Pengembalian dana pesanan ini tidak ada di buku uang. Cocokkan dengan dasbor Midtrans dan mutasi rekening.',
  'day-sums-differ':
    'Ringkasan pesanan tanggal ini tidak sama dengan pesanannya, jadi angka di Laporan bisa keliru. Minta bantuan orang yang memasang toko.',
  'day-products-differ':
    'Ringkasan produk tanggal ini tidak sama dengan pesanannya, jadi angka di Laporan bisa keliru. Minta bantuan orang yang memasang toko.',
  'search-text-differs':
    'Pencarian memakai data lama pesanan ini, jadi pesanannya bisa tidak ditemukan. Minta bantuan orang yang memasang toko.',
} as const satisfies Record<string, string>

export type BookRule = keyof typeof bookRules
export const isBookRule = (rule: string | null): rule is BookRule => rule !== null && rule in bookRules
