import { maxLengths } from '@camilan/contract/lengths'
import { Message } from '@camilan/contract/wire'
import { type FormEvent, useState } from 'react'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { toastFailure, useMutation } from '~/platform/api/use-mutation'
import { formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { TextAreaField, TextField } from '~/ui/fields/field'

/** Says to which order a payment without order belongs. */
export function AssignPayment({ id, amount }: { id: string; amount: number }) {
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { pending, run } = useMutation({
    do: (body: object) => api.post(`/api/admin/money/unmatched/${encodeURIComponent(id)}/assign`, body, Message),
    done: 'Pembayaran dicatat untuk pesanan ini',
    failed(error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      // The list may lose this payment now, and the dialog with it.
      if (Object.keys(fields).length === 0) toastFailure(error, 'Pembayaran belum dicatat. Silakan coba lagi.')
    },
    revalidate: 'both',
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setErrors({})
    const form = new FormData(event.currentTarget)
    const orderId = String(form.get('order_id')).trim()
    const details =
      'Ini tidak bisa diurungkan. Kalau uangnya lebih dari yang harus dibayar, sisanya perlu dikembalikan.'
    if (
      !(await confirm(`Catat ${formatRupiah(amount)} untuk pesanan #${orderId.replace(/^#/, '')}?`, {
        yes: 'Ya, catat',
        details,
      }))
    )
      return
    void run({ order_id: orderId, note: form.get('note') })
  }

  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => setOpen(true)} className="grow">
        Catat untuk pesanan
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Pembayaran ini milik pesanan mana?"
        pending={pending}
        holdsInput
      >
        <form onSubmit={submit} className="grid gap-4">
          <TextField label="Nomor pesanan" name="order_id" required maxLength={50} error={errors.order_id} />
          <TextAreaField
            label="Catatan"
            name="note"
            required
            maxLength={maxLengths.notes}
            hint="Misalnya bukti transfer dari pembelinya."
            error={errors.note}
          />
          <DialogButtons yes="Simpan" pending={pending} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  )
}
