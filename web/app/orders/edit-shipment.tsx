import { OrderDetail, type Shipment, type ShipmentForm } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api'
import { useMutation } from '~/platform/use-mutation'
import { ShipmentDialog } from './shipment-dialog'

export function EditShipment({ orderId, shipment }: { orderId: string; shipment: Shipment }) {
  const [open, setOpen] = useState(false)
  const { pending, run } = useMutation({
    do: (typed: ShipmentForm) => {
      setOpen(false)
      return api.put(`/api/admin/orders/${encodeURIComponent(orderId)}/shipment`, typed, success(OrderDetail))
    },
    done: 'Info pengiriman diperbarui',
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
