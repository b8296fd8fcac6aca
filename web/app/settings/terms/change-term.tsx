import { imageAt } from '@camilan/contract/images'
import { type TermChange, Term as TermSchema } from '@camilan/contract/term-form'
import { maxLabelLength, type Term, type TermList } from '@camilan/contract/terms'
import { success } from '@camilan/contract/wire'
import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { inTime } from '~/platform/api/in-time'
import { readShopFacts } from '~/platform/pages/shop-info'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { TextField } from '~/ui/fields/field'
import { ImageField } from '~/ui/fields/files/image-field'
import { uploadPicture } from '~/ui/fields/files/upload-picture'
import { useChosenImage } from '~/ui/fields/files/use-chosen-image'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { listWords } from './list-words'

export async function changeTerm(list: TermList, code: string, change: TermChange): Promise<void> {
  await api.put(`/api/admin/terms/${list}/${code}`, change, success(TermSchema))
  await readShopFacts()
}

interface ChangeTermFormProps {
  list: TermList
  term: Term
  onClose: () => void
}

/** The name of a category or packaging, and the picture of a category. */
export function ChangeTermForm({ list, term, onClose }: ChangeTermFormProps) {
  const image = useChosenImage('product')
  const [isRemoved, setRemoved] = useState(false)
  const form = useForm({
    names: ['label'],
    initial: { label: term.label },
    async send({ label }) {
      const { file } = image
      const chosen = file && (await inTime((signal) => uploadPicture(file, signal)))
      const picture = chosen ?? (isRemoved ? null : undefined)
      await changeTerm(list, term.code, { label, ...(picture !== undefined && { image: picture }) })
    },
    done() {
      toast('Tersimpan')
      onClose()
    },
    failed: `Gagal menyimpan ${listWords[list].noun}. Silakan coba lagi.`,
  })
  const shown = image.url ?? (isRemoved || !term.image ? null : imageAt(term.image, 320))
  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      <TextField label="Nama" autoComplete="off" maxLength={maxLabelLength} {...form.field('label')} />
      {list === 'categories' && (
        <fieldset className="flex min-w-0 flex-wrap items-center gap-4">
          <legend className="mb-1.5 text-15 font-semibold">Gambar</legend>
          {shown && <img src={shown} alt="" className="size-24 rounded-2xl bg-soft object-cover" />}
          <div className="grid justify-items-start gap-2">
            <ImageField
              image={image}
              icon={ImageUp}
              label={shown ? 'Ganti gambar' : 'Unggah gambar'}
              removeLabel="Buang gambar"
              disabled={form.pending}
            />
            {shown && !image.file && (
              <Button variant="quiet" disabled={form.pending} onClick={() => setRemoved(true)}>
                <Trash2 aria-hidden className="size-4" />
                Hapus gambar
              </Button>
            )}
          </div>
        </fieldset>
      )}
    </FormBody>
  )
}
