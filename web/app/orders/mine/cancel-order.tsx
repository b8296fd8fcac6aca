import { useNavigate } from 'react-router'
import { changeStatusAsBuyer, toastStatusFailure } from '~/orders/change-status'
import { forgetUnpaidOrder } from '~/orders/mine/unpaid-orders'
import { myOrdersPath } from '~/orders/order-card'
import { toast } from '~/platform/state/toasts'
import { AskButton } from '~/ui/form/ask-button'

export function CancelOrder({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  return (
    <AskButton
      label="Batalkan Pesanan"
      variant="plain"
      question="Yakin ingin membatalkan pesanan?"
      yes="Ya, batalkan"
      no="Tidak"
      danger
      do={() => changeStatusAsBuyer(orderId, 'DIBATALKAN')}
      done={() => {
        forgetUnpaidOrder(orderId)
        const cancelled = myOrdersPath('DIBATALKAN')
        toast('Pesanan telah dibatalkan', 'status', { on: cancelled })
        return navigate(cancelled)
      }}
      failed={toastStatusFailure}
      revalidate="failed"
    />
  )
}
