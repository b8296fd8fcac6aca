import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { CircleX } from 'lucide-react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'

/** Ends an unpaid order: its payment is closed and its stock can be sold again. */
export function EndOrder({ orderId }: { orderId: string }) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/cancel`, undefined, success(OrderDetail)),
    done: 'Pesanan telah diakhiri',
    failed: 'Gagal mengakhiri pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })

  async function ask() {
    const question = `Akhiri pesanan #${orderId} yang belum dibayar?`
    if (await confirm(question, { yes: 'Ya, akhiri', no: 'Tidak', danger: true })) await run()
  }

  return (
    <Button variant="quiet" pending={pending} onClick={ask}>
      {!pending && <CircleX aria-hidden className="size-5" />}
      <span>Akhiri pesanan</span>
    </Button>
  )
}
