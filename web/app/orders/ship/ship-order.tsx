import type { Order, ShipmentForm } from '@camilan/contract/orders'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import { href, useLocation, useNavigate, useRevalidator } from 'react-router'
import { changeStatusAsAdmin, toastStatusFailure } from '~/orders/change-status'
import { useMutation } from '~/platform/api/use-mutation'
import { closeDraft, discardDraft } from '~/platform/forms/use-draft'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { ShipmentDialog, shipmentDraft, useInterruptedDialog } from './shipment-dialog'

/**
 * Asks for the shipment, marks a paid order as shipped, and returns to the list from which it was opened. Of a fetched order
 * it asks nothing.
 */
export function ShipOrder({ order: { id: orderId, delivery_way } }: { order: Pick<Order, 'id' | 'delivery_way'> }) {
  const isFetched = delivery_way === 'pickup'
  const navigate = useNavigate()
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  useInterruptedDialog(orderId, setAsking)
  // Kept for a second attempt after a failure.
  const [shipment, setShipment] = useState<ShipmentForm>({})
  const { pending, run } = useMutation({
    do: (typed: ShipmentForm) => {
      setShipment(typed)
      setAsking(false)
      return changeStatusAsAdmin(orderId, 'DIKIRIM', typed)
    },
    done: ({ shipped_otherwise, message = '' }) => {
      if (shipped_otherwise) {
        // The typed shipment is offered again for a correction.
        closeDraft(shipmentDraft(orderId))
        toast(message, 'alert')
        return revalidate()
      }
      discardDraft(shipmentDraft(orderId))
      const orders = href('/admin/manage-orders') + search
      toast(isFetched ? 'Pesanan diserahkan' : 'Pesan telah dikirim', 'status', { on: orders })
      return navigate(orders)
    },
    failed: toastStatusFailure,
    revalidate: 'failed',
  })

  return (
    <>
      <Button pending={pending} onClick={() => (isFetched ? run({}) : setAsking(true))} className="w-full md:w-auto">
        {!pending && <Truck aria-hidden className="size-5" />}
        <span>{isFetched ? 'Sudah diambil' : 'Kirim Pesanan'}</span>
      </Button>
      <ShipmentDialog
        orderId={orderId}
        open={asking}
        title={`Apakah anda ingin mengirim pesanan #${orderId}`}
        yes="Kirim"
        shipment={shipment}
        onAgree={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
