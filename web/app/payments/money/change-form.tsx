import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, OrderDetail } from '@camilan/contract/orders'
import type { OrderAllowance } from '@camilan/contract/refunds'
import { success } from '@camilan/contract/wire'
import { useEffect, useRef, useState } from 'react'
import { presentTexts } from '~/orders/changed-order'
import { DeliveryForm } from '~/orders/one/delivery-form'
import { CancelForm } from '~/payments/refunds/cancel-paid'
import { LowerForm } from '~/payments/refunds/lower-form'
import { toRefunds } from '~/payments/refunds/refund-reasons'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { readNumber } from '~/platform/forms/typed-number'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { toast } from '~/platform/state/toasts'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'
import type { OrderChange } from './change-order'

interface ChangeFormProps {
  change: OrderChange
  order: OrderDetail
  onChoose: (change: OrderChange) => void
  onClose: () => void
}

/** The forms of the menu 'Ubah pesanan', which the page loads when one is opened. */
export default function ChangeForm({ change, order, onChoose, onClose }: ChangeFormProps) {
  const ref = useRef<HTMLDivElement>(null)
  // The pressed button of the menu has gone. No field gets the focus, because a phone would show its keyboard.
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {change === 'lower' && <LowerForm order={order} onCancelOrder={() => onChoose('cancel')} onClose={onClose} />}
      {change === 'delivery' && <DeliveryForm order={order} onClose={onClose} />}
      {change === 'note' && <NoteForm order={order} onClose={onClose} />}
      {change === 'refund' && <AllowanceForm orderId={order.id} onClose={onClose} />}
      {change === 'cancel' && (
        <CancelForm order={order} isTakenBack={Boolean(order.transaction.reversed_at)} onClose={onClose} />
      )}
    </div>
  )
}

interface NoteFormProps {
  order: Pick<OrderDetail, 'id' | 'note'>
  onClose: () => void
}

/** The seller's own note about an order. */
function NoteForm({ order, onClose }: NoteFormProps) {
  const draft = useTextDraft(`note:${order.id}`, { note: order.note ?? '' })
  const form = useForm({
    names: ['note'],
    draft,
    send: ({ note }) =>
      api.put(
        `/api/admin/orders/${encodeURIComponent(order.id)}/note`,
        { note, expected_note: draft.seen.note || null },
        success(AdminOrderDetail),
      ),
    done: () => {
      onClose()
      toast('Catatan tersimpan')
    },
    failed(error) {
      const present = presentTexts(error)
      if (present) draft.follow(present)
      return sentenceOf(error, 'Gagal menyimpan catatan. Silakan coba lagi.')
    },
    revalidate: 'both',
  })

  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      <TextAreaField
        label="Catatan"
        maxLength={maxLengths.notes}
        hint="Hanya dibaca penjual. Kosongkan untuk menghapusnya."
        {...form.field('note')}
      />
    </FormBody>
  )
}

/** Decides that a part of what was paid goes back; the order goes on. */
function AllowanceForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const keys = useIdempotencyKey()
  const [amount, setAmount] = useState('')
  const form = useForm({
    names: ['amount', 'reason'],
    send: ({ reason }) => {
      const typed = readNumber(amount)
      const allowance: OrderAllowance = { amount: typed.kind === 'number' ? typed.value : 0, reason }
      return api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/refunds`, allowance, success(OrderDetail), {
        idempotencyKey: keys.keyFor(allowance),
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
