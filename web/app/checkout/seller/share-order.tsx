import type { Order } from '@camilan/contract/orders'
import { Copy, MessageCircle } from 'lucide-react'
import { whatsappHref } from '~/orders/whatsapp'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button, LinkButton } from '~/ui/ask/button'
import { copyText } from '~/ui/ask/copy-button'
import { messageOfOrder } from './message-of-order'

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
