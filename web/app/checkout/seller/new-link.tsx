import type { OrderDetail } from '@camilan/contract/orders'
import { OrderLink } from '@camilan/contract/seller-orders'
import { success } from '@camilan/contract/wire'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog } from '~/ui/ask/dialog'
import { ShareOrder } from './share-order'

/** Makes a new link for the buyer of an order that the seller entered. The former one ends. */
export default function NewLink({ order }: { order: OrderDetail }) {
  const confirm = useConfirm()
  const [link, setLink] = useState<string | null>(null)
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/link`, undefined, success(OrderLink)),
    done: ({ data }) => setLink(data.link),
    failed: 'Gagal membuat tautan. Silakan coba lagi.',
  })
  async function ask() {
    const question = 'Buat tautan baru untuk pembeli? Tautan yang lama tidak berlaku lagi.'
    if (await confirm(question, { yes: 'Ya, buat', no: 'Tidak' })) await run()
  }
  return (
    <>
      <Button variant="quiet" pending={pending} onClick={ask}>
        {!pending && <Link2 aria-hidden className="size-5" />}
        <span>Tautan baru</span>
      </Button>
      <Dialog open={link !== null} onClose={() => setLink(null)} title="Kirim ke pembeli">
        {link !== null && <ShareOrder order={order} link={link} />}
      </Dialog>
    </>
  )
}
