import { maxLengths } from '@camilan/contract/lengths'
import type { ButtonVariant } from '~/ui/ask/button'
import { TextAreaField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { OpenDialog } from '~/ui/form/open-dialog'
import { inMessage, useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'

interface NoteFormProps {
  draftKey: string
  /** What follows from it. */
  about?: string
  /** Without it a note for administrators. */
  field?: { label: string; maxLength: number }
  hint: string
  save: (note: string) => Promise<unknown>
  /** Called after the note was saved. */
  onSaved: () => void
  failed: string
}

interface NoteDialogProps extends NoteFormProps {
  /** The button that opens it. */
  label: string
  variant?: ButtonVariant
  title: string
}

/** A button that asks for a note and records with it that something was done. */
export const NoteDialog = ({ label, variant = 'quiet', title, ...form }: NoteDialogProps) => (
  <OpenDialog label={label} variant={variant} className="grow" title={title} holdsInput draftKey={form.draftKey}>
    {(close) => <NoteForm {...form} onClose={close} />}
  </OpenDialog>
)

const noteForAdmins = { label: 'Catatan', maxLength: maxLengths.notes }

function NoteForm(props: NoteFormProps & { onClose: () => void }) {
  const { draftKey, about, field = noteForAdmins, hint, save, onSaved, failed, onClose } = props
  const form = useForm({
    names: ['note'],
    draft: useTextDraft(draftKey, { note: '' }),
    send: ({ note }) => save(note),
    done: () => {
      onClose()
      onSaved()
    },
    failed: inMessage(failed),
    revalidate: 'both',
  })
  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      {about && <p>{about}</p>}
      <TextAreaField {...field} {...form.field('note')} hint={hint} />
    </FormBody>
  )
}
