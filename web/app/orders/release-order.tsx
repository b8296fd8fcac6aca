import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'

/** Releases an order whose money was taken back, so that it can be shipped. */
export function ReleaseOrder({ orderId }: { orderId: string }) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/release`, undefined, success(OrderDetail)),
    done: 'Pesanan tidak ditahan lagi',
    failed: 'Gagal melepas pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })

  async function ask() {
    const details =
      'Setelah dilepas, pesanan ini bisa dikirim. Pastikan dulu uangnya ada, atau Anda rela tanpa uangnya.'
    if (await confirm(`Lepas pesanan #${orderId}?`, { yes: 'Ya, lepas', no: 'Tidak', details })) await run()
  }

  return (
    <Button variant="quiet" pending={pending} onClick={ask} className="grow md:grow-0">
      Lepas pesanan
    </Button>
  )
}
