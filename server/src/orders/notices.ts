/** What is told of an order, and to whom. */
import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'
import { orderPaidNotice } from '@camilan/contract/notifications'
import type { Actor, ShipmentForm } from '@camilan/contract/orders'

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

/** Null where there is nothing left to say. */
export function shipmentChanged(id: string, { courier, tracking_number }: ShipmentForm): string | null {
  const words = [courier, tracking_number && `nomor resi ${tracking_number}`].filter(Boolean)
  return words.length > 0 ? `Pengiriman pesanan #${id}: ${words.join(', ')}.` : null
}

/** A status that an order has come to, in the words for its buyer and, where it concerns them, the administrators. */
export function orderMoved(
  id: string,
  status: 'DIBAYAR' | 'DIKIRIM' | 'SELESAI' | 'DIBATALKAN',
  actor: Actor,
): Notices {
  switch (status) {
    case 'DIBAYAR':
      // By the administrator: the shipment was taken back.
      if (actor === 'admin') return { toBuyer: `Pengiriman pesanan #${id} dibatalkan. Pesanan Anda kami siapkan lagi.` }
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
