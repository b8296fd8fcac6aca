import type { Order } from '@camilan/contract/orders'
import { formatRupiah } from '~/platform/formats'

/**
 * A link that opens a chat with `phone` in WhatsApp, `text` already typed.
 * @param phone as the buyer wrote it; a number of Indonesia's own way (0812…) gets the country's 62
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

/** How a chat about an order begins. */
export function orderMessage(order: Pick<Order, 'id' | 'total_price' | 'status'> & { user: { name: string } }): string {
  return `Halo ${order.user.name}, tentang pesanan #${order.id} dengan total ${formatRupiah(order.total_price)}, status ${order.status}.`
}
