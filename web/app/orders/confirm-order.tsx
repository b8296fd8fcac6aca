import { useNavigate } from 'react-router'
import { toast } from '~/platform/toasts'
import { usePending } from '~/platform/use-pending'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { SectionCard } from '~/ui/section-card'
import { useStatusChange } from './use-status-change'

/** For a shipped order: the buyer says that it has arrived. */
export function ConfirmOrder({ orderId }: { orderId: string }) {
  const changeStatus = useStatusChange(`/api/orders/${orderId}`)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [pending, run] = usePending()

  async function finish() {
    if (!(await changeStatus('SELESAI'))) return
    toast('Pesanan telah dikonfirmasi')
    await navigate('/my-order')
  }

  async function ask() {
    if (await confirm('Konfirmasi pesanan sekarang?', { yes: 'Ya, konfirmasi' })) await run(finish)
  }

  return (
    <SectionCard title="Sudah sampai?">
      <p className="mb-4 text-muted">Tekan konfirmasi setelah camilannya Anda terima dengan baik.</p>
      <Button pending={pending} onClick={ask} className="w-full">
        Konfirmasi Pesanan
      </Button>
    </SectionCard>
  )
}
