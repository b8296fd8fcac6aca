import { factFields } from '@camilan/contract/food-form'
import { stepsOf } from '@camilan/contract/price-steps'
import { labelIn, type Terms } from '@camilan/contract/terms'
import { useEffect, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { sentencesElsewhere } from '~/platform/forms/show-field-errors'
import { formatTyped } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useLeaveQuestion } from '~/ui/ask/leave-guard'
import { usePictures } from './pictures/use-pictures'
import type { KnownPrice, ProductTexts } from './product-numbers'
import { changedNumbers, type SeenNumbers } from './save-product'

/** The values that differ from the product, and the numbers that the form showed when it was opened. */
const ProductDraft = z.object({
  texts: z.record(z.string(), z.string()),
  seen: z.optional(z.object({ stock: z.int(), price: z.int(), version: z.int() })),
})

export interface ProductFormOptions<Checked, Saved> {
  /** The key of the draft that keeps the typed values. */
  draftKey: string
  /** The numbers of the product when the form was opened; a new product has none. `+20` and `-3` then change the stock. */
  seen?: SeenNumbers
  initial: ProductTexts
  /** What a new form has beside `initial`, unless a draft says otherwise. */
  begun?: Partial<ProductTexts>
  resolver: Resolver<ProductTexts, KnownPrice, Checked>
  /** If it throws, the form stays open with the typed values. `seen` are the numbers that the person knows. */
  save: (checked: Checked, seen: SeenNumbers | undefined) => Promise<Saved>
  /** The form stays as it is until this has ended. `isAgain`: another one follows. */
  onSaved: (saved: Saved, isAgain: boolean) => unknown
  /** The sentence to show if `save` has failed. */
  problemOf: (error: unknown) => string
  onPending: (pending: boolean) => void
  /** Whether closing the form would lose typed values. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** The texts of a product with their draft, and how they are saved. */
export function useProductForm<Checked, Saved>(props: ProductFormOptions<Checked, Saved>) {
  const { draftKey, initial, onUnsaved } = props
  const { terms, weighsParcels } = useShopInfo()
  const { restored, isLost, keep, discard } = useDraft(draftKey, ProductDraft)
  const [seen, setSeen] = useState(restored?.seen ?? props.seen)
  /** The present numbers, after a save that was refused because they had changed. */
  const [current, setCurrent] = useState<Partial<SeenNumbers>>({})
  const [known] = useState(() => knownOf(initial, seen?.price, weighsParcels))
  const form = useForm<ProductTexts, KnownPrice, Checked>({
    context: known,
    defaultValues: { ...initial, ...props.begun, ...restored?.texts },
    resolver: props.resolver,
  })

  const setImages = (images: string) => form.setValue('images', images, { shouldDirty: true })
  const pictures = usePictures(form.watch('images'), setImages)
  useEffect(() => {
    const keepTyped = (values: ProductTexts) => {
      const typed = Object.entries(values).filter(([name, text]) => text !== initial[name as keyof ProductTexts])
      keep(typed.length > 0 ? { texts: Object.fromEntries(typed), ...(seen && { seen }) } : null)
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) })
  }, [form, initial, seen, keep])
  const isUnsaved = pictures.uploading > 0 || pictures.failed.length > 0 || isLost
  useLeaveQuestion(isUnsaved, leaveQuestion)
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved])

  const { run } = useMutation({
    do: (checked: Checked, _isAgain: boolean) => props.save(checked, seen),
    done: (saved, _checked, isAgain) => {
      discard()
      return props.onSaved(saved, isAgain)
    },
    failed: (error) => {
      form.setError('root', { message: sentenceOver(props.problemOf(error), error) })
      const numbers = changedNumbers(error)
      setCurrent(numbers)
      if (numbers.price !== undefined) known.former = numbers.price
      setSeen((known) => known && { ...known, ...numbers })
      showRefusal(form, error, { numbers, initial, terms })
    },
  })

  const submitFor = (isAgain: boolean) =>
    form.handleSubmit(async (checked) => {
      if (pictures.askAboutFailed()) return
      props.onPending(true)
      await run(checked, isAgain)
      props.onPending(false)
    })

  return {
    form,
    pictures,
    known,
    current,
    terms,
    isRestored: restored !== null,
    discard,
    forget() {
      discard()
      setSeen(props.seen)
      setCurrent({})
      form.reset(initial)
    },
    submit: submitFor(false),
    submitAgain: submitFor(true),
  }
}

const knownOf = ({ price_steps }: ProductTexts, former: number | undefined, asksGrams: boolean): KnownPrice => ({
  former,
  accepted: undefined,
  steps: new Set(stepsOf(price_steps.replaceAll('.', '')).map(({ price }) => price)),
  asksGrams,
})

/** With what the server says of fields that the form does not show. */
function sentenceOver(problem: string, error: unknown): string {
  const elsewhere = sentencesElsewhere(error, { stock_change: 'stock' }) ?? ''
  return problem.includes(elsewhere) ? problem : `${problem} ${elsewhere}`
}

/** The sentences of the server, and the present numbers, at the fields. */
function showRefusal<Checked>(
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>,
  error: unknown,
  { numbers, initial, terms }: { numbers: Partial<SeenNumbers>; initial: ProductTexts; terms: Terms },
) {
  const { stock_change, ...refused } = error instanceof ApiError ? error.fields : {}
  const fields: Record<string, string | undefined> = { ...refused, ...(stock_change && { stock: stock_change }) }
  const { version: _, ...fresh } = numbers
  for (const [name, value] of changedTexts(error, initial, terms))
    fields[name] = `Sekarang “${value}”. Simpan lagi untuk memakai isian Anda.`
  for (const [name, value] of Object.entries(fresh)) {
    if (formatTyped(value) === initial[name as keyof ProductTexts]) continue
    fields[name] = `Sekarang ${formatTyped(value)}. Simpan lagi untuk memakai isian Anda.`
  }
  for (const name of productFields) {
    if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true })
  }
}

/** The present texts, with their names, that another device has changed and this form would replace. */
function changedTexts(error: unknown, initial: ProductTexts, terms: Terms): [string, string][] {
  const present = error instanceof ApiError && error.code === 'PRODUCT_CHANGED' ? Object.entries(error.data ?? {}) : []
  return present.flatMap(([name, value]) =>
    typeof value === 'string' && value !== initial[name as keyof ProductTexts]
      ? [[name, labelIn(Object.values(terms).flat(), value)]]
      : [],
  )
}

export const leaveQuestion = 'Tutup formulir? Isian yang belum disimpan akan hilang, termasuk gambar yang dipilih.'

/** In the order of the form: the last one that is refused takes the focus. */
const productFields = [
  'name',
  'category',
  'packaging',
  'weight',
  'price',
  'cost_price',
  'stock',
  'low_stock_at',
  'net_weight_grams',
  'packing_grams',
  'description',
  'parts',
  ...factFields,
] as const
