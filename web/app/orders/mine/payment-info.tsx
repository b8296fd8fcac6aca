import type { Order } from '@camilan/contract/orders'
import { paymentLabel } from '@camilan/contract/payment-methods'
import { formatJakartaTime } from '~/platform/state/formats'
import { Fold } from '~/ui/ask/fold'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Facts } from '~/ui/lists/facts'
import { GroupedDigits } from '~/ui/shop/grouped-digits'

/**
 * How and when the order was paid, also if it was too late. The number that it was paid with is folded: nothing is paid to it
 * any more. Shows nothing for an order that was not paid.
 */
export function PaymentInfo({ order, children }: { order: Pick<Order, 'transaction'>; children?: Elements }) {
  const { transaction } = order
  const { status, va_number, biller_code, bill_key, payment_code, paid_at } = transaction
  if (status !== 'SUKSES') return null
  const numbers = [
    { name: 'Nomor Virtual Account', value: digits(va_number) },
    { name: 'Kode Perusahaan', value: digits(biller_code) },
    { name: 'Kode Bayar', value: digits(bill_key ?? payment_code) },
  ].filter(({ value }) => value)
  return (
    <SectionCard title="Informasi Pembayaran">
      <Facts
        facts={[
          { name: 'Cara Bayar', value: paymentLabel(transaction), isLong: true },
          { name: 'Waktu Pembayaran', value: paid_at && formatJakartaTime(paid_at), isLong: true },
        ]}
      />
      {numbers.length > 0 && (
        <div className="mt-2 -mb-3">
          <Fold title="Nomor pembayaran">
            <Facts facts={numbers.map((fact) => ({ ...fact, isLong: true }))} />
          </Fold>
        </div>
      )}
      {children && <div className="mt-4">{children}</div>}
    </SectionCard>
  )
}

const digits = (given: string | null) => given && <GroupedDigits digits={given} />
