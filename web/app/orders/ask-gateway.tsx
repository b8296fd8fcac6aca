import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { RefreshCw } from 'lucide-react'
import { api } from '~/platform/api'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'

/** Makes the server ask the gateway about all payments of an order, also those that ended. */
export function AskGateway({ orderId }: { orderId: string }) {
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/refresh`, undefined, success(OrderDetail)),
    done: 'Status pembayaran sudah yang terbaru dari Midtrans',
    failed: 'Midtrans belum menjawab. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => run()} className="justify-self-start">
      {!pending && <RefreshCw aria-hidden className="size-5" />}
      Tanya Midtrans
    </Button>
  )
}
