import type { Order } from '@camilan/contract/orders'
import { useNow } from '~/platform/state/use-now'
import { Moment } from '~/ui/shop/moment'

interface PaymentDeadlineProps {
  transaction: Pick<Order['transaction'], 'expires_at' | 'order_expires_at'>
  /** What may run out before the order does; null: nothing can be paid with now. */
  thing: string | null
}

/** Gateways round the order's time. A smaller difference is not told. */
const tellFromMs = 2 * 60_000

/** The time until which an unpaid order can be paid, and the rest of it. */
export function PaymentDeadline({ transaction: { expires_at, order_expires_at }, thing }: PaymentDeadlineProps) {
  const until = thing === null ? order_expires_at : expires_at
  const earlierMs = new Date(order_expires_at).getTime() - new Date(until).getTime()
  const own = earlierMs > tellFromMs ? thing : null
  const leftMs = new Date(until).getTime() - useNow()
  return (
    <div className="rounded-xl bg-diproses-soft px-4 py-3 text-diproses">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <span>{own ? `${own.charAt(0).toUpperCase()}${own.slice(1)} berlaku sampai` : 'Bayar sebelum'}</span>{' '}
          <Moment at={until} />
        </p>
        <p role="timer" className="font-bold tabular-nums">
          {leftMs > 0 ? countdown(leftMs) : 'Waktu pembayaran habis'}
        </p>
      </div>
      {own && (
        <p className="mt-1 text-13">
          Pesanan ditunggu sampai <Moment at={order_expires_at} />.
        </p>
      )}
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
