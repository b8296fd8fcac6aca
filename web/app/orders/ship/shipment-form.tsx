import { maxLengths } from '@camilan/contract/lengths'
import type { ShipmentForm as Shipment } from '@camilan/contract/orders'
import { TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'
import { CourierField } from './courier-field'
import { courierFault, numberFault } from './misplaced-number'

interface ShipmentFormProps<Result> {
  orderId: string
  /** The label of the submit button. */
  yes: string
  /** The initial values of the fields. */
  shipment?: Shipment
  send: (shipment: Shipment) => Promise<Result>
  done: (result: Result) => unknown
  failed: (error: unknown) => string | undefined
  onClose: () => void
}

/** One draft for an order: the typed shipment is offered again for its correction. */
export const shipmentDraft = (orderId: string) => `shipment:${orderId}`

/** The courier and the tracking number of one order, in a dialog. Both are optional. */
export function ShipmentForm<Result>({ orderId, yes, shipment = {}, onClose, ...sending }: ShipmentFormProps<Result>) {
  const draft = useTextDraft(shipmentDraft(orderId), {
    courier: shipment.courier ?? '',
    tracking_number: shipment.tracking_number ?? '',
  })
  const form = useForm({
    ...sending,
    names: ['courier', 'tracking_number'],
    draft,
    check({ courier, tracking_number: number }) {
      const faults = { courier: courierFault(courier), tracking_number: numberFault({ courier, number }) }
      return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
    },
    revalidate: 'both',
  })
  return (
    <FormBody form={form} yes={yes} onClose={onClose}>
      {/* A draft that is discarded is discarded in its own fields as well. */}
      <CourierField key={String(draft.isRestored)} {...form.field('courier')} />
      <TextField
        label="Nomor resi (opsional)"
        maxLength={maxLengths.trackingNumber}
        autoComplete="off"
        {...form.field('tracking_number')}
      />
    </FormBody>
  )
}
