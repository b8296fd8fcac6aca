import { expect, test } from 'vitest'
import { orderMessage, whatsappHref } from './whatsapp'

test.each([
  ['081234567890', '6281234567890'],
  ['0812-3456 7890', '6281234567890'],
  ['81234567890', '6281234567890'],
  ['6281234567890', '6281234567890'],
  ['+62 812 3456 7890', '6281234567890'],
  ['+62 0812 3456 7890', '6281234567890'],
  ['006281234567890', '6281234567890'],
  ['021 5550123', '62215550123'],
  ['+65 8123 4567', '6581234567'],
])('the phone %s is %s to WhatsApp', (phone, digits) => {
  expect(whatsappHref(phone, 'Halo')).toBe(`https://wa.me/${digits}?text=Halo`)
})

const order = {
  id: '261120-7K3QX9',
  total_price: 46_000,
  user: { name: 'Ani & Budi' },
  transaction: { status: 'SUKSES', order_expires_at: '2026-11-20T17:05:00Z', refunded_at: null },
  shipment: null,
} as unknown as Parameters<typeof orderMessage>[0]

const told = (more: object) => {
  const url = new URL(whatsappHref('0812', orderMessage({ ...order, ...more }, 'https://camilan.test')))
  return url.searchParams.get('text')?.replaceAll('\u00a0', ' ')
}

const shipment = { courier: 'JNE', tracking_number: 'CGK123', shipped_at: '2026-11-20T10:00:00Z' }
const unpaid = { status: 'PENDING', order_expires_at: '2026-11-20T17:05:00Z', refunded_at: null }

test.each([
  [
    { status: 'DIPROSES', transaction: unpaid },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 belum kami terima pembayarannya. Mohon dibayar sebelum 21-11-2026 00:05 WIB.',
  ],
  [
    { status: 'DIBAYAR' },
    'pembayaran pesanan #261120-7K3QX9 dengan total Rp 46.000 sudah kami terima. Pesanan sedang kami siapkan.',
  ],
  [
    { status: 'DIKIRIM', shipment },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 sudah dikirim lewat JNE dengan nomor resi CGK123.',
  ],
  [
    { status: 'DIKIRIM', shipment: { ...shipment, tracking_number: null } },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 sudah dikirim lewat JNE.',
  ],
  [
    { status: 'DIKIRIM', shipment: { ...shipment, courier: null, tracking_number: null } },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 sudah dikirim.',
  ],
  [
    { status: 'SELESAI', shipment },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 sudah selesai. Terima kasih sudah berbelanja!',
  ],
  [
    { status: 'DIBATALKAN', transaction: { ...unpaid, status: 'KADALUARSA' } },
    'pesanan #261120-7K3QX9 dengan total Rp 46.000 dibatalkan.',
  ],
  [
    { status: 'DIBATALKAN' },
    'pesanan #261120-7K3QX9 dibatalkan, dan dana sebesar Rp 46.000 akan kami kembalikan. Mohon kirim nomor rekening Anda.',
  ],
  [
    { status: 'DIBATALKAN', transaction: { ...unpaid, status: 'SUKSES', refunded_at: '2026-11-20T10:00:00Z' } },
    'pesanan #261120-7K3QX9 dibatalkan, dan dana sebesar Rp 46.000 sudah kami kembalikan.',
  ],
])('the message says what the status means for the buyer, and links to the order: %o', (more, news) => {
  expect(told(more)).toBe(`Halo Ani & Budi, ${news} Lihat pesanan: https://camilan.test/my-order/order/261120-7K3QX9`)
})
