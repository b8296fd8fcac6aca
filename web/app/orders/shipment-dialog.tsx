import { maxLengths } from '@camilan/contract/lengths'
import type { ShipmentForm } from '@camilan/contract/orders'
import type { FormEvent } from 'react'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { TextField } from '~/ui/field'

interface ShipmentDialogProps {
  open: boolean
  title: string
  /** The label of the submit button. */
  yes: string
  /** The initial values of the fields. */
  shipment: ShipmentForm
  onAgree: (shipment: ShipmentForm) => void
  onClose: () => void
}

/** Asks for the courier and the tracking number; both are optional. */
export function ShipmentDialog({ open, title, yes, shipment, onAgree, onClose }: ShipmentDialogProps) {
  function agree(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onAgree({ courier: String(form.get('courier')), tracking_number: String(form.get('tracking_number')) })
  }
  return (
    <Dialog open={open} onClose={onClose} title={title} holdsInput>
      <form onSubmit={agree} className="grid gap-4">
        <TextField
          label="Kurir (opsional)"
          name="courier"
          maxLength={maxLengths.courier}
          autoComplete="off"
          defaultValue={shipment.courier ?? ''}
          placeholder="JNE, GoSend, diantar sendiri"
        />
        <TextField
          label="Nomor resi (opsional)"
          name="tracking_number"
          maxLength={maxLengths.trackingNumber}
          autoComplete="off"
          defaultValue={shipment.tracking_number ?? ''}
        />
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit">{yes}</Button>
        </div>
      </form>
    </Dialog>
  )
}
