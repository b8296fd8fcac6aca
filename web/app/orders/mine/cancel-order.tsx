import { useNavigate } from 'react-router'
import { changeStatusAsBuyer, toastStatusFailure } from '~/orders/change-status'
import { forgetUnpaidOrder } from '~/orders/mine/unpaid-orders'
import { myOrdersPath } from '~/orders/order-card'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'

export function CancelOrder({ orderId }: { orderId: string }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { pending, run } = useMutation({
    do: () => changeStatusAsBuyer(orderId, 'DIBATALKAN'),
    done: () => {
      forgetUnpaidOrder(orderId)
      const cancelled = myOrdersPath('DIBATALKAN')
      toast('Pesanan telah dibatalkan', 'status', { on: cancelled })
      return navigate(cancelled)
    },
    failed: toastStatusFailure,
    revalidate: 'failed',
  })

  async function ask() {
    const isSure = await confirm('Yakin ingin membatalkan pesanan?', { yes: 'Ya, batalkan', no: 'Tidak', danger: true })
    if (isSure) await run()
  }

  return (
    <Button variant="plain" pending={pending} onClick={ask}>
      Batalkan Pesanan
    </Button>
  )
}
