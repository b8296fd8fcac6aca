import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { presentTexts } from '~/orders/changed-order'
import { useAuthForm } from '~/people/login/use-auth-form'
import { useTextDraft } from '~/people/use-text-draft'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { DraftNotice } from '~/ui/fields/draft-notice'
import { TextAreaField } from '~/ui/fields/field'

interface NoteFormProps {
  order: Pick<OrderDetail, 'id' | 'note'>
  onClose: () => void
}

/** The seller's own note about an order. */
export function NoteForm({ order, onClose }: NoteFormProps) {
  const draft = useTextDraft(`note:${order.id}`, { note: order.note ?? '' })
  const form = useAuthForm({
    names: ['note'],
    send: ({ note }) =>
      api.put(
        `/api/admin/orders/${encodeURIComponent(order.id)}/note`,
        { note, expected_note: draft.seen.note || null },
        success(AdminOrderDetail),
      ),
    done: () => {
      close()
      toast('Catatan tersimpan')
    },
    failed(error) {
      const present = presentTexts(error)
      if (present) draft.follow(present)
      return sentenceOf(error, 'Gagal menyimpan catatan. Silakan coba lagi.')
    },
    revalidate: 'both',
  })
  function close() {
    draft.discard()
    onClose()
  }

  return (
    <form noValidate ref={draft.ref} onInput={draft.onInput} onSubmit={form.submit} className="grid gap-4">
      {draft.isRestored && <DraftNotice onDiscard={draft.forget} />}
      <FormProblem sentence={form.problem} />
      <TextAreaField
        label="Catatan"
        defaultValue={draft.shown.note}
        maxLength={maxLengths.notes}
        hint="Hanya dibaca penjual. Kosongkan untuk menghapusnya."
        {...form.field('note')}
      />
      <DialogButtons yes="Simpan" pending={form.pending} onCancel={close} />
    </form>
  )
}
