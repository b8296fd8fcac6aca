import type { ShipmentForm } from '@camilan/contract/orders'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '~/platform/toasts'
import { usePending } from '~/platform/use-pending'
import { Button } from '~/ui/button'
import { ShipmentDialog } from './shipment-dialog'
import { useStatusChange } from './use-status-change'

/** Asks, marks a paid order as shipped, and goes back to the list. */
export function ShipOrder({ orderId }: { orderId: string }) {
  const changeStatus = useStatusChange(`/api/admin/orders/${encodeURIComponent(orderId)}`)
  const navigate = useNavigate()
  const [pending, run] = usePending()
  const [asking, setAsking] = useState(false)
  // Kept for a second attempt after a failure.
  const [shipment, setShipment] = useState<ShipmentForm>({})

  async function ship(typed: ShipmentForm) {
    setShipment(typed)
    setAsking(false)
    if (!(await changeStatus('DIKIRIM', typed))) return
    toast('Pesan telah dikirim')
    await navigate('/admin/manage-orders')
  }

  return (
    <>
      <Button pending={pending} onClick={() => setAsking(true)} className="w-full md:w-auto">
        {!pending && <Truck aria-hidden className="size-5" />}
        Kirim Pesanan
      </Button>
      <ShipmentDialog
        open={asking}
        title={`Apakah anda ingin mengirim pesanan #${orderId}`}
        yes="Kirim"
        shipment={shipment}
        onAgree={(typed) => run(() => ship(typed))}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
