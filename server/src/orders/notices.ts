/** What is told of an order, and to whom. */
import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'
import { orderPaidNotice } from '@camilan/contract/notifications'
import type { Actor } from '@camilan/contract/orders'

export interface Notices {
  toBuyer: string
  toAdmins?: string
}

export function orderPlaced(order: { id: string; totalPrice: number; expiresAt: Date; buyerName: string }) {
  return {
    toBuyer: `Pesanan #${order.id} berhasil dibuat. Bayar sebelum ${formatJakartaTime(order.expiresAt)}.`,
    toAdmins: `Pesanan baru #${order.id} dari ${order.buyerName}, total ${formatRupiah(order.totalPrice)}.`,
  }
}

/** A status that an order has come to, in the words for its buyer and, where it concerns them, the administrators. */
export function orderMoved(
  id: string,
  status: 'DIBAYAR' | 'DIKIRIM' | 'SELESAI' | 'DIBATALKAN',
  actor: Actor,
): Notices {
  switch (status) {
    case 'DIBAYAR':
      return {
        toBuyer: `Pembayaran pesanan #${id} sudah kami terima. Pesanan segera dikirim.`,
        toAdmins: orderPaidNotice(id),
      }
    case 'DIKIRIM':
      return { toBuyer: `Pesanan #${id} sedang dikirim. Konfirmasi setelah pesanan Anda terima.` }
    case 'SELESAI':
      return {
        toBuyer: `Pesanan #${id} selesai. Terima kasih sudah berbelanja!`,
        toAdmins: `Pesanan #${id} sudah diterima pembeli.`,
      }
    case 'DIBATALKAN':
      return actor === 'customer'
        ? { toBuyer: `Pesanan #${id} telah dibatalkan.`, toAdmins: `Pesanan #${id} dibatalkan oleh pembeli.` }
        : {
            toBuyer: `Pesanan #${id} dibatalkan karena belum dibayar sampai batas waktunya.`,
            toAdmins: `Pesanan #${id} kedaluwarsa karena belum dibayar.`,
          }
  }
}
