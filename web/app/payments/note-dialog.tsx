import { maxLengths } from '@camilan/contract/lengths'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useMutation } from '~/platform/api/use-mutation'
import { closeDraft, discardDraft, hasOpenDraft, useDraft } from '~/platform/forms/use-draft'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { TextAreaField } from '~/ui/fields/field'
import { DraftNotice } from '~/ui/form/draft-notice'

interface NoteField {
  label: string
  maxLength: number
}

interface NoteDialogProps {
  /** The button that opens it. */
  label: string
  variant?: ButtonVariant
  title: string
  /** What follows from it. */
  about?: string
  /** Without it a note for administrators. */
  field?: NoteField
  hint: string
  draftKey: string
  save: (note: string) => Promise<unknown>
  /** Called after the note was saved. */
  onSaved: () => void
  failed: string
}

/** A button that asks for a note and records with it that something was done. */
export function NoteDialog({
  label,
  variant = 'quiet',
  title,
  about,
  field = { label: 'Catatan', maxLength: maxLengths.notes },
  hint,
  draftKey,
  save,
  onSaved,
  failed,
}: NoteDialogProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (hasOpenDraft(draftKey)) setOpen(true)
  }, [draftKey])
  const { pending, run } = useMutation({
    do: save,
    done: () => {
      setOpen(false)
      discardDraft(draftKey)
      onSaved()
    },
    failed,
    revalidate: 'both',
  })
  return (
    <>
      <Button variant={variant} pending={pending} onClick={() => setOpen(true)} className="grow">
        {label}
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          closeDraft(draftKey)
          setOpen(false)
        }}
        title={title}
        pending={pending}
        holdsInput
      >
        <NoteForm
          draftKey={draftKey}
          about={about}
          field={field}
          hint={hint}
          pending={pending}
          onSave={run}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}

interface NoteFormProps {
  draftKey: string
  about: string | undefined
  field: NoteField
  hint: string
  pending: boolean
  onSave: (note: string) => void
  onCancel: () => void
}

const NoteDraft = z.object({ note: z.string() })

function NoteForm({ draftKey, about, field, hint, pending, onSave, onCancel }: NoteFormProps) {
  const draft = useDraft(draftKey, NoteDraft)
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
      {about && <p>{about}</p>}
      <TextAreaField
        {...field}
        ref={area}
        defaultValue={draft.restored?.note}
        onChange={({ currentTarget: { value } }) => draft.keep(value.trim() ? { note: value } : null)}
        required
        hint={hint}
      />
      <DialogButtons
        yes="Simpan"
        pending={pending}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      />
    </form>
  )
}
