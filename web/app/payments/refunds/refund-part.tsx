import { maxLengths } from '@camilan/contract/lengths'
import { OrderDetail } from '@camilan/contract/orders'
import type { PartRefund } from '@camilan/contract/refunds'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { readNumber } from '~/platform/forms/typed-number'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { toast } from '~/platform/state/toasts'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { toRefunds } from './refund-reasons'

/** Decides that a part of what was paid goes back; the order goes on. */
export function PartForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const keys = useIdempotencyKey()
  const [amount, setAmount] = useState('')
  const form = useForm({
    names: ['amount', 'reason'],
    send: ({ reason }) => {
      const typed = readNumber(amount)
      const part: PartRefund = { amount: typed.kind === 'number' ? typed.value : 0, reason }
      return api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/refunds`, part, success(OrderDetail), {
        idempotencyKey: keys.keyFor(part),
      })
    },
    done: () => {
      onClose()
      toast('Dana ini sekarang ada di Pengembalian Dana', 'status', toRefunds)
    },
    failed: 'Gagal mencatat pengembalian dana. Silakan coba lagi.',
    revalidate: 'done',
  })

  return (
    <FormBody form={form} yes="Kembalikan" onClose={onClose}>
      <p>Pesanan tetap berjalan. Pembeli diberi tahu jumlah dan alasannya.</p>
      <NumberField
        label="Jumlah (Rp)"
        written={amount}
        {...form.field('amount')}
        onChange={({ currentTarget: { value } }) => setAmount(value)}
      />
      <TextField
        label="Alasan"
        maxLength={maxLengths.refundCause}
        hint="Misalnya: satu toples pecah."
        {...form.field('reason')}
      />
    </FormBody>
  )
}
