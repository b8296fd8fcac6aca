import { codedFields, type Term, type Terms, termLabels } from '@camilan/contract/terms'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { listWords } from '~/settings/terms/list-words'
import { NewTermForm } from '~/settings/terms/new-term'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { SelectField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import type { KnownPrice, ProductTexts } from './product-numbers'
import { followingPackaging, usualWeights } from './usual-packaging'

type CodedField = keyof typeof codedFields

interface TermFieldsOptions<Checked> {
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>
  initial: ProductTexts
  terms: Terms
}

/** The fields whose values are terms of the seller's lists, and the dialog that adds one, which is outside of the form. */
export function useTermFields<Checked>({ form, initial, terms }: TermFieldsOptions<Checked>) {
  const [adding, setAdding] = useState<CodedField>()
  const { errors, isSubmitted } = form.formState
  const category = form.watch('category')

  function suggestPackaging(nextCategory: string) {
    const packaging = followingPackaging({ packaging: form.getValues('packaging'), category, nextCategory })
    form.setValue('packaging', packaging, { shouldValidate: isSubmitted })
  }
  function choose(name: CodedField, { code }: Term) {
    if (name === 'category') suggestPackaging(code)
    form.setValue(name, code, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  const field = (name: CodedField) => ({
    ...form.register(name, name === 'category' ? { onChange: ({ target }) => suggestPackaging(target.value) } : {}),
    error: errors[name]?.message?.toString(),
    terms: terms[codedFields[name]],
    present: initial[name],
    name,
    onAdd: () => setAdding(name),
  })
  const close = () => setAdding(undefined)
  /** Its children are mounted only while it is open. */
  const named = adding ?? 'category'
  const list = codedFields[named]
  return {
    fields: (
      <>
        <TermField className="col-span-6 md:col-span-2" {...field('category')} choose="Pilih kategori" />
        <TermField className="col-span-3 md:col-span-2" {...field('packaging')} />
        <TermField className="col-span-3 md:col-span-2" {...field('weight')} hint={usualWeights(category)} />
      </>
    ),
    dialog: (
      <Dialog open={adding !== undefined} onClose={close} title={`Tambah ${listWords[list].title}`} holdsInput>
        <NewTermForm list={list} onAdded={(term) => choose(named, term)} onClose={close} />
      </Dialog>
    ),
  }
}

interface TermFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  name: CodedField
  terms: readonly Term[]
  /** A product keeps its own, also if it is hidden now. */
  present: string
  choose?: string
  onAdd: () => void
}

function TermField({ name, terms, present, choose = 'Pilih', onAdd, className, ...field }: TermFieldProps) {
  const { title, noun } = listWords[codedFields[name]]
  return (
    <div className={className}>
      <SelectField label={title} name={name} {...field}>
        <Options labels={termLabels(terms, present)} choose={choose} />
      </SelectField>
      <Button variant="link" onClick={onAdd} className="text-13!">
        <Plus aria-hidden className="size-4 max-sm:hidden" />
        <span>{`Tambah ${noun}`}</span>
      </Button>
    </div>
  )
}
