import { OrderDetail, type Shipment, type ShipmentForm } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api'
import { toast } from '~/platform/toasts'
import { toastFailure } from '~/platform/use-mutation'
import { usePending } from '~/platform/use-pending'
import { ShipmentDialog } from './shipment-dialog'

export function EditShipment({ orderId, shipment }: { orderId: string; shipment: Shipment }) {
  const { revalidate } = useRevalidator()
  const [pending, run] = usePending()
  const [open, setOpen] = useState(false)

  async function save(typed: ShipmentForm) {
    setOpen(false)
    try {
      await api.put(`/api/admin/orders/${encodeURIComponent(orderId)}/shipment`, typed, success(OrderDetail))
      toast('Info pengiriman diperbarui')
    } catch (error) {
      toastFailure(error, 'Gagal memperbarui pesanan. Silakan coba lagi.')
    }
    await revalidate()
  }

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
        onAgree={(typed) => run(() => save(typed))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
