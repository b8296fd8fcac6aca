import type { Order, ShipmentForm as Shipment } from '@camilan/contract/orders'
import Truck from 'lucide-react/icons/truck'
import { href, useLocation, useNavigate } from 'react-router'
import { toastStatusFailure } from '~/orders/change-status'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { closeDraft } from '~/platform/forms/use-draft'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { OpenDialog } from '~/ui/form/open-dialog'
import { shipOrder } from './ship-orders'
import { ShipmentForm, shipmentDraft } from './shipment-form'

const look = 'w-full md:w-auto'

/**
 * Asks for the shipment, marks a paid order as shipped, and returns to the list from which it was opened. Of a fetched order
 * it asks nothing.
 */
export function ShipOrder({ order: { id, delivery_way } }: { order: Pick<Order, 'id' | 'delivery_way'> }) {
  const navigate = useNavigate()
  const list = href('/admin/manage-orders') + useLocation().search
  const shipping = (sentence: string) => ({
    send: (shipment: Shipment = {}) => shipOrder({ id, ...shipment }),
    done() {
      toast(sentence, 'status', { on: list })
      return navigate(list)
    },
  })
  if (delivery_way === 'pickup') return <HandOver {...shipping('Pesanan diserahkan')} />
  return (
    <OpenDialog
      label="Kirim Pesanan"
      icon={Truck}
      variant="main"
      className={look}
      title={`Apakah anda ingin mengirim pesanan #${id}`}
      holdsInput
      draftKey={shipmentDraft(id)}
    >
      {(close) => (
        <ShipmentForm
          {...shipping('Pesan telah dikirim')}
          orderId={id}
          yes="Kirim"
          failed={(error) => {
            // It was shipped or cancelled elsewhere. The typed shipment is offered again for a correction.
            if (error instanceof ApiError && error.code === 'INVALID_TRANSITION') closeDraft(shipmentDraft(id))
            toastStatusFailure(error)
            return undefined
          }}
          onClose={close}
        />
      )}
    </OpenDialog>
  )
}

function HandOver({ send, done }: { send: () => Promise<void>; done: () => unknown }) {
  const { pending, run } = useMutation({ do: send, done, failed: toastStatusFailure, revalidate: 'failed' })
  return (
    <Button pending={pending} onClick={() => run()} className={look}>
      {!pending && <Truck aria-hidden className="size-5" />}
      <span>Sudah diambil</span>
    </Button>
  )
}
