import { switches, toggle } from '../kinds.ts'
import { section } from '../section.ts'

export const messages = section({
  id: 'messages',
  title: 'Email dan peringatan',
  settings: {
    mails: {
      label: 'Email',
      hint: 'Tautan yang diminta orang, dan pemberitahuan bahwa email akun diganti, selalu dikirim.',
      ...switches({
        'password-changed': {
          label: 'Kata sandi diubah',
          hint: 'Kepada pemilik akun, supaya ia tahu kalau bukan ia sendiri yang mengubahnya.',
        },
        alarm: {
          label: 'Toko perlu perhatian',
          hint: 'Kepada semua administrator, saat salah satu peringatan di bawah muncul.',
        },
        'alarm-over': { label: 'Masalah teratasi', hint: 'Kepada semua administrator, saat peringatan itu selesai.' },
      }),
    },
    // Buyers get a mail about a paid and a shipped order, administrators about a paid one.
    mail_order_events: {
      label: 'Pesanan dibayar dan dikirim',
      noun: 'email pesanan dibayar dan dikirim',
      hint: 'Kepada pembeli, dengan nomor resinya lima menit setelah dikirim, dan kepada semua administrator saat pesanan dibayar.',
      ...toggle,
    },
    alerts: {
      label: 'Peringatan',
      hint: 'Masuk ke Notifikasi semua administrator, paling banyak sekali sehari.',
      ...switches({
        clock: { label: 'Jam server salah' },
        mail: { label: 'Email tidak terkirim' },
        payments: { label: 'Pembeli tidak bisa membayar' },
        'payment-keys': { label: 'Kunci Midtrans tidak terbaca' },
        'webhooks-forged': { label: 'Pemberitahuan pembayaran palsu' },
        'webhooks-missing': { label: 'Pemberitahuan pembayaran tidak sampai' },
        'disk-data': { label: 'Ruang disk server hampir habis' },
        'disk-backup': { label: 'Ruang disk cadangan hampir habis' },
        backup: { label: 'Cadangan data terlalu lama' },
      }),
    },
  },
  summary({ mails, alerts, mail_order_events }) {
    const off = [...Object.values(mails), ...Object.values(alerts)].filter((isOn) => !isOn).length
    const others = off === 0 ? 'Semua peringatan menyala' : `${off} dimatikan`
    return `${others} · email pesanan ${mail_order_events ? 'menyala' : 'mati'}`
  },
})
