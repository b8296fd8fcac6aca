import { AdminOrderDetail, type Shipment } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { OpenDialog } from '~/ui/form/open-dialog'
import { ShipmentForm, shipmentDraft } from './shipment-form'

export const EditShipment = ({ orderId, shipment }: { orderId: string; shipment: Shipment }) => (
  <OpenDialog
    label={
      <span>
        Ubah<span className="sr-only"> info pengiriman</span>
      </span>
    }
    variant="link"
    title="Ubah info pengiriman"
    holdsInput
    draftKey={shipmentDraft(orderId)}
  >
    {(close) => (
      <ShipmentForm
        orderId={orderId}
        yes="Simpan"
        shipment={shipment}
        send={(typed) =>
          api.put(`/api/admin/orders/${encodeURIComponent(orderId)}/shipment`, typed, success(AdminOrderDetail))
        }
        done={() => {
          close()
          toast('Info pengiriman diperbarui')
        }}
        failed={(error) => sentenceOf(error, 'Gagal memperbarui pesanan. Silakan coba lagi.')}
        onClose={close}
      />
    )}
  </OpenDialog>
)
