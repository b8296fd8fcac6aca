import type { OrderDetail } from '@camilan/contract/orders'
import { type PaymentMethod, takesAmount } from '@camilan/contract/payment-methods'
import { useState } from 'react'
import { isInPopup } from '~/payments/pay/payment-state'
import type { PaymentAccess } from '~/payments/pay/use-payment'
import { useMutation } from '~/platform/api/use-mutation'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button } from '~/ui/ask/button'
import type { ChangeOfPayment, ChangePaymentDialog } from './change-payment-dialog'

interface ChangePaymentProps {
  order: Pick<OrderDetail, 'id' | 'total_price' | 'transaction'>
  /** By which it is paid now. */
  method: PaymentMethod | null
  payment: PaymentAccess
  /** Replaces the payment; without it that of the buyer's own order. */
  change?: ChangeOfPayment | undefined
}

/**
 * 'Ganti cara bayar'. Shown where there is another method, and for one that lives in the popup: a popup that shows its QR no
 * more is left by a new payment. The dialog is loaded when the button is pressed.
 */
export function ChangePayment({ order, method, payment, change }: ChangePaymentProps) {
  const { methods } = useShopInfo().payment
  const [parts, setParts] = useState<{ Dialog: typeof ChangePaymentDialog }>()
  const [isOpen, setOpen] = useState(false)
  const { pending, run } = useMutation({
    do: async () => parts ?? { Dialog: (await import('./change-payment-dialog')).ChangePaymentDialog },
    done: (loaded) => {
      setParts(loaded)
      setOpen(true)
    },
    failed: 'Cara bayar tidak bisa dimuat. Periksa koneksi internet Anda lalu coba lagi.',
  })
  const fitting = methods.filter((offered) => takesAmount(offered, order.total_price))
  const isStuckInPopup = isInPopup(order.transaction) && fitting.length > 0
  if (!isStuckInPopup && fitting.every((offered) => offered === method)) return null
  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        Ganti cara bayar
      </Button>
      {parts && (
        <parts.Dialog
          open={isOpen}
          onClose={() => setOpen(false)}
          order={order}
          methods={fitting}
          current={method}
          payment={payment}
          change={change}
        />
      )}
    </>
  )
}
