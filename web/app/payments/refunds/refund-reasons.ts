import type { RefundReason } from '@camilan/contract/refund-values'
import { href } from 'react-router'

/** The link of a message about money that is due now. */
export const toRefunds = { to: href('/admin/refunds'), label: 'Lihat pengembalian dana' }

/** Why money goes back, for the seller. */
export const refundReasonTexts: Record<RefundReason, string> = {
  CANCELLED: 'Masuk setelah pesanan dibatalkan',
  PAID_TWICE: 'Pesanan dibayar dua kali',
  SURPLUS: 'Dibayar lebih dari totalnya',
  SHOP_CANCELLED: 'Pesanan dibatalkan setelah dibayar',
  PART: 'Sebagian dana dikembalikan',
  OUTSIDE: 'Tidak lewat toko',
}
