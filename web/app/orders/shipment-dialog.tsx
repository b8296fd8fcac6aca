import { maxLengths } from '@camilan/contract/lengths'
import type { ShipmentForm } from '@camilan/contract/orders'
import { type FormEvent, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { closeDraft, hasOpenDraft, useDraft } from '~/platform/use-draft'
import { Dialog, DialogButtons } from '~/ui/dialog'
import { DraftNotice } from '~/ui/draft-notice'
import { TextField } from '~/ui/field'
import { lostQuestion, useLeaveQuestion } from '~/ui/use-leave-question'

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
  const account = useAccountId()
  useEffect(() => {
    if (hasOpenDraft(shipmentDraft(orderId), account)) setOpen(true)
  }, [orderId, account, setOpen])
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

const ShipmentDraft = z.object({ courier: z.string(), tracking_number: z.string() })
type ShipmentDraft = z.infer<typeof ShipmentDraft>
const names = ['courier', 'tracking_number'] as const

interface ShipmentFieldsProps extends Pick<ShipmentDialogProps, 'orderId' | 'yes' | 'shipment' | 'onAgree'> {
  onCancel: () => void
}

function ShipmentFields({ orderId, yes, shipment, onAgree, onCancel }: ShipmentFieldsProps) {
  const draft = useDraft(shipmentDraft(orderId), useAccountId(), ShipmentDraft)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const form = useRef<HTMLFormElement>(null)
  const initial = { courier: shipment.courier ?? '', tracking_number: shipment.tracking_number ?? '' }
  const shown = draft.restored ?? initial

  function typed(): ShipmentDraft {
    const values = new FormData(form.current ?? undefined)
    return { courier: String(values.get('courier')), tracking_number: String(values.get('tracking_number')) }
  }

  function keep() {
    const values = typed()
    draft.keep(names.some((name) => values[name] !== initial[name]) ? values : null)
  }

  function forget() {
    draft.discard()
    for (const name of names) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement) control.value = initial[name]
    }
  }

  function agree(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onAgree(typed())
  }

  return (
    <form ref={form} onSubmit={agree} onInput={keep} className="grid gap-4">
      {draft.restored && <DraftNotice onDiscard={forget} />}
      <TextField
        label="Kurir (opsional)"
        name="courier"
        maxLength={maxLengths.courier}
        autoComplete="off"
        defaultValue={shown.courier}
        placeholder="JNE, GoSend, diantar sendiri"
      />
      <TextField
        label="Nomor resi (opsional)"
        name="tracking_number"
        maxLength={maxLengths.trackingNumber}
        autoComplete="off"
        defaultValue={shown.tracking_number}
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
