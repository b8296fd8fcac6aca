import { maxLengths } from '@camilan/contract/lengths'
import { OrderDetail } from '@camilan/contract/orders'
import type { PartRefund } from '@camilan/contract/refunds'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useState } from 'react'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { readNumber } from '~/platform/typed-number'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { toastFailure, useMutation } from '~/platform/use-mutation'
import { DialogButtons } from '~/ui/dialog'
import { TextField } from '~/ui/field'
import { NumberField } from '~/ui/number-field'

/** Decides that a part of what was paid goes back; the order goes on. */
export function PartForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const keys = useIdempotencyKey()
  const [amount, setAmount] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { pending, run } = useMutation({
    do: (part: PartRefund) =>
      api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/refunds`, part, success(OrderDetail), {
        idempotencyKey: keys.keyFor(part),
      }),
    done: () => {
      onClose()
      toast('Dana ini sekarang ada di Pengembalian Dana')
    },
    failed(error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toastFailure(error, 'Gagal mencatat pengembalian dana. Silakan coba lagi.')
    },
    revalidate: 'done',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = readNumber(amount)
    const reason = String(new FormData(event.currentTarget).get('reason'))
    void run({ amount: typed.kind === 'number' ? typed.value : 0, reason })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>Pesanan tetap berjalan. Pembeli diberi tahu jumlah dan alasannya.</p>
      <NumberField
        label="Jumlah (Rp)"
        written={amount}
        onChange={({ currentTarget: { value } }) => setAmount(value)}
        error={errors.amount}
      />
      <TextField
        label="Alasan"
        name="reason"
        maxLength={maxLengths.refundCause}
        hint="Misalnya: satu toples pecah."
        error={errors.reason}
      />
      <DialogButtons yes="Kembalikan" pending={pending} onCancel={onClose} />
    </form>
  )
}
