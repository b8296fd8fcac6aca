import { useRevalidator } from 'react-router'
import { toast } from '~/platform/toasts'
import { forgetUnpaidOrder } from '~/platform/unpaid-orders'
import { usePending } from '~/platform/use-pending'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { useStatusChange } from './use-status-change'

export function CancelOrder({ orderId }: { orderId: string }) {
  const changeStatus = useStatusChange(`/api/orders/${orderId}`)
  const confirm = useConfirm()
  const { revalidate } = useRevalidator()
  const [pending, run] = usePending()

  async function cancel() {
    if (!(await changeStatus('DIBATALKAN'))) return
    forgetUnpaidOrder(orderId)
    toast('Pesanan telah dibatalkan')
    await revalidate()
  }

  async function ask() {
    const isSure = await confirm('Yakin ingin membatalkan pesanan?', { yes: 'Ya, batalkan', no: 'Tidak', danger: true })
    if (isSure) await run(cancel)
  }

  return (
    <Button variant="quiet" pending={pending} onClick={ask}>
      Batalkan Pesanan
    </Button>
  )
}
