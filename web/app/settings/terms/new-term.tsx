import { Term as TermSchema } from '@camilan/contract/term-form'
import { maxLabelLength, type Term, type TermList, weightUnits } from '@camilan/contract/terms'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { readNumber } from '~/platform/forms/typed-number'
import { readShopFacts } from '~/platform/pages/shop-info'
import { toast } from '~/platform/state/toasts'
import { SelectField, TextField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { listWords } from './list-words'

interface NewTermFormProps {
  list: TermList
  onAdded?: (term: Term) => void
  onClose: () => void
}

/** Adds a term to a list: a name, or for a weight its amount and unit. */
export function NewTermForm({ list, onAdded, onClose }: NewTermFormProps) {
  const { noun, example } = listWords[list]
  const isWeight = list === 'weights'
  const form = useForm({
    names: ['label', 'code', 'unit'],
    check: ({ code }) => (isWeight && amountIn(code) === undefined ? { code: wholeAmount } : {}),
    send: async ({ label, code, unit }) => {
      const body = isWeight ? { code: `${unit}_${amountIn(code)}` } : { label }
      const { data } = await api.post(`/api/admin/terms/${list}`, body, success(TermSchema))
      await readShopFacts()
      return data
    },
    done(term) {
      toast(`${term.label} ditambahkan`)
      onClose()
      onAdded?.(term)
    },
    failed: `Gagal menambahkan ${noun}. Silakan coba lagi.`,
  })
  return (
    <FormBody form={form} yes="Tambahkan" onClose={onClose}>
      {isWeight ? (
        <div className="grid grid-cols-2 items-start gap-3 narrow:grid-cols-1">
          <TextField
            label="Jumlah"
            inputMode="numeric"
            autoComplete="off"
            placeholder={example}
            {...form.field('code')}
          />
          <SelectField label="Satuan" defaultValue="GRAM" {...form.field('unit')}>
            <Options labels={weightUnits} />
          </SelectField>
          <p className="col-span-full text-13 text-muted">Bilangan bulat: 1,5 kg ditulis 1500 gram.</p>
        </div>
      ) : (
        <TextField
          label="Nama"
          autoComplete="off"
          maxLength={maxLabelLength}
          placeholder={example}
          {...form.field('label')}
        />
      )}
    </FormBody>
  )
}

const wholeAmount = 'Isi jumlah bulat, misalnya 150.'

function amountIn(text: string): number | undefined {
  const read = readNumber(text)
  return read.kind === 'number' && !read.sign && read.value > 0 ? read.value : undefined
}
