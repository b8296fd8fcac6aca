import type { Order } from '@camilan/contract/orders'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'

/** The message with which the seller sends an order's link to its buyer. */
export function messageOfOrder(order: Order, { link, shopName }: { link: string; shopName: string }): string {
  const { discount, other_costs } = order
  const costs = other_costs + (discount?.amount ?? 0)
  const isOpen = order.status === 'DIPROSES'
  return [
    `Halo ${order.user.name}, pesanan Anda di ${shopName} (#${order.id}):`,
    ...order.order_items.map(
      ({ quantity, product, price }) => `• ${quantity} × ${product.name} ${formatRupiah(price)}`,
    ),
    ...(costs === 0 ? [] : [`Pengiriman dan pelayanan ${formatRupiah(costs)}`]),
    ...(discount ? [`Diskon (${discount.reason}) -${formatRupiah(discount.amount)}`] : []),
    `*Total ${formatRupiah(order.total_price)}*`,
    isOpen
      ? `Lihat dan bayar sebelum ${formatJakartaTime(order.transaction.order_expires_at)}: ${link}`
      : `Lihat pesanan: ${link}`,
  ].join('\n')
}
