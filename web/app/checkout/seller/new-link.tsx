import type { OrderDetail } from '@camilan/contract/orders'
import { OrderLink } from '@camilan/contract/seller-orders'
import { success } from '@camilan/contract/wire'
import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { Dialog } from '~/ui/ask/dialog'
import { AskButton } from '~/ui/form/ask-button'
import { ShareOrder } from './share-order'

/** Makes a new link for the buyer of an order that the seller entered. The former one ends. */
export default function NewLink({ order }: { order: OrderDetail }) {
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <AskButton
        label="Tautan baru"
        icon={Link2}
        question="Buat tautan baru untuk pembeli? Tautan yang lama tidak berlaku lagi."
        yes="Ya, buat"
        no="Tidak"
        do={() => api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/link`, undefined, success(OrderLink))}
        done={({ data }) => setLink(data.link)}
        failed="Gagal membuat tautan. Silakan coba lagi."
      />
      <Dialog open={link !== null} onClose={() => setLink(null)} title="Kirim ke pembeli">
        {link !== null && <ShareOrder order={order} link={link} />}
      </Dialog>
    </>
  )
}
