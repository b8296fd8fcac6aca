import { expect, test } from 'vitest'
import { type Notice, Notification, sentenceOf } from './notifications.ts'

const user = { user: '5f0c5a3e-0000-4000-8000-000000000000' }
const orderId = '261120-AAAAAA'

/** The sentences with a choice or a formatted value; of the others the table is the only place. */
const examples: [notice: Notice, sentence: string][] = [
  [
    { kind: 'order-placed', to: user, orderId, expiresAt: new Date('2026-11-21T07:20:00Z') },
    'Pesanan #261120-AAAAAA berhasil dibuat. Bayar sebelum 21-11-2026 14:20 WIB.',
  ],
  [
    { kind: 'shipment-corrected', to: user, orderId, courier: 'JNE', trackingNumber: 'JP123' },
    'Pengiriman pesanan #261120-AAAAAA: JNE, nomor resi JP123.',
  ],
  [
    { kind: 'shipment-corrected', to: user, orderId, courier: 'JNE', trackingNumber: null },
    'Pengiriman pesanan #261120-AAAAAA: JNE.',
  ],
  [
    { kind: 'shipment-corrected', to: user, orderId, courier: null, trackingNumber: 'JP123' },
    'Pengiriman pesanan #261120-AAAAAA: nomor resi JP123.',
  ],
  [
    {
      kind: 'order-lowered',
      to: user,
      orderId,
      taken: '1 dari 3 Nastar',
      amountIdr: 40_000,
      cause: 'Stok habis.',
    },
    'Pesanan #261120-AAAAAA: 1 dari 3 Nastar tidak dikirim. Alasan: Stok habis. Dana Anda sebesar Rp\u00a040.000 akan kami kembalikan.',
  ],
  [
    { kind: 'order-lowered', to: user, orderId, taken: '1 dari 3 Nastar', amountIdr: 0, cause: null },
    'Pesanan #261120-AAAAAA: 1 dari 3 Nastar tidak dikirim.',
  ],
  [
    { kind: 'paid-order-cancelled', to: user, orderId, amountIdr: 46_000, cause: 'Stok habis.' },
    'Pesanan #261120-AAAAAA dibatalkan oleh penjual. Alasan: Stok habis. Dana Anda sebesar Rp\u00a046.000 akan kami kembalikan.',
  ],
  [
    { kind: 'paid-order-cancelled', to: user, orderId, amountIdr: 0, cause: null },
    'Pesanan #261120-AAAAAA dibatalkan oleh penjual.',
  ],
  [
    { kind: 'refund-promised', to: user, orderId, amountIdr: 5_000, cause: 'Satu toples pecah' },
    'Dana pesanan #261120-AAAAAA sebesar Rp\u00a05.000 akan kami kembalikan. Alasan: Satu toples pecah.',
  ],
  [
    { kind: 'refund-account-set', to: 'admins', orderId, isChange: false },
    `Pembeli pesanan #${orderId} mengisi rekening untuk pengembalian dana.`,
  ],
  [
    { kind: 'refund-account-set', to: 'admins', orderId, isChange: true },
    `Pembeli pesanan #${orderId} mengganti rekening untuk pengembalian dana.`,
  ],
  [
    { kind: 'new-order', to: 'admins', orderId, buyerName: 'Ani', totalIdr: 31_000 },
    'Pesanan baru #261120-AAAAAA dari Ani, total Rp\u00a031.000.',
  ],
  [
    { kind: 'refund-due', to: 'admins', orderId, orderStatus: 'DIBATALKAN', amountIdr: 46_000 },
    'Pembayaran pesanan #261120-AAAAAA masuk setelah pesanan dibatalkan: perlu pengembalian dana Rp\u00a046.000.',
  ],
  [
    { kind: 'refund-due', to: 'admins', orderId, orderStatus: 'DIKIRIM', amountIdr: 46_000 },
    'Pembayaran pesanan #261120-AAAAAA masuk untuk kedua kalinya: perlu pengembalian dana Rp\u00a046.000.',
  ],
  [
    { kind: 'amount-differs', to: 'admins', orderId, expectedIdr: 46_000, reportedIdr: 46_001 },
    'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan Rp\u00a046.001. Periksa di dasbor Midtrans.',
  ],
  [
    { kind: 'amount-differs', to: 'admins', orderId, expectedIdr: 46_000, reportedIdr: null },
    'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan jumlah yang tidak dikenal. Periksa di dasbor Midtrans.',
  ],
  [
    { kind: 'payment-reversed', to: 'admins', orderId, gatewayState: null, isHeld: false },
    'Pembayaran pesanan #261120-AAAAAA dikembalikan atau dibatalkan oleh penyedia pembayaran. Periksa di dasbor Midtrans.',
  ],
  [
    { kind: 'payment-reversed', to: 'admins', orderId, gatewayState: 'chargeback', isHeld: true },
    'Pembayaran pesanan #261120-AAAAAA dikembalikan atau dibatalkan oleh penyedia pembayaran. Pesanan ini ditahan: jangan dikirim dulu. Periksa di dasbor Midtrans. Status: chargeback.',
  ],
  [
    { kind: 'payment-unclear', to: 'admins', orderId, gatewayState: 'something new' },
    'Pesanan #261120-AAAAAA sudah lewat batas waktunya, tetapi status pembayarannya tidak dikenal. Periksa di dasbor Midtrans, lalu akhiri pesanan ini kalau perlu. Status: something new.',
  ],
  [
    { kind: 'unmatched-payment', to: 'admins', paymentId: orderId, amountIdr: 46_000, gatewayState: 'settlement' },
    'Ada pembayaran Rp\u00a046.000 untuk pesanan #261120-AAAAAA yang tidak ada di toko ini. Periksa di dasbor Midtrans. Status: settlement.',
  ],
  [
    { kind: 'unmatched-payment', to: 'admins', paymentId: orderId, amountIdr: null, gatewayState: null },
    'Ada pembayaran untuk pesanan #261120-AAAAAA yang tidak ada di toko ini. Periksa di dasbor Midtrans.',
  ],
  [
    { kind: 'clock-differs', to: 'admins', clockName: 'Midtrans', aheadMs: 3 * 86_400_000 },
    'Jam server toko 4.320 menit lebih cepat dari jam Midtrans. Selama itu pesanan yang belum dibayar tidak dibatalkan. Periksa jam server (NTP).',
  ],
  [
    { kind: 'clock-differs', to: 'admins', clockName: 'basis data', aheadMs: -400_000 },
    'Jam server toko 7 menit lebih lambat dari jam basis data. Selama itu pesanan yang belum dibayar tidak dibatalkan. Periksa jam server (NTP).',
  ],
  [
    { kind: 'mail-stuck', to: 'admins', count: 3, waitingSince: new Date('2026-11-20T03:00:00Z') },
    '3 email belum terkirim, yang terlama sejak 20-11-2026 10:00 WIB. Selama itu pembeli tidak menerima tautan untuk mengatur ulang kata sandi. Minta pengelola server memeriksa server email (SMTP).',
  ],
  ...(
    [
      ['key-refused', 'Midtrans menolak kunci toko. Periksa server key di Pengaturan, Pembayaran.'],
      [
        'method-inactive',
        'Cara bayar yang ditawarkan toko belum aktif di Midtrans. Aktifkan di dasbor Midtrans, atau matikan di Pengaturan, Cara bayar.',
      ],
      ['order-refused', 'Midtrans menolak pesanan. Pesannya: “item is too long”.', 'item is too long'],
      ['no-answer', 'Midtrans tidak menjawab dengan benar.'],
    ] as const
  ).map(([cause, sentence, words = null]): [Notice, string] => [
    { kind: 'payments-failing', to: 'admins', cause, words, since: new Date('2026-11-20T03:00:00Z'), count: 7 },
    `${sentence} 7 pesanan belum bisa dibayar, yang terlama sejak 20-11-2026 10:00 WIB. Pesanan itu tersimpan, dan toko mencoba lagi setiap menit.`,
  ]),
  [
    { kind: 'webhooks-forged', to: 'admins', count: 20 },
    'Dalam satu jam terakhir 20 pemberitahuan pembayaran ditolak karena tanda tangannya salah. Tidak ada pesanan yang berubah. Minta pengelola server memeriksa apakah server key toko sama dengan yang di dasbor Midtrans. Kalau sama, ada yang mencoba memalsukan pembayaran.',
  ],
  [
    {
      kind: 'webhooks-missing',
      to: 'admins',
      count: 3,
      notificationUrl: 'https://camilan.id/api/payments/notification',
    },
    'Pemberitahuan 3 pembayaran dalam 24 jam terakhir tidak sampai; toko menemukannya dengan bertanya ke Midtrans, jadi lebih lambat. Periksa Payment Notification URL di dasbor Midtrans. Seharusnya: https://camilan.id/api/payments/notification',
  ],
  [
    { kind: 'disk-nearly-full', to: 'admins', disk: 'data', freeBytes: 950_000_000, sizeBytes: 20e9 },
    'Ruang disk server hampir habis: tersisa 950 MB dari 20 GB. Kalau habis, toko tidak bisa menerima pesanan. Minta pengelola server menghapus file yang tidak dipakai atau menambah ruang.',
  ],
  [
    { kind: 'disk-nearly-full', to: 'admins', disk: 'backup', freeBytes: 1_250_000_000, sizeBytes: 20e9 },
    'Ruang disk untuk cadangan hampir habis: tersisa 1,3 GB dari 20 GB. Kalau habis, data toko tidak dicadangkan lagi. Minta pengelola server menambah ruang atau mengurangi BACKUP_KEEP.',
  ],
  [
    { kind: 'disk-has-room', to: 'admins', disk: 'data', freeBytes: 4e9 },
    'Ruang disk server sudah cukup lagi: tersisa 4 GB.',
  ],
  [
    { kind: 'disk-has-room', to: 'admins', disk: 'backup', freeBytes: 4e9 },
    'Ruang disk untuk cadangan sudah cukup lagi: tersisa 4 GB.',
  ],
  [
    { kind: 'backup-too-old', to: 'admins', madeAt: new Date('2026-11-18T03:00:00Z') },
    'Cadangan terakhir data toko dibuat 18-11-2026 10:00 WIB. Kalau server rusak, data setelah itu hilang. Minta pengelola server memeriksa log server dan menjalankan perintah backup.',
  ],
  [
    { kind: 'backup-too-old', to: 'admins', madeAt: null },
    'Data toko belum pernah dicadangkan. Kalau server rusak, data setelah itu hilang. Minta pengelola server memeriksa log server dan menjalankan perintah backup.',
  ],
  [
    { kind: 'backup-made', to: 'admins', madeAt: new Date('2026-11-20T03:00:00Z') },
    'Data toko sudah dicadangkan lagi, terakhir 20-11-2026 10:00 WIB.',
  ],
  [
    { kind: 'access-changed', to: 'admins', change: 'payment-keys-removed', by: 'Bu Sari' },
    'Kunci Midtrans dihapus oleh Bu Sari. Kalau ini tidak Anda kenal, segera periksa Pengaturan dan Pengguna, lalu ganti kata sandi Anda.',
  ],
  [
    { kind: 'access-changed', to: 'admins', change: 'staff-invited', by: 'Bu Sari', name: 'Dewi' },
    'Bu Sari mengundang Dewi menjadi staf toko. Kalau ini tidak Anda kenal, segera periksa Pengaturan dan Pengguna, lalu ganti kata sandi Anda.',
  ],
]

test.each(examples)('the sentence of example %#', (notice, sentence) => {
  expect(sentenceOf(notice)).toBe(sentence)
})

test('an unknown kind is read as "other"', () => {
  const notification = {
    id: '1',
    kind: 'sent-by-a-newer-version',
    message: 'Halo',
    is_read: false,
    created_at: '2026-11-20T05:00:00.000Z',
    order_id: null,
  }
  expect(Notification.parse(notification)).toEqual({ ...notification, kind: 'other' })
})

test('the compiler refuses a notice with missing facts or facts of another kind, an unknown kind or the wrong recipient', () => {
  const refused = [
    // @ts-expect-error an order has an id
    { kind: 'order-paid', to: 'admins' } satisfies Notice,
    // @ts-expect-error the amount is missing
    { kind: 'refund-made', to: user, orderId } satisfies Notice,
    // @ts-expect-error money is a number
    { kind: 'refund-made', to: user, orderId, amountIdr: '46000' } satisfies Notice,
    // @ts-expect-error a fact of another kind
    { kind: 'order-paid', to: 'admins', orderId, stock: 5 } satisfies Notice,
    // @ts-expect-error this kind is for administrators
    { kind: 'order-paid', to: user, orderId } satisfies Notice,
    // @ts-expect-error this kind is for the buyer
    { kind: 'order-shipped', to: 'admins', orderId } satisfies Notice,
    // @ts-expect-error a user is named by { user }
    { kind: 'order-shipped', to: user.user, orderId } satisfies Notice,
    // @ts-expect-error only old notifications are "other"
    { kind: 'other', to: 'admins' } satisfies Notice,
    // @ts-expect-error no such kind
    { kind: 'order-lost', to: 'admins', orderId } satisfies Notice,
  ]
  expect(refused).toHaveLength(9)
})
