import type { OrderRefund } from '@camilan/contract/orders'
import { formatJakartaTime } from '~/platform/formats'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'

const ways = { gateway: 'lewat Midtrans', hand: 'lewat transfer', outside: 'lewat Midtrans' }

/** What of an order's money goes back, or went back. A page loads this only if there is some. */
export default function OrderRefunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  return (
    <SectionCard title="Pengembalian Dana">
      <ul className="grid gap-3">
        {refunds.map(({ amount, state, way, cause, at }) => (
          <li key={`${at} ${amount} ${state}`}>
            <Rupiah amount={amount} className="font-semibold" />
            <p>
              {state === 'done'
                ? `Sudah dikembalikan ${formatJakartaTime(at)} ${ways[way ?? 'hand']}`
                : state === 'asked'
                  ? 'Sedang diproses Midtrans'
                  : 'Akan dikembalikan'}
            </p>
            {cause && <p className="text-13 text-muted wrap-anywhere">Alasan: {cause}</p>}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
