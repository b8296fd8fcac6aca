import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import type { FormEvent } from 'react'
import { api } from '~/platform/api'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { DialogButtons } from '~/ui/dialog'
import { TextAreaField } from '~/ui/field'

/** The seller's own note about an order. */
export function NoteForm({ order, onClose }: { order: Pick<OrderDetail, 'id' | 'note'>; onClose: () => void }) {
  const { pending, run } = useMutation({
    do: (note: string) =>
      api.put(`/api/admin/orders/${encodeURIComponent(order.id)}/note`, { note }, success(AdminOrderDetail)),
    done: () => {
      onClose()
      toast('Catatan tersimpan')
    },
    failed: 'Gagal menyimpan catatan. Silakan coba lagi.',
    revalidate: 'done',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(String(new FormData(event.currentTarget).get('note')))
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextAreaField
        label="Catatan"
        name="note"
        defaultValue={order.note ?? ''}
        maxLength={maxLengths.notes}
        hint="Hanya dibaca penjual. Kosongkan untuk menghapusnya."
      />
      <DialogButtons yes="Simpan" pending={pending} onCancel={onClose} />
    </form>
  )
}
