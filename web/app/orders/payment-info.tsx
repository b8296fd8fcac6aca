import type { Order } from '@camilan/contract/orders'
import { formatJakartaTime } from '~/platform/formats'
import { Facts } from '~/ui/facts'
import { GroupedDigits } from '~/ui/grouped-digits'
import { SectionCard } from '~/ui/section-card'

/** How and when the order was paid, also if it was too late. Shows nothing for an order that was not paid. */
export function PaymentInfo({ order }: { order: Pick<Order, 'transaction'> }) {
  const { status, va_number, paid_at } = order.transaction
  if (status !== 'SUKSES') return null
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
