import type { Order } from '@camilan/contract/orders'
import { formatRupiah } from '~/platform/formats'

/**
 * A URL that opens a chat with `phone` in WhatsApp, with `text` filled in.
 * @param phone  as the buyer wrote it; a national number (0812…) gets Indonesia's country code 62
 */
export function whatsappHref(phone: string, text: string): string {
  return `https://wa.me/${internationalDigits(phone)}?text=${encodeURIComponent(text)}`
}

function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return digits.replace(/^620/, '62')
  if (digits.startsWith('00')) return digits.slice(2)
  if (digits.startsWith('0')) return `62${digits.slice(1)}`
  return digits.startsWith('8') ? `62${digits}` : digits.replace(/^620/, '62')
}

/** The first message of a chat about an order. */
export function orderMessage(order: Pick<Order, 'id' | 'total_price' | 'status'> & { user: { name: string } }): string {
  return `Halo ${order.user.name}, tentang pesanan #${order.id} dengan total ${formatRupiah(order.total_price)}, status ${order.status}.`
}
