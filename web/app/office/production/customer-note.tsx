import { maxLengths } from '@camilan/contract/lengths'
import type { Customer } from '@camilan/contract/reports'
import { Message } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { OpenDialog } from '~/ui/form/open-dialog'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'
import { Tags } from '~/ui/lists/tags'

interface CustomerNoteProps {
  /** Of an account, or of an order. */
  id: string
  customer: Pick<Customer, 'name' | 'note' | 'tags'>
}

const draftOf = (id: string) => `customer-note:${id}`

/** What the seller notes of a buyer, who never reads it. */
export function CustomerNote({ id, customer: { name, note, tags } }: CustomerNoteProps) {
  const isEmpty = note === '' && tags.length === 0
  return (
    <section
      aria-label="Catatan penjual"
      className="card flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4 md:p-5"
    >
      <div className="grid min-w-0 gap-2">
        {tags.length > 0 && <Tags tags={tags} />}
        {note !== '' && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
        {isEmpty && <p className="text-muted">Belum ada catatan dan label tentang pembeli ini.</p>}
      </div>
      <OpenDialog
        label={isEmpty ? 'Tambah catatan' : 'Ubah catatan'}
        variant="quiet"
        title={`Catatan tentang ${name}`}
        holdsInput
        draftKey={draftOf(id)}
      >
        {(close) => <NoteForm id={id} note={note} tags={tags} onClose={close} />}
      </OpenDialog>
    </section>
  )
}

interface NoteFormProps extends Pick<Customer, 'note' | 'tags'> {
  id: string
  onClose: () => void
}

function NoteForm({ id, note, tags, onClose }: NoteFormProps) {
  const draft = useTextDraft(draftOf(id), { note, tags: tags.join(', ') })
  const form = useForm({
    names: ['note', 'tags'],
    draft,
    send: (typed) =>
      api.put(
        `/api/admin/customers/${encodeURIComponent(id)}/note`,
        { note: typed.note, tags: tagsIn(typed.tags) },
        Message,
      ),
    done: () => {
      onClose()
      toast('Catatan tersimpan')
    },
    failed: 'Gagal menyimpan catatan. Silakan coba lagi.',
    revalidate: 'done',
  })
  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      <TextAreaField
        label="Catatan"
        maxLength={maxLengths.notes}
        hint="Hanya dibaca penjual."
        {...form.field('note')}
      />
      <TextField label="Label" hint="Pisahkan dengan koma, misalnya: reseller, tetangga." {...form.field('tags')} />
    </FormBody>
  )
}

const tagsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
