import { maxLengths } from '@camilan/contract/lengths'
import type { Refund } from '@camilan/contract/refunds'
import { Message } from '@camilan/contract/wire'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { api } from '~/platform/api'
import { formatRupiah } from '~/platform/formats'
import { toast } from '~/platform/toasts'
import { closeDraft, discardDraft, hasOpenDraft, useDraft } from '~/platform/use-draft'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { DraftNotice } from '~/ui/draft-notice'
import { TextAreaField } from '~/ui/field'
import { lostQuestion, useLeaveQuestion } from '~/ui/use-leave-question'

/** Records that a refund was made by hand. */
export function RecordRefund({ refund: { refund_id: id, amount } }: { refund: Refund }) {
  const [open, setOpen] = useState(false)
  const draftKey = `refund:${id}`
  const account = useAccountId()
  useEffect(() => {
    if (hasOpenDraft(draftKey, account)) setOpen(true)
  }, [draftKey, account])
  const { pending, run } = useMutation({
    do: (note: string) => api.post(`/api/admin/refunds/${id}/done`, { note }, Message),
    done: () => {
      setOpen(false)
      discardDraft(draftKey)
      toast('Pengembalian dana dicatat')
    },
    failed: 'Gagal mencatat pengembalian dana. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => setOpen(true)} className="grow">
        Sudah dikembalikan
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          closeDraft(draftKey)
          setOpen(false)
        }}
        title={`Catat pengembalian ${formatRupiah(amount)}`}
        pending={pending}
        holdsInput
      >
        <RefundForm draftKey={draftKey} pending={pending} onSave={run} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface RefundFormProps {
  draftKey: string
  pending: boolean
  onSave: (note: string) => void
  onCancel: () => void
}

const NoteDraft = z.object({ note: z.string() })

function RefundForm({ draftKey, pending, onSave, onCancel }: RefundFormProps) {
  const draft = useDraft(draftKey, useAccountId(), NoteDraft)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const area = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(area.current?.value ?? '')
  }

  function forget() {
    draft.discard()
    if (area.current) area.current.value = ''
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {draft.restored && <DraftNotice onDiscard={forget} />}
      <TextAreaField
        label="Catatan"
        ref={area}
        defaultValue={draft.restored?.note}
        onChange={({ currentTarget: { value } }) => draft.keep(value.trim() ? { note: value } : null)}
        required
        maxLength={maxLengths.notes}
        hint="Misalnya bank, nomor rekening, dan tanggal transfer."
      />
      <div className="flex justify-end gap-3">
        <Button
          variant="quiet"
          disabled={pending}
          onClick={() => {
            draft.discard()
            onCancel()
          }}
        >
          Batal
        </Button>
        <Button type="submit" pending={pending}>
          Simpan
        </Button>
      </div>
    </form>
  )
}
