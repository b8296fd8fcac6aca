import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { presentTexts } from '~/orders/changed-order'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { TextAreaField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'

interface NoteFormProps {
  order: Pick<OrderDetail, 'id' | 'note'>
  onClose: () => void
}

/** The seller's own note about an order. */
export function NoteForm({ order, onClose }: NoteFormProps) {
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
