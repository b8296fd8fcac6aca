import * as z from 'zod/mini'

/** What each code says to a person when the refusal has no sentence of its own. */
export const errorSentences = {
  VALIDATION: 'Data yang dikirim belum benar. Periksa kembali isian Anda.',
  EMPTY_CART: 'Keranjang Anda Kosong',
  BELOW_MINIMUM: 'Total pesanan belum mencapai batas minimum pembayaran.',
  WRONG_PASSWORD: 'Kata sandi saat ini salah.',
  UNAUTHENTICATED: 'Anda harus login terlebih dahulu.',
  INVALID_CREDENTIALS: 'Email atau kata sandi salah.',
  FORBIDDEN: 'Anda tidak memiliki akses pada halaman yang dituju.',
  NOT_FOUND: 'Data tidak ditemukan.',
  EMAIL_TAKEN: 'Email sudah terdaftar.',
  OUT_OF_STOCK: 'Stok produk tidak mencukupi.',
  STOCK_CHANGED: 'Stok sudah berubah. Periksa jumlahnya sebelum menyimpan lagi.',
  INVALID_TRANSITION: 'Status pesanan tidak dapat diubah.',
  COST_MISMATCH: 'Biaya pengiriman atau pelayanan sudah berubah. Muat ulang halaman ini.',
  PRICE_CHANGED: 'Harga sudah berubah. Periksa kembali total pesanan Anda.',
  NOT_PAYABLE: 'Pesanan ini tidak dapat dibayar lagi.',
  IDEMPOTENCY_MISMATCH: 'Permintaan ini sudah pernah dikirim dengan isi yang berbeda.',
  PAYLOAD_TOO_LARGE: 'Data yang dikirim terlalu besar.',
  UNSUPPORTED_MEDIA: 'Jenis data yang dikirim tidak didukung.',
  RATE_LIMITED: 'Terlalu banyak percobaan. Silakan coba lagi nanti.',
  TOO_MANY_UNPAID: 'Masih ada pesanan yang belum dibayar. Bayar atau batalkan dulu sebelum memesan lagi.',
  INTERNAL: 'Terjadi kesalahan pada server. Silakan coba lagi.',
  PAYMENT_UNAVAILABLE: 'Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan, silakan bayar nanti.',
  UNAVAILABLE: 'Toko sedang sibuk. Silakan coba lagi sebentar lagi.',
} as const

export type ErrorCode = keyof typeof errorSentences

/** The body of every failure under /api. */
export const Failure = z.object({
  errors: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
})
export type Failure = z.infer<typeof Failure>
