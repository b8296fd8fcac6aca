import { whatsappUrl } from '@camilan/contract/contact-links'
import type { Order, Shipment } from '@camilan/contract/orders'
import { href } from 'react-router'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'

/**
 * A URL that opens a chat with `phone` in WhatsApp, with `text` filled in.
 * @param phone  as the buyer wrote it; a national number (0812…) gets Indonesia's country code 62
 */
export function whatsappHref(phone: string, text: string): string {
  return `${whatsappUrl(phone)}?text=${encodeURIComponent(text)}`
}

type ToldOrder = Pick<Order, 'id' | 'total_price' | 'status' | 'transaction' | 'shipment' | 'source'> & {
  user: { name: string }
}

/**
 * The first message of a chat about an order: the meaning of its status for the buyer, and a link to it.
 * @param shopUrl  the origin of the shop's pages
 */
export function orderMessage(order: ToldOrder, shopUrl: string): string {
  // The seller entered it: its buyer has a link of their own (checkout/share-order.tsx).
  if (order.source === 'penjual') return `Halo ${order.user.name}, ${newsOf(order)}`
  const link = `${shopUrl}${href('/my-order/order/:orderId', { orderId: order.id })}`
  return `Halo ${order.user.name}, ${newsOf(order)} Lihat pesanan: ${link}`
}

function newsOf({ id, total_price, status, transaction, shipment }: ToldOrder): string {
  const total = formatRupiah(total_price)
  switch (status) {
    case 'DIPROSES':
      return `pesanan #${id} dengan total ${total} belum kami terima pembayarannya. Mohon dibayar sebelum ${formatJakartaTime(transaction.order_expires_at)}.`
    case 'DIBAYAR':
      return `pembayaran pesanan #${id} dengan total ${total} sudah kami terima. Pesanan sedang kami siapkan.`
    case 'DIKIRIM':
      return `pesanan #${id} dengan total ${total} sudah dikirim${shipmentWords(shipment)}.`
    case 'SELESAI':
      return `pesanan #${id} dengan total ${total} sudah selesai. Terima kasih sudah berbelanja!`
    case 'DIBATALKAN':
      if (transaction.status !== 'SUKSES') return `pesanan #${id} dengan total ${total} dibatalkan.`
      return transaction.refunded_at
        ? `pesanan #${id} dibatalkan, dan dana sebesar ${total} sudah kami kembalikan.`
        : `pesanan #${id} dibatalkan, dan dana sebesar ${total} akan kami kembalikan. Mohon kirim nomor rekening Anda.`
  }
}

/** Nothing if neither the courier nor the tracking number is known. */
function shipmentWords(shipment: Shipment | null): string {
  const courier = shipment?.courier ? ` lewat ${shipment.courier}` : ''
  const number = shipment?.tracking_number ? ` dengan nomor resi ${shipment.tracking_number}` : ''
  return courier + number
}
