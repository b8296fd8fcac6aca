import type { PaymentTime } from '@camilan/contract/checkout'
import { type PaymentMethod, paymentMethods, takesAmount } from '@camilan/contract/payment-methods'
import type { ComponentProps } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { PaymentChoice } from '~/payments/choose/payment-choice'
import { inHoursOrMinutes, shortLifeOf } from '~/payments/pay/payment-state'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useLoaded } from '~/platform/state/use-loaded'
import { Notice } from '~/ui/ask/notice'
import { Skeleton } from '~/ui/loading/skeleton'
import type { OrderForm } from './order-form'

/** The buyer's choice among the methods of the shop. A method that does not take the total counts as not chosen. */
export function usePaymentMethod({ control, setValue }: UseFormReturn<OrderForm>, totalIdr: number) {
  const { methods, names } = useShopInfo().payment
  const wanted = useWatch({ control, name: 'payment_method' })
  const hasChoice = methods.length > 1
  const isUsable = (method: PaymentMethod) => method === wanted && takesAmount(method, totalIdr)
  const value: PaymentMethod | '' = (hasChoice && methods.find(isUsable)) || ''
  const chosenName = value === '' ? undefined : paymentMethods[value].label
  const [only] = methods
  return {
    value,
    /** By which it will be paid; null: chosen later. */
    method: hasChoice ? value || null : (only ?? null),
    /** Undefined where the shop has one method. */
    choice: hasChoice
      ? { methods, totalIdr, value, onChange: (method: PaymentMethod | '') => setValue('payment_method', method) }
      : undefined,
    sentence:
      hasChoice && !chosenName
        ? 'Cara bayar dipilih di jendela pembayaran.'
        : `Pembayaran melalui ${chosenName ?? names}.`,
  }
}

/** Only a shop with several methods loads the choice. If that fails, the buyer chooses in the payment popup. */
export function LazyPaymentChoice(props: ComponentProps<typeof PaymentChoice>) {
  const loaded = useLoaded(() => import('~/payments/choose/payment-choice'))
  if (loaded === null) return <p>Cara bayar dipilih di jendela pembayaran.</p>
  return loaded ? <loaded.PaymentChoice {...props} /> : <Skeleton className="h-80" />
}

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
