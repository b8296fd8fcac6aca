import type { OrderStatus } from '@camilan/contract/order-values'
import type { Payment } from '@camilan/contract/payments'
import { useEffect, useState } from 'react'
import { href } from 'react-router'
import drawing from '~/brand/table.svg'
import { PayButton } from '~/payments/pay/pay-button'
import { refreshPayment } from '~/payments/pay/use-fresh-order'
import type { PaymentAccess } from '~/payments/pay/use-payment'
import { useLiveEvents } from '~/people/notifications/live'
import { onReturn } from '~/platform/state/on-return'
import { LinkButton } from '~/ui/ask/button'
import { Drawing } from '~/ui/loading/empty-state'
import { Moment } from '~/ui/shop/moment'
import { SimulationNote } from '~/ui/shop/simulation-note'

interface PlacedOrderProps {
  placed: Pick<Payment, 'order_id' | 'expires_at'>
  /** It was placed earlier, and its popup was left without a result. */
  isWaiting?: boolean
  /** A sentence, if the payment runs out before its order. */
  shortLife: string | null
  payment: PaymentAccess
}

/** Shown behind the payment popup, or instead of it, or instead of an empty form: the order exists and can't be placed twice. */
export function PlacedOrder({ placed, isWaiting = false, shortLife, payment }: PlacedOrderProps) {
  const isPaid = useStatus(placed.order_id) === 'DIBAYAR'
  return (
    <main className="page grid max-w-md justify-items-center gap-3 text-center">
      <Drawing src={drawing} className="mt-4 md:hidden" />
      <h1 className="title">
        {isPaid ? 'Pembayaran diterima' : isWaiting ? 'Pesanan menunggu pembayaran' : 'Pesanan dibuat'}
      </h1>
      <p className="text-muted">
        Nomor pesanan Anda <strong className="text-body">{`#${placed.order_id}`}</strong>
        <span>{`. ${isPaid ? 'Kami segera mengemasnya.' : 'Selesaikan pembayaran supaya kami bisa segera mengemasnya.'}`}</span>
      </p>
      {!isPaid && (
        <div>
          {shortLife && <p className="text-muted">{shortLife}</p>}
          <p>
            Bayar sebelum <Moment at={placed.expires_at} className="font-bold" />
          </p>
        </div>
      )}
      {!isPaid && <SimulationNote />}
      <div className="mt-3 grid w-full max-w-80 gap-3">
        {!isPaid && <PayButton orderId={placed.order_id} payment={payment} />}
        <LinkButton variant="quiet" to={href('/my-order/order/:orderId', { orderId: placed.order_id })}>
          Lihat Pesanan
        </LinkButton>
      </div>
    </main>
  )
}

/** The popup may never report: the live events do, and the gateway is asked after missed ones and when the buyer returns. */
function useStatus(orderId: string): OrderStatus {
  const [status, setStatus] = useState<OrderStatus>('DIPROSES')
  const [missed, setMissed] = useState(0)
  useLiveEvents((event) => {
    if (event.kind === 'missed') setMissed((count) => count + 1)
    if (event.kind === 'order' && event.order.order_id === orderId) setStatus(event.order.status)
  })
  useEffect(() => {
    const leaving = new AbortController()
    const ask = () => {
      refreshPayment(orderId, leaving.signal).then(
        (order) => setStatus(order.status),
        (error: unknown) => leaving.signal.aborted || console.error(error),
      )
    }
    if (missed > 0) ask()
    onReturn(ask, leaving.signal)
    return () => leaving.abort()
  }, [orderId, missed])
  return status
}
