import { type PaymentMethod, paymentMethods, takesAmount } from '@camilan/contract/payment-methods'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useShopInfo } from '~/platform/pages/shop-info'
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
