import * as z from 'zod/mini'

/** The sentence for each code, used where an error has no sentence of its own. */
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

/** The HTTP status of each code. */
export const errorStatuses = {
  VALIDATION: 400,
  EMPTY_CART: 400,
  BELOW_MINIMUM: 400,
  WRONG_PASSWORD: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  OUT_OF_STOCK: 409,
  TOO_MANY_UNPAID: 409,
  STOCK_CHANGED: 409,
  INVALID_TRANSITION: 409,
  COST_MISMATCH: 409,
  PRICE_CHANGED: 409,
  NOT_PAYABLE: 409,
  IDEMPOTENCY_MISMATCH: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  PAYMENT_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>

/** The body of every error response under /api. */
export const Failure = z.object({
  errors: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
})
export type Failure = z.infer<typeof Failure>
