import type { OrderDetail } from '@camilan/contract/orders'
import { useNow } from '~/platform/state/use-now'
import { SectionCard } from '~/ui/ask/section-card'
import { formatMoment } from '~/ui/shop/moment'
import { Rupiah } from '~/ui/shop/rupiah'
import { RefundAccountForm } from './refund-account-form'

const ways = { gateway: 'lewat Midtrans', hand: 'lewat transfer', outside: 'lewat Midtrans' }

interface OrderRefundsProps {
  order: Pick<OrderDetail, 'id' | 'refunds' | 'refund_account' | 'source'>
  /** Its buyer may give a bank account. */
  forBuyer?: boolean
}

/** What of an order's money goes back, or went back. A page loads this only if there is some. */
export default function OrderRefunds({ order, forBuyer = false }: OrderRefundsProps) {
  const now = useNow()
  const isByHand = order.refunds.some(({ by_hand_from: from }) => from !== null && Date.parse(from) <= now)
  return (
    <SectionCard title="Pengembalian Dana">
      <ul className="grid gap-3">
        {order.refunds.map(({ amount, state, way, cause, at }) => (
          <li key={`${at} ${amount} ${state}`}>
            <Rupiah amount={amount} className="font-semibold" />
            <p>
              {state === 'done'
                ? `Sudah dikembalikan ${formatMoment(at)} ${ways[way ?? 'hand']}`
                : state === 'asked'
                  ? 'Sedang diproses Midtrans'
                  : 'Akan dikembalikan'}
            </p>
            {cause && <p className="text-13 text-muted wrap-anywhere">{`Alasan: ${cause}`}</p>}
          </li>
        ))}
      </ul>
      {isByHand && forBuyer !== (order.source === 'penjual') && (
        <RefundAccountForm order={order} bySeller={!forBuyer} />
      )}
    </SectionCard>
  )
}
