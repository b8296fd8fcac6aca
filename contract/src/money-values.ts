/** What an administrator has to look at in 'Uang yang perlu dilihat'. Without zod, so that pages can load it. */

interface MoneyKindTexts {
  title: string
  /** What to do; the last sentence of a row, and the remedy that `npm run doctor` prints. */
  advice: string
  /**
   * What ends it: `refund` is recorded with the refunds, `release` lets the order be shipped again or cancels it, `check` is a
   * note that an administrator has looked at it.
   */
  action: 'refund' | 'release' | 'check'
}

export const moneyKinds = {
  'refund-due': {
    title: 'Perlu dikembalikan',
    advice: 'Kembalikan dana kepada pembeli, lalu catat di Pengembalian Dana.',
    action: 'refund',
  },
  'refund-stuck': {
    title: 'Pengembalian belum dijawab Midtrans',
    advice: 'Periksa di dasbor Midtrans apakah dana ini sudah dikembalikan, lalu catat di Pengembalian Dana.',
    action: 'refund',
  },
  withdrawn: {
    title: 'Uang ditarik kembali',
    advice:
      'Pesanan ini ditahan, jangan dikirim dulu. Periksa di dasbor Midtrans dan hubungi pembelinya, lalu lepas atau batalkan pesanannya.',
    action: 'release',
  },
  'partly-withdrawn': {
    title: 'Sebagian uang tidak ada lagi',
    advice:
      'Sebagian uang pesanan ini dikembalikan atau ditarik kembali di Midtrans, bukan lewat toko. Periksa di dasbor Midtrans.',
    action: 'check',
  },
  'owed-to-shop': {
    title: 'Toko kurang menerima',
    advice:
      'Uang pesanan ini tidak ada lagi pada toko, padahal barangnya tidak dibatalkan. Tagih pembelinya, batalkan pesanannya, atau terima selisihnya.',
    action: 'check',
  },
  'other-amount': {
    title: 'Jumlah tidak cocok',
    advice:
      'Jumlah yang dilaporkan Midtrans bukan jumlah pesanan. Periksa di dasbor Midtrans; kalau perlu akhiri pesanannya.',
    action: 'check',
  },
  unclear: {
    title: 'Status tidak dikenal',
    advice:
      'Pesanan lewat batas waktunya dan status pembayarannya tidak dikenal. Periksa di dasbor Midtrans; kalau perlu akhiri pesanannya.',
    action: 'check',
  },
  unmatched: {
    title: 'Pembayaran tanpa pesanan',
    advice:
      'Uang ini masuk untuk pesanan yang tidak ada di toko. Cocokkan dengan pembelinya, atau kembalikan di Midtrans.',
    action: 'check',
  },
  books: {
    title: 'Catatan toko tidak cocok',
    advice: 'Catatan toko tidak cocok satu sama lain.',
    action: 'check',
  },
} as const satisfies Record<string, MoneyKindTexts>

export type MoneyKind = keyof typeof moneyKinds
export const moneyKindNames = Object.keys(moneyKinds) as [MoneyKind, ...MoneyKind[]]

/** The kinds that are stored at a payment attempt. */
export type MatterKind = Extract<MoneyKind, 'other-amount' | 'unclear' | 'partly-withdrawn'>

export const checkedKinds = moneyKindNames.filter((kind) => moneyKinds[kind].action === 'check')
