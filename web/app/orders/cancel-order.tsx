import { useNavigate } from 'react-router'
import { forgetUnpaidOrder } from '~/orders/unpaid-orders'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { changeStatusAsBuyer, toastStatusFailure } from './change-status'
import { myOrdersPath } from './order-card'

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
