import { useNavigate } from 'react-router'
import { toast } from '~/platform/toasts'
import { usePending } from '~/platform/use-pending'
import { useConfirm } from '~/ui/confirm'
import { useStatusChange } from './use-status-change'

/** Ask, mark a paid order as shipped, and go back to the list. */
export function useShipOrder(id: string) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const changeStatus = useStatusChange(`/api/admin/orders/${encodeURIComponent(id)}`)
  const [pending, run] = usePending()

  async function ship() {
    if (!(await changeStatus('DIKIRIM'))) return
    toast('Pesan telah dikirim')
    await navigate('/admin/manage-orders')
  }

  async function shipOrder() {
    if (await confirm(`Apakah anda ingin mengirim pesanan #${id}`, { yes: 'Kirim' })) await run(ship)
  }

  return { pending, shipOrder }
}
