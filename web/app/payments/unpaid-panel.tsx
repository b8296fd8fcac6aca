import type { OrderDetail } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button'
import { GroupedDigits } from '~/ui/grouped-digits'
import { Notice } from '~/ui/notice'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'
import { PayButton } from './pay-button'
import { PaymentDeadline } from './payment-deadline'
import { usePayment } from './use-payment'

interface UnpaidPanelProps {
  order: OrderDetail
  /** The popup told of a success that the shop does not know of yet. */
  paid: boolean
  /** What else can be done with an unpaid order. */
  children: ReactNode
}

/** How to pay an order that waits for it. */
export function UnpaidPanel({ order, paid, children }: UnpaidPanelProps) {
  const payment = usePayment()
  const { va_number, expires_at } = order.transaction
  return (
    <SectionCard title="Selesaikan Pembayaran">
      <div className="grid gap-4">
        {paid && <Notice>Pembayaran Anda sedang kami periksa. Halaman ini diperbarui dengan sendirinya.</Notice>}
        <PaymentDeadline expiresAt={expires_at} />
        <dl className="grid gap-3">
          {va_number ? (
            <Copyable name="Nomor BCA Virtual Account" text={va_number} of="nomor virtual account">
              <GroupedDigits digits={va_number} />
            </Copyable>
          ) : (
            <div>
              <dt className="text-13 text-muted">Nomor BCA Virtual Account</dt>
              <dd>Muncul setelah pembayaran dimulai.</dd>
            </div>
          )}
          <Copyable name="Jumlah yang harus dibayar" text={String(order.total_price)} of="jumlah pembayaran">
            <Rupiah amount={order.total_price} />
          </Copyable>
        </dl>
        <div className="grid gap-2.5">
          <PayButton orderId={order.id} payment={payment} />
          {children}
        </div>
      </div>
    </SectionCard>
  )
}

function Copyable({ name, text, of, children }: { name: string; text: string; of: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-17 font-bold text-balance">{children}</span>
        <span className="-my-2 -mr-3 shrink-0">
          <CopyButton text={text} of={of} />
        </span>
      </dd>
    </div>
  )
}
