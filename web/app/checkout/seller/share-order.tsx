import { paidToCourier } from '@camilan/contract/order-values'
import type { Order } from '@camilan/contract/orders'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import { whatsappHref } from '~/orders/whatsapp'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'
import { Button, LinkButton } from '~/ui/ask/button'
import { copyText } from '~/ui/ask/copy-button'

/** The message with an order's link, to be copied or opened in WhatsApp. The link is shown only here. */
export function ShareOrder({ order, link }: { order: Order; link: string }) {
  const { name: shopName } = useShopInfo()
  const text = messageOfOrder(order, { link, shopName })
  return (
    <div className="grid gap-3">
      <p className="rounded-xl bg-soft px-4 py-3 whitespace-pre-line wrap-anywhere select-all">{text}</p>
      <div className="grid gap-3 sm:flex">
        {order.user.phone !== null && (
          <LinkButton to={whatsappHref(order.user.phone, text)} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden className="size-5" />
            Kirim lewat WhatsApp
          </LinkButton>
        )}
        <Button
          variant="quiet"
          onClick={({ currentTarget }) =>
            copyText({ text, of: 'pesan', pressed: currentTarget, done: 'Pesan disalin. Tempel di WhatsApp.' })
          }
        >
          <Copy aria-hidden className="size-5" />
          Salin pesan WhatsApp
        </Button>
      </div>
      <p className="text-13 text-muted">
        Tautan ini hanya tampil sekali. Kalau hilang, buat yang baru di halaman pesanan.
      </p>
    </div>
  )
}

/** The message with which the seller sends an order's link to its buyer. */
function messageOfOrder(order: Order, { link, shopName }: { link: string; shopName: string }): string {
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
    ...(order.delivery?.to_courier ? [paidToCourier] : []),
    isOpen
      ? `Lihat dan bayar sebelum ${formatJakartaTime(order.transaction.order_expires_at)}: ${link}`
      : `Lihat pesanan: ${link}`,
  ].join('\n')
}
