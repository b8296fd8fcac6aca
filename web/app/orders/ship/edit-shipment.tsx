import { AdminOrderDetail, type Shipment, type ShipmentForm } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { discardDraft } from '~/platform/forms/use-draft'
import { toast } from '~/platform/state/toasts'
import { ShipmentDialog, shipmentDraft, useInterruptedDialog } from './shipment-dialog'

export function EditShipment({ orderId, shipment }: { orderId: string; shipment: Shipment }) {
  const [open, setOpen] = useState(false)
  useInterruptedDialog(orderId, setOpen)
  const { pending, run } = useMutation({
    do: (typed: ShipmentForm) => {
      setOpen(false)
      return api.put(`/api/admin/orders/${encodeURIComponent(orderId)}/shipment`, typed, success(AdminOrderDetail))
    },
    done: () => {
      discardDraft(shipmentDraft(orderId))
      toast('Info pengiriman diperbarui')
    },
    failed: 'Gagal memperbarui pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })

  return (
    <>
      <button
        type="button"
        disabled={pending}
        onClick={() => setOpen(true)}
        className="link min-h-11 min-w-11 text-right"
      >
        Ubah<span className="sr-only"> info pengiriman</span>
      </button>
      <ShipmentDialog
        orderId={orderId}
        open={open}
        title="Ubah info pengiriman"
        yes="Simpan"
        shipment={shipment}
        onAgree={run}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
