import { maxLengths } from '@camilan/contract/lengths'
import type { MoneyMatter } from '@camilan/contract/money'
import { Message } from '@camilan/contract/wire'
import { type FormEvent, useState } from 'react'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { TextAreaField, TextField } from '~/ui/fields/field'

/** Says to which order a payment without order belongs. */
export function AssignPayment({ matter: { id, amount } }: { matter: MoneyMatter }) {
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { pending, run } = useMutation({
    do: (body: object) => api.post(`/api/admin/money/unmatched/${encodeURIComponent(id)}/assign`, body, Message),
    done: 'Pembayaran dicatat untuk pesanan ini',
    failed(error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0)
        setProblem(sentenceOf(error, 'Pembayaran belum dicatat. Silakan coba lagi.'))
    },
    revalidate: 'both',
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setProblem(undefined)
    setErrors({})
    const form = new FormData(event.currentTarget)
    const orderId = String(form.get('order_id')).trim()
    const sum = amount === null ? 'pembayaran ini' : formatRupiah(amount)
    const details =
      'Ini tidak bisa diurungkan. Kalau uangnya lebih dari yang harus dibayar, sisanya perlu dikembalikan.'
    if (!(await confirm(`Catat ${sum} untuk pesanan #${orderId.replace(/^#/, '')}?`, { yes: 'Ya, catat', details })))
      return
    void run({ order_id: orderId, note: form.get('note') })
  }

  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => setOpen(true)} className="grow">
        Cocokkan pesanan
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Pembayaran ini milik pesanan mana?"
        pending={pending}
        holdsInput
      >
        <form onSubmit={submit} className="grid gap-4">
          <FormProblem sentence={problem} />
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
