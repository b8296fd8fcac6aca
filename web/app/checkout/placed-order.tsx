import type { Payment } from '@camilan/contract/payments'
import { href } from 'react-router'
import drawing from '~/brand/empty-orders.svg'
import { PayButton } from '~/payments/pay-button'
import type { PaymentAccess } from '~/payments/use-payment'
import { formatJakartaTime } from '~/platform/formats'
import { LinkButton } from '~/ui/button'
import { Drawing } from '~/ui/empty-state'

/** Shown behind the payment popup, or instead of it: the order exists and can't be placed twice. */
export function PlacedOrder({ placed, payment }: { placed: Payment; payment: PaymentAccess }) {
  return (
    <main className="page grid max-w-md justify-items-center gap-3 text-center">
      <Drawing src={drawing} className="mt-4" />
      <h1 className="title">Pesanan dibuat</h1>
      <p className="text-muted">
        Nomor pesanan Anda <strong className="text-body">#{placed.order_id}</strong>. Selesaikan pembayaran supaya kami
        bisa segera mengemasnya.
      </p>
      <p>
        Bayar sebelum{' '}
        <time dateTime={placed.expires_at} className="font-bold whitespace-nowrap">
          {formatJakartaTime(placed.expires_at)}
        </time>
      </p>
      <div className="mt-3 grid w-full max-w-80 gap-3">
        <PayButton orderId={placed.order_id} payment={payment} />
        <LinkButton variant="quiet" to={href('/my-order/order/:orderId', { orderId: placed.order_id })}>
          Lihat Pesanan
        </LinkButton>
      </div>
    </main>
  )
}
