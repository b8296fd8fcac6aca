import type { PaymentTime } from '@camilan/contract/checkout'
import { formatNumber } from '~/platform/formats'
import { Notice } from '~/ui/notice'

/** The time for which the order can be paid, before it is placed. */
export function TimeToPay({ minutes, is_shortened }: PaymentTime) {
  const time = inHoursOrMinutes(minutes)
  if (!is_shortened) return <p className="mt-1 text-13 text-muted">Bayar dalam {time} setelah memesan.</p>
  return (
    <div className="mt-3">
      <Notice>
        Bayar dalam {time} setelah memesan. Waktunya lebih singkat karena pesanan ini mengambil banyak stok.
      </Notice>
    </div>
  )
}

/** `24 jam`, `90 menit` */
function inHoursOrMinutes(minutes: number): string {
  const hours = minutes / 60
  return hours > 1 && Number.isInteger(hours)
    ? `${formatNumber(hours)} jam`
    : `${formatNumber(Math.ceil(minutes))} menit`
}
