import { undoShipmentMs } from '@camilan/contract/order-values'
import type { Shipment } from '@camilan/contract/orders'
import { useMutation } from '~/platform/use-mutation'
import { useNow } from '~/platform/use-now'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { changeStatusAsAdmin, toastStatusFailure } from './change-status'

/** Undoes a shipment that was recorded by mistake; shown only while the server still allows it. */
export function UndoShipment({ orderId, shipment }: { orderId: string; shipment: Shipment }) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => changeStatusAsAdmin(orderId, 'DIBAYAR'),
    done: 'Pengiriman dibatalkan',
    failed: toastStatusFailure,
    revalidate: 'both',
  })
  const leftSeconds = Math.floor((new Date(shipment.shipped_at).getTime() + undoShipmentMs - useNow()) / 1000)
  if (leftSeconds <= 0) return null

  async function ask() {
    const words = { yes: 'Ya, batalkan', no: 'Tidak', danger: true }
    const isSure = await confirm(`Batalkan pengiriman pesanan #${orderId}?`, words)
    if (isSure) await run()
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
