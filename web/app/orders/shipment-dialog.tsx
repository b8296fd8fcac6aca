import type { ShipmentForm } from '@camilan/contract/orders'
import type { FormEvent } from 'react'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { TextField } from '~/ui/field'

interface ShipmentDialogProps {
  open: boolean
  title: string
  /** The word on the button that agrees. */
  yes: string
  /** What the fields hold when it opens. */
  shipment: ShipmentForm
  onAgree: (shipment: ShipmentForm) => void
  onClose: () => void
}

/** Asks who carries an order and under which number; both may stay empty. */
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
          maxLength={50}
          autoComplete="off"
          defaultValue={shipment.courier ?? ''}
          placeholder="JNE, GoSend, diantar sendiri"
        />
        <TextField
          label="Nomor resi (opsional)"
          name="tracking_number"
          maxLength={50}
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
