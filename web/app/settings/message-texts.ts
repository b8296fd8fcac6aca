import type { AlarmName, MailKind } from '@camilan/contract/settings-values'

export const mailTexts: Record<MailKind, { label: string; hint: string }> = {
  'password-changed': {
    label: 'Kata sandi diubah',
    hint: 'Kepada pemilik akun, supaya ia tahu kalau bukan ia sendiri yang mengubahnya.',
  },
  alarm: {
    label: 'Toko perlu perhatian',
    hint: 'Kepada semua administrator, saat salah satu peringatan di bawah muncul.',
  },
  'alarm-over': { label: 'Masalah teratasi', hint: 'Kepada semua administrator, saat peringatan itu selesai.' },
}

export const orderMailsText = {
  label: 'Pesanan dibayar dan dikirim',
  hint: 'Kepada pembeli, dengan nomor resinya lima menit setelah dikirim, dan kepada semua administrator saat pesanan dibayar.',
}

export const alertTexts: Record<AlarmName, string> = {
  clock: 'Jam server salah',
  mail: 'Email tidak terkirim',
  payments: 'Pembeli tidak bisa membayar',
  'payment-keys': 'Kunci Midtrans tidak terbaca',
  'webhooks-forged': 'Pemberitahuan pembayaran palsu',
  'webhooks-missing': 'Pemberitahuan pembayaran tidak sampai',
  'disk-data': 'Ruang disk server hampir habis',
  'disk-backup': 'Ruang disk cadangan hampir habis',
  backup: 'Cadangan data terlalu lama',
}
