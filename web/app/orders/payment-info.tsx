import { type Order, paidStatuses } from '@camilan/contract/orders'
import { formatJakartaTime } from '~/platform/formats'
import { Facts } from '~/ui/facts'
import { GroupedDigits } from '~/ui/grouped-digits'
import { SectionCard } from '~/ui/section-card'

/** How and when the order was paid; nothing while it was not. */
export function PaymentInfo({ order }: { order: Pick<Order, 'status' | 'transaction'> }) {
  if (!paidStatuses.some((paid) => paid === order.status)) return null
  const { va_number, paid_at } = order.transaction
  return (
    <SectionCard title="Informasi Pembayaran">
      <Facts
        facts={[
          { name: 'Metode Pembayaran', value: 'BCA Virtual Account' },
          { name: 'Nomor Virtual Account', value: va_number && <GroupedDigits digits={va_number} /> },
          { name: 'Waktu Pembayaran', value: paid_at && formatJakartaTime(paid_at) },
        ]}
      />
    </SectionCard>
  )
}
