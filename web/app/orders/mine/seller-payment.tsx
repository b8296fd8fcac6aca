import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { api } from '~/platform/api/api'
import { useSession } from '~/platform/api/session'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { PaymentInfo } from './payment-info'

/** How an order was paid, or that it was not. An administrator can have Midtrans asked. */
export function SellerPayment({ order }: { order: OrderDetail }) {
  const { isAdmin } = useSession()
  const ask = isAdmin && !order.transaction.by_hand && <AskGateway orderId={order.id} />
  if (order.transaction.status === 'SUKSES') return <PaymentInfo order={order}>{ask}</PaymentInfo>
  return (
    <SectionCard title="Pembayaran">
      <p>Belum ada uang yang masuk.</p>
      {ask && <p className="mb-4 text-muted">Pembeli bilang sudah membayar? Tanyakan ke Midtrans.</p>}
      {ask}
    </SectionCard>
  )
}

/** Makes the server ask the gateway about all payments of an order, also those that ended. */
function AskGateway({ orderId }: { orderId: string }) {
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/refresh`, undefined, success(OrderDetail)),
    done: 'Status pembayaran sudah yang terbaru dari Midtrans',
    failed: 'Midtrans belum menjawab. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => run()}>
      {!pending && <RefreshCw aria-hidden className="size-5" />}
      <span>Tanya Midtrans</span>
    </Button>
  )
}
