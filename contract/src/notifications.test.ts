import { expect, expectTypeOf, test } from 'vitest'
import { type Notice, Notification, NotificationKind, sentenceOf } from './notifications.ts'

const user = { user: '5f0c5a3e-0000-4000-8000-000000000000' }
const orderId = '261120-AAAAAA'

const sentences: Record<Notice['kind'], [notice: Notice, sentence: string][]> = {
  'order-placed': [
    [
      { kind: 'order-placed', to: user, orderId, expiresAt: new Date('2026-11-21T07:20:00Z') },
      'Pesanan #261120-AAAAAA berhasil dibuat. Bayar sebelum 21-11-2026 14:20 WIB.',
    ],
  ],
  'payment-received': [
    [
      { kind: 'payment-received', to: user, orderId },
      'Pembayaran pesanan #261120-AAAAAA sudah kami terima. Pesanan segera dikirim.',
    ],
  ],
  'order-shipped': [
    [
      { kind: 'order-shipped', to: user, orderId },
      'Pesanan #261120-AAAAAA sedang dikirim. Konfirmasi setelah pesanan Anda terima.',
    ],
  ],
  'shipment-undone': [
    [
      { kind: 'shipment-undone', to: user, orderId },
      'Pengiriman pesanan #261120-AAAAAA dibatalkan. Pesanan Anda kami siapkan lagi.',
    ],
  ],
  'shipment-corrected': [
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
  ],
  'order-completed': [
    [{ kind: 'order-completed', to: user, orderId }, 'Pesanan #261120-AAAAAA selesai. Terima kasih sudah berbelanja!'],
  ],
  'order-cancelled': [[{ kind: 'order-cancelled', to: user, orderId }, 'Pesanan #261120-AAAAAA telah dibatalkan.']],
  'order-expired': [
    [
      { kind: 'order-expired', to: user, orderId },
      'Pesanan #261120-AAAAAA dibatalkan karena belum dibayar sampai batas waktunya.',
    ],
  ],
  'order-cancelled-by-seller': [
    [
      { kind: 'order-cancelled-by-seller', to: user, orderId },
      'Pesanan #261120-AAAAAA dibatalkan oleh penjual. Jika Anda sudah membayar, dana Anda akan kami kembalikan.',
    ],
  ],
  'refund-made': [
    [
      { kind: 'refund-made', to: user, orderId, amountIdr: 46_000 },
      'Dana pesanan #261120-AAAAAA sebesar Rp\u00a046.000 sudah kami kembalikan.',
    ],
  ],
  'new-order': [
    [
      { kind: 'new-order', to: 'admins', orderId, buyerName: 'Ani', totalIdr: 31_000 },
      'Pesanan baru #261120-AAAAAA dari Ani, total Rp\u00a031.000.',
    ],
  ],
  'order-paid': [
    [{ kind: 'order-paid', to: 'admins', orderId }, 'Pesanan #261120-AAAAAA sudah dibayar dan siap dikirim.'],
  ],
  'order-received': [
    [{ kind: 'order-received', to: 'admins', orderId }, 'Pesanan #261120-AAAAAA sudah diterima pembeli.'],
  ],
  'order-cancelled-by-buyer': [
    [{ kind: 'order-cancelled-by-buyer', to: 'admins', orderId }, 'Pesanan #261120-AAAAAA dibatalkan oleh pembeli.'],
  ],
  'unpaid-order-expired': [
    [
      { kind: 'unpaid-order-expired', to: 'admins', orderId },
      'Pesanan #261120-AAAAAA kedaluwarsa karena belum dibayar.',
    ],
  ],
  'refund-due': [
    [
      { kind: 'refund-due', to: 'admins', orderId, orderStatus: 'DIBATALKAN', amountIdr: 46_000 },
      'Pembayaran pesanan #261120-AAAAAA masuk setelah pesanan dibatalkan: perlu pengembalian dana Rp\u00a046.000.',
    ],
    [
      { kind: 'refund-due', to: 'admins', orderId, orderStatus: 'DIKIRIM', amountIdr: 46_000 },
      'Pembayaran pesanan #261120-AAAAAA masuk untuk kedua kalinya: perlu pengembalian dana Rp\u00a046.000.',
    ],
  ],
  'amount-differs': [
    [
      { kind: 'amount-differs', to: 'admins', orderId, expectedIdr: 46_000, reportedIdr: 46_001 },
      'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan Rp\u00a046.001. Periksa di dasbor Midtrans.',
    ],
    [
      { kind: 'amount-differs', to: 'admins', orderId, expectedIdr: 46_000, reportedIdr: null },
      'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan jumlah yang tidak dikenal. Periksa di dasbor Midtrans.',
    ],
  ],
  'payment-reversed': [
    [
      { kind: 'payment-reversed', to: 'admins', orderId, gatewayState: null },
      'Pembayaran pesanan #261120-AAAAAA dikembalikan atau dibatalkan oleh penyedia pembayaran. Periksa di dasbor Midtrans.',
    ],
    [
      { kind: 'payment-reversed', to: 'admins', orderId, gatewayState: 'chargeback' },
      'Pembayaran pesanan #261120-AAAAAA dikembalikan atau dibatalkan oleh penyedia pembayaran. Periksa di dasbor Midtrans. Status: chargeback.',
    ],
  ],
  'payment-unclear': [
    [
      { kind: 'payment-unclear', to: 'admins', orderId, gatewayState: 'something new' },
      'Pesanan #261120-AAAAAA sudah lewat batas waktunya, tetapi status pembayarannya tidak dikenal. Periksa di dasbor Midtrans, lalu akhiri pesanan ini bila perlu. Status: something new.',
    ],
  ],
  'unmatched-payment': [
    [
      { kind: 'unmatched-payment', to: 'admins', paymentId: orderId, amountIdr: 46_000, gatewayState: 'settlement' },
      'Ada pembayaran Rp\u00a046.000 untuk pesanan #261120-AAAAAA yang tidak ada di toko ini. Periksa di dasbor Midtrans. Status: settlement.',
    ],
    [
      { kind: 'unmatched-payment', to: 'admins', paymentId: orderId, amountIdr: null, gatewayState: null },
      'Ada pembayaran untuk pesanan #261120-AAAAAA yang tidak ada di toko ini. Periksa di dasbor Midtrans.',
    ],
  ],
  'clock-differs': [
    [
      { kind: 'clock-differs', to: 'admins', clockName: 'Midtrans', aheadMs: 3 * 86_400_000 },
      'Jam server toko 4.320 menit lebih cepat dari jam Midtrans. Selama itu pesanan yang belum dibayar tidak dibatalkan. Periksa jam server (NTP).',
    ],
    [
      { kind: 'clock-differs', to: 'admins', clockName: 'basis data', aheadMs: -400_000 },
      'Jam server toko 7 menit lebih lambat dari jam basis data. Selama itu pesanan yang belum dibayar tidak dibatalkan. Periksa jam server (NTP).',
    ],
  ],
  'stock-low': [[{ kind: 'stock-low', to: 'admins', productName: 'Nastar', stock: 5 }, 'Stok Nastar tinggal 5']],
  'stock-out': [[{ kind: 'stock-out', to: 'admins', productName: 'Nastar' }, 'Stok Nastar habis']],
}

test.each(Object.entries(sentences))('the sentence of %s', (kind, examples) => {
  for (const [notice, sentence] of examples) {
    expect(notice.kind).toBe(kind)
    expect(sentenceOf(notice)).toBe(sentence)
  }
})

test('every kind that is sent has an example above, and "other" is never sent', () => {
  const { options } = NotificationKind._zod.def.innerType
  expect([...Object.keys(sentences), 'other'].sort()).toEqual([...options].sort())
  expectTypeOf<Extract<Notice['kind'], 'other'>>().toBeNever()
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
