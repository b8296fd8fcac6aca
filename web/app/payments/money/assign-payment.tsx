import { maxLengths } from '@camilan/contract/lengths'
import { Message } from '@camilan/contract/wire'
import { href } from 'react-router'
import { api } from '~/platform/api/api'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { OpenDialog } from '~/ui/form/open-dialog'
import { inMessage, useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'

interface AssignPaymentProps {
  id: string
  amount: number
}

/** Says to which order a payment without order belongs. */
export const AssignPayment = (payment: AssignPaymentProps) => (
  <OpenDialog
    label="Catat untuk pesanan"
    className="grow"
    title="Pembayaran ini milik pesanan mana?"
    draftKey={draftOf(payment)}
    holdsInput
  >
    {(close) => <AssignForm {...payment} onClose={close} />}
  </OpenDialog>
)

const draftOf = ({ id }: AssignPaymentProps) => `assign:${id}`

function AssignForm({ onClose, ...payment }: AssignPaymentProps & { onClose: () => void }) {
  const form = useForm({
    names: ['order_id', 'note'],
    draft: useTextDraft(draftOf(payment), { order_id: '', note: '' }),
    async send(assignment) {
      const path = `/api/admin/money/unmatched/${encodeURIComponent(payment.id)}/assign`
      await api.post(path, assignment, Message)
      return assignment.order_id.trim().replace(/^#/, '').toUpperCase()
    },
    done(orderId) {
      onClose()
      const to = href('/admin/manage-orders/order/:orderId', { orderId })
      toast('Pembayaran dicatat untuk pesanan ini', 'status', { to, label: 'Lihat pesanan' })
    },
    failed: inMessage('Pembayaran belum dicatat. Silakan coba lagi.'),
    revalidate: 'both',
  })
  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      <p>
        {`${formatRupiah(payment.amount)} dicatat untuk pesanan itu. Kalau lebih dari yang harus dibayar, sisanya perlu dikembalikan.`}
      </p>
      <TextField label="Nomor pesanan" maxLength={50} autoComplete="off" {...form.field('order_id')} />
      <TextAreaField
        label="Catatan"
        maxLength={maxLengths.notes}
        hint="Misalnya bukti transfer dari pembelinya."
        {...form.field('note')}
      />
    </FormBody>
  )
}
