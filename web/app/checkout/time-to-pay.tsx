import type { PaymentTime } from '@camilan/contract/checkout'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { inHoursOrMinutes, shortLifeOf } from '~/payments/pay/payment-state'
import { Notice } from '~/ui/ask/notice'

interface TimeToPayProps extends PaymentTime {
  /** Null: the buyer chooses later. */
  method: PaymentMethod | null
}

/** The time for which the order can be paid, before it is placed. The method may give less for one try. */
export function TimeToPay({ minutes, is_shortened, method }: TimeToPayProps) {
  const time = inHoursOrMinutes(minutes)
  const short = shortLifeOf(method, minutes)
  const sentence = short
    ? `${short} Kalau habis, Anda bisa membayar lagi dalam ${time} setelah memesan.`
    : `Bayar dalam ${time} setelah memesan.`
  if (!is_shortened) return <p className="mt-1 text-13 text-muted">{sentence}</p>
  return (
    <div className="mt-3">
      <Notice>{`${sentence} Waktunya lebih singkat karena pesanan ini mengambil banyak stok.`}</Notice>
    </div>
  )
}
