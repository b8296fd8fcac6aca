import { type Shipment, undoShipmentMs } from '@camilan/contract/orders'
import { useRevalidator } from 'react-router'
import { toast } from '~/platform/toasts'
import { useNow } from '~/platform/use-now'
import { usePending } from '~/platform/use-pending'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { useStatusChange } from './use-status-change'

/** For a slip of the finger: takes a shipment back while there is time, and is gone after that. */
export function UndoShipment({ orderId, shipment }: { orderId: string; shipment: Shipment }) {
  const changeStatus = useStatusChange(`/api/admin/orders/${encodeURIComponent(orderId)}`)
  const confirm = useConfirm()
  const { revalidate } = useRevalidator()
  const [pending, run] = usePending()
  const leftSeconds = Math.floor((new Date(shipment.shipped_at).getTime() + undoShipmentMs - useNow()) / 1000)
  if (leftSeconds <= 0) return null

  async function undo() {
    if (!(await changeStatus('DIBAYAR'))) return
    toast('Pengiriman dibatalkan')
    await revalidate()
  }

  async function ask() {
    const words = { yes: 'Ya, batalkan', no: 'Tidak', danger: true }
    const isSure = await confirm(`Batalkan pengiriman pesanan #${orderId}?`, words)
    if (isSure) await run(undo)
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button variant="quiet" pending={pending} onClick={ask}>
        Batalkan pengiriman
      </Button>
      <span role="timer" className="text-13 text-muted tabular-nums">
        sisa {Math.floor(leftSeconds / 60)}:{String(leftSeconds % 60).padStart(2, '0')}
      </span>
    </div>
  )
}
