import { maxLengths } from '@camilan/contract/lengths'
import type { ShipmentForm } from '@camilan/contract/orders'
import { type FormEvent, useEffect, useState } from 'react'
import { closeDraft, hasOpenDraft } from '~/platform/forms/use-draft'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { TextField } from '~/ui/fields/field'
import { DraftNotice } from '~/ui/form/draft-notice'
import { useTextDraft } from '~/ui/form/use-text-draft'
import { courierFault, numberFault } from './misplaced-number'

interface ShipmentDialogProps {
  orderId: string
  open: boolean
  title: string
  /** The label of the submit button. */
  yes: string
  /** The initial values of the fields. */
  shipment: ShipmentForm
  onAgree: (shipment: ShipmentForm) => void
  onClose: () => void
}

/** One draft for an order: the typed shipment is offered again for its correction. */
export const shipmentDraft = (orderId: string) => `shipment:${orderId}`

/** Opens the dialog again that was open and changed when the page was left. */
export function useInterruptedDialog(orderId: string, setOpen: (open: true) => void): void {
  useEffect(() => {
    if (hasOpenDraft(shipmentDraft(orderId))) setOpen(true)
  }, [orderId, setOpen])
}

/** Asks for the courier and the tracking number. Both are optional. After saving, discard the draft. */
export function ShipmentDialog({ open, title, onClose, ...form }: ShipmentDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => {
        closeDraft(shipmentDraft(form.orderId))
        onClose()
      }}
      title={title}
      holdsInput
    >
      <ShipmentFields {...form} onCancel={onClose} />
    </Dialog>
  )
}

interface ShipmentFieldsProps extends Pick<ShipmentDialogProps, 'orderId' | 'yes' | 'shipment' | 'onAgree'> {
  onCancel: () => void
}

function ShipmentFields({ orderId, yes, shipment, onAgree, onCancel }: ShipmentFieldsProps) {
  const draft = useTextDraft(shipmentDraft(orderId), {
    courier: shipment.courier ?? '',
    tracking_number: shipment.tracking_number ?? '',
  })

  const [errors, setErrors] = useState<{ courier?: string | undefined; number?: string | undefined }>({})

  function agree(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = draft.typed()
    const courier = courierFault(typed.courier)
    const number = numberFault({ courier: typed.courier, number: typed.tracking_number })
    setErrors({ courier, number })
    if (!courier && !number) onAgree(typed)
  }

  return (
    <form ref={draft.ref} onSubmit={agree} onInput={draft.onInput} className="grid gap-4">
      {draft.isRestored && <DraftNotice onDiscard={draft.forget} />}
      <TextField
        label="Kurir (opsional)"
        name="courier"
        maxLength={maxLengths.courier}
        autoComplete="off"
        defaultValue={draft.shown.courier}
        placeholder="JNE, GoSend, diantar sendiri"
        error={errors.courier}
      />
      <TextField
        label="Nomor resi (opsional)"
        name="tracking_number"
        maxLength={maxLengths.trackingNumber}
        autoComplete="off"
        defaultValue={draft.shown.tracking_number}
        error={errors.number}
      />
      <DialogButtons
        yes={yes}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      />
    </form>
  )
}
