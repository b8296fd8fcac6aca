import type { Order } from '@camilan/contract/orders'
import { paymentLabel } from '@camilan/contract/payment-methods'
import { formatJakartaTime } from '~/platform/formats'
import { Facts } from '~/ui/facts'
import { GroupedDigits } from '~/ui/grouped-digits'
import { SectionCard } from '~/ui/section-card'

/** How and when the order was paid, also if it was too late. Shows nothing for an order that was not paid. */
export function PaymentInfo({ order }: { order: Pick<Order, 'transaction'> }) {
  const { transaction } = order
  const { status, va_number, biller_code, bill_key, payment_code, paid_at } = transaction
  if (status !== 'SUKSES') return null
  return (
    <SectionCard title="Informasi Pembayaran">
      <Facts
        facts={[
          { name: 'Metode Pembayaran', value: paymentLabel(transaction) },
          { name: 'Nomor Virtual Account', value: digits(va_number) },
          { name: 'Kode Perusahaan', value: digits(biller_code) },
          { name: 'Kode Bayar', value: digits(bill_key ?? payment_code) },
          { name: 'Waktu Pembayaran', value: paid_at && formatJakartaTime(paid_at) },
        ]}
      />
    </SectionCard>
  )
}

const digits = (given: string | null) => given && <GroupedDigits digits={given} />
