import type { NotificationKind } from '@camilan/contract/notifications'
import { expect, test } from 'vitest'
import { migrate } from '../platform/db/migrate.ts'
import { useDbBefore } from '../testing/test-db.ts'

const old = useDbBefore('notification_kinds')
const orderId = '261120-AAAAAA'

/** The texts from before there were kinds. */
const sentences: [kind: NotificationKind, message: string, orderId: string | null][] = [
  ['order-placed', 'Pesanan #261120-AAAAAA berhasil dibuat. Bayar sebelum 21-11-2026 14:20 WIB.', orderId],
  ['order-placed', 'Pesanan #261120-AAAAAA berhasil dibuat.', orderId], // written by `seed:large`
  ['payment-received', 'Pembayaran pesanan #261120-AAAAAA sudah kami terima. Pesanan segera dikirim.', orderId],
  ['order-shipped', 'Pesanan #261120-AAAAAA sedang dikirim. Konfirmasi setelah pesanan Anda terima.', orderId],
  ['shipment-undone', 'Pengiriman pesanan #261120-AAAAAA dibatalkan. Pesanan Anda kami siapkan lagi.', orderId],
  ['shipment-corrected', 'Pengiriman pesanan #261120-AAAAAA: JNE, nomor resi JP123.', orderId],
  ['shipment-corrected', 'Pengiriman pesanan #261120-AAAAAA: nomor resi #261120-AAAAAA.', orderId],
  ['order-completed', 'Pesanan #261120-AAAAAA selesai. Terima kasih sudah berbelanja!', orderId],
  ['order-cancelled', 'Pesanan #261120-AAAAAA telah dibatalkan.', orderId],
  ['order-expired', 'Pesanan #261120-AAAAAA dibatalkan karena belum dibayar sampai batas waktunya.', orderId],
  ['refund-made', 'Dana pesanan #261120-AAAAAA sebesar Rp\u00a046.000 sudah kami kembalikan.', orderId],
  ['new-order', 'Pesanan baru #261120-AAAAAA dari Ani, total Rp\u00a031.000.', orderId],
  ['new-order', 'Pesanan baru #261120-AAAAAA dari Stok Pesanan # telah dibatalkan., total Rp\u00a031.000.', orderId],
  ['new-order', 'Pesanan baru #261120-AAAAAA dari Ani.', orderId], // written by `seed:large`
  ['order-paid', 'Pesanan #261120-AAAAAA sudah dibayar dan siap dikirim.', orderId],
  ['order-received', 'Pesanan #261120-AAAAAA sudah diterima pembeli.', orderId],
  ['order-cancelled-by-buyer', 'Pesanan #261120-AAAAAA dibatalkan oleh pembeli.', orderId],
  ['unpaid-order-expired', 'Pesanan #261120-AAAAAA kedaluwarsa karena belum dibayar.', orderId],
  [
    'refund-due',
    'Pembayaran pesanan #261120-AAAAAA masuk setelah pesanan dibatalkan: perlu pengembalian dana Rp\u00a046.000.',
    orderId,
  ],
  [
    'refund-due',
    'Pembayaran pesanan #261120-AAAAAA masuk untuk kedua kalinya: perlu pengembalian dana Rp\u00a046.000.',
    orderId,
  ],
  [
    'amount-differs',
    'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan Rp\u00a046.001. Periksa di dasbor Midtrans.',
    orderId,
  ],
  [
    'amount-differs',
    'Laporan pembayaran pesanan #261120-AAAAAA tidak cocok: seharusnya Rp\u00a046.000, dilaporkan jumlah yang tidak dikenal. Periksa di dasbor Midtrans.',
    orderId,
  ],
  [
    'payment-reversed',
    'Pembayaran pesanan #261120-AAAAAA dikembalikan atau dibatalkan oleh penyedia pembayaran. Periksa di dasbor Midtrans.',
    orderId,
  ],
  ['stock-low', 'Stok Nastar tinggal 5', null],
  ['stock-low', 'Stok Nastar (habis) tinggal 5', null],
  ['stock-out', 'Stok Nastar habis', null],
  ['stock-out', 'Stok Paket tinggal 5 habis', null],
  ['other', 'Selamat datang di toko kami.', null],
  ['other', 'Pesanan #261120-BBBBBB telah dibatalkan.', orderId],
  ['other', 'Pesanan #261120-AAAAAA telah dibatalkan.', null],
  ['other', 'Stok Nastar habis', orderId],
]

test('older notifications get the kind of their sentence, and keep the sentence', async () => {
  const { pool } = old
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (name, email, password_hash, phone, gender, created_at)
    values ('Ani', 'ani@contoh.id', 'x', '081234567890', 'PEREMPUAN', now()) returning id`,
  )
  const userId = rows[0]?.id
  await pool.query(
    `insert into orders (id, user_id, buyer_name, buyer_phone, address, other_costs, total_price, order_time, expires_at)
    values ($1, $2, 'Ani', '081234567890', 'Jl. Melati 1', 6000, 46000, now(), now())`,
    [orderId, userId],
  )
  for (const [, message, ofOrder] of sentences) {
    await pool.query(
      'insert into notifications (user_id, order_id, message, created_at) values ($1, $2, $3, clock_timestamp())',
      [userId, ofOrder, message],
    )
  }

  await migrate(old.connection)

  const after = await pool.query('select kind, message, order_id from notifications order by created_at')
  expect(after.rows.map(({ kind, message, order_id }) => [kind, message, order_id])).toEqual(sentences)
})
