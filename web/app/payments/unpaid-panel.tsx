import type { OrderDetail } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { formatJakartaTime } from '~/platform/formats'
import { useNow } from '~/platform/use-now'
import { CopyButton } from '~/ui/copy-button'
import { GroupedDigits } from '~/ui/grouped-digits'
import { Notice } from '~/ui/notice'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'
import { PayButton } from './pay-button'
import { usePayment } from './use-payment'

interface UnpaidPanelProps {
  order: OrderDetail
  /** The popup reported a success that the server does not know of yet. */
  paid: boolean
  /** Other actions for an unpaid order. */
  children: ReactNode
}

/** The ways to pay an unpaid order. */
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

export function Copyable({
  name,
  text,
  of,
  children,
}: {
  name: string
  text: string
  of: string
  children: ReactNode
}) {
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

/** The time until which an unpaid order can be paid, and the rest of it. */
function PaymentDeadline({ expiresAt }: { expiresAt: string }) {
  const leftMs = new Date(expiresAt).getTime() - useNow()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-xl bg-diproses-soft px-4 py-3 text-diproses">
      <p>
        Bayar sebelum{' '}
        <time dateTime={expiresAt} className="whitespace-nowrap">
          {formatJakartaTime(expiresAt)}
        </time>
      </p>
      <p role="timer" className="font-bold tabular-nums">
        {leftMs > 0 ? countdown(leftMs) : 'Waktu pembayaran habis'}
      </p>
    </div>
  )
}

/** `23 jam 04 menit 09 detik` */
function countdown(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${two(Math.floor(seconds / 60) % 60)} menit ${two(seconds % 60)} detik`
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours} jam ${minutesAndSeconds}` : minutesAndSeconds
}
