import type { ComponentProps } from 'react'
import type { PaymentChoice } from '~/payments/choose/payment-choice'
import { useLoaded } from '~/platform/state/use-loaded'
import { Skeleton } from '~/ui/loading/skeleton'

/** Only a shop with several methods loads the choice. If that fails, the buyer chooses in the payment popup. */
export function LazyPaymentChoice(props: ComponentProps<typeof PaymentChoice>) {
  const loaded = useLoaded(() => import('~/payments/choose/payment-choice'))
  if (loaded === null) return <p>Cara bayar dipilih di jendela pembayaran.</p>
  return loaded ? <loaded.PaymentChoice {...props} /> : <Skeleton className="h-80" />
}
