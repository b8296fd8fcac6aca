import type { NewProduct } from '@camilan/contract/catalog'
import {
  categories,
  categoryLabels,
  packagingLabels,
  packagings,
  weightLabels,
  weights,
} from '@camilan/contract/catalog-values'
import { maxImageSize } from '@camilan/contract/images'
import { ImageUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { ApiError } from '~/platform/api-error'
import { formatTyped, readNumber } from '~/platform/typed-number'
import { useDraft } from '~/platform/use-draft'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { DraftNotice } from '~/ui/draft-notice'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { ImageField } from '~/ui/image-field'
import { FormProblem } from '~/ui/notice'
import { ChangeSigns, NumberField } from '~/ui/number-field'
import { ProductPicture } from '~/ui/product-picture'
import { useChosenImage } from '~/ui/use-chosen-image'
import { useLeaveQuestion } from '~/ui/use-leave-question'
import { Options } from './options'
import type { NumberFieldName, ProductTexts } from './product-numbers'
import { changedNumbers, type SeenNumbers } from './save-product'
import { followingPackaging, usualWeights } from './usual-packaging'

/** The values that differ from the product, and the numbers that the form showed when it was opened. */
const ProductDraft = z.object({
  texts: z.record(z.string(), z.string()),
  seen: z.optional(z.object({ stock: z.int(), price: z.int() })),
})

interface ProductFormProps<Checked, Saved> {
  /** The key of the draft that keeps the typed values. */
  draftKey: string
  /** The numbers of the product when the form was opened; a new product has none. `+20` and `-3` then change the stock. */
  seen?: SeenNumbers
  initial: ProductTexts
  currentImage: string | null
  resolver: Resolver<ProductTexts, unknown, Checked>
  /** If it throws, the form stays open with the typed values. `seen` are the numbers that the person knows. */
  save: (checked: Checked, image: File | null, seen: SeenNumbers | undefined) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The sentence to show if `save` has failed. */
  problemOf: (error: unknown) => string
  onPending: (pending: boolean) => void
  onCancel: () => void
  /** Whether closing the form would lose typed values. */
  onUnkept: (unkept: boolean) => void
  /** Shown below the fields. */
  children?: ReactNode
}

export function ProductForm<Checked, Saved>(props: ProductFormProps<Checked, Saved>) {
  const image = useChosenImage('product')
  const { draftKey, initial, onUnkept } = props
  const draft = useDraft(draftKey, useAccountId(), ProductDraft)
  const [seen, setSeen] = useState(draft.restored?.seen ?? props.seen)
  /** The present numbers, after a save that was refused because they had changed. */
  const [current, setCurrent] = useState<Partial<SeenNumbers>>({})
  const form = useForm<ProductTexts, unknown, Checked>({
    defaultValues: { ...initial, ...draft.restored?.texts },
    resolver: props.resolver,
  })
  const { errors, isSubmitting, isSubmitted } = form.formState
  const category = form.watch('category')

  const { keep, discard } = draft
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const texts = differing(values, initial)
          if (Object.keys(texts).length > 0) keep({ texts, ...(seen && { seen }) })
          else discard()
        },
      }),
    [form, initial, seen, keep, discard],
  )
  const unkept = image.file !== null || draft.isLost
  useLeaveQuestion(unkept, leaveQuestion)
  useEffect(() => onUnkept(unkept), [onUnkept, unkept])

  function forget() {
    discard()
    setSeen(props.seen)
    setCurrent({})
    form.reset(initial)
  }

  const { run } = useMutation({
    do: (checked: Checked) => props.save(checked, image.file, seen),
    done: (saved) => {
      discard()
      props.onSaved(saved)
    },
    failed: (error) => {
      form.setError('root', { message: props.problemOf(error) })
      const { stock_change, ...refused } = error instanceof ApiError ? error.fields : {}
      const numbers = changedNumbers(error)
      setCurrent(numbers)
      setSeen((known) => known && { ...known, ...numbers })
      const fields: Record<string, string | undefined> = { ...refused, ...(stock_change && { stock: stock_change }) }
      for (const [name, value] of Object.entries(numbers)) {
        fields[name] = `Sekarang ${formatTyped(value)}. Simpan lagi untuk memakai isian Anda.`
      }
      for (const name of productFields) {
        if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true })
      }
    },
  })

  async function submit(checked: Checked) {
    props.onPending(true)
    await run(checked)
    props.onPending(false)
  }

  function suggestPackaging(nextCategory: string) {
    const packaging = followingPackaging({ packaging: form.getValues('packaging'), category, nextCategory })
    form.setValue('packaging', packaging, { shouldValidate: isSubmitted })
  }

  const field = (name: keyof NewProduct) => ({ ...form.register(name), error: errors[name]?.message?.toString() })
  const numberField = (name: NumberFieldName) => {
    const written = form.watch(name)
    const read = readNumber(written)
    const now = name === 'low_stock_at' ? undefined : current[name]
    const asks = errors[name]?.type === 'ambiguous' && read.kind === 'ambiguous'
    const choices = asks ? read.readings : errors[name] && now !== undefined ? [now] : []
    const sign = read.kind === 'ambiguous' && /^\s*\+/.test(written) ? '+' : undefined
    return {
      ...field(name),
      written,
      choices,
      onChoose: (number: number) => {
        form.setValue(name, formatTyped(number, sign), { shouldDirty: true, shouldValidate: isSubmitted })
        form.setFocus(name)
      },
    }
  }
  const beginChange = (sign: '+' | '-') => {
    form.setValue('stock', sign, { shouldDirty: true })
    form.setFocus('stock')
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(submit)}
      className="grid grid-cols-6 items-start gap-4 [&_.control]:scroll-mb-28 [&_.control[inputmode=numeric]]:scroll-mb-56"
    >
      {draft.restored && <DraftNotice onDiscard={forget} className="col-span-6" />}
      <div className="col-span-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="w-20 shrink-0 md:w-24">
          <ProductPicture
            image={image.url ?? props.currentImage}
            alt={image.file ? 'Pratinjau gambar yang dipilih' : props.currentImage ? 'Gambar saat ini' : ''}
            sizes="(min-width: 768px) 96px, 80px"
            className="rounded-2xl"
          />
        </div>
        <ImageField
          image={image}
          icon={ImageUp}
          label={image.file || props.currentImage ? 'Ganti gambar' : 'Unggah gambar'}
          hint={`PNG, JPG, GIF hingga ${maxImageSize}`}
          removeLabel="Hapus gambar"
          disabled={isSubmitting}
        />
      </div>
      <TextField label="Nama Produk" autoComplete="off" className="col-span-6" {...field('name')} />
      <SelectField
        label="Kategori"
        className="col-span-6 md:col-span-2"
        {...field('category')}
        {...form.register('category', { onChange: ({ target }) => suggestPackaging(target.value) })}
      >
        <Options values={categories} labels={categoryLabels} choose="Pilih kategori" />
      </SelectField>
      <SelectField label="Kemasan" className="col-span-3 md:col-span-2" {...field('packaging')}>
        <Options values={packagings} labels={packagingLabels} choose="Pilih" />
      </SelectField>
      <SelectField
        label="Berat"
        hint={usualWeights(category)}
        className="col-span-3 md:col-span-2"
        {...field('weight')}
      >
        <Options values={weights} labels={weightLabels} choose="Pilih" />
      </SelectField>
      <NumberField label="Harga (Rp)" className="col-span-3 md:col-span-2" {...numberField('price')} />
      <NumberField
        label="Stok"
        className="col-span-3 md:col-span-2"
        hint={props.seen && '+20 menambah, -3 mengurangi.'}
        {...numberField('stock')}
      >
        {props.seen && <ChangeSigns onSign={beginChange} shortOn="phone" />}
      </NumberField>
      <NumberField label="Ingatkan saat sisa" className="col-span-6 md:col-span-2" {...numberField('low_stock_at')} />
      <TextAreaField label="Deskripsi" rows={4} className="col-span-6" {...field('description')} />
      {props.children && <div className="col-span-6">{props.children}</div>}
      <div className="sticky -bottom-6 short:static col-span-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface px-6 py-4">
        <FormProblem sentence={errors.root?.message} />
        <div className="flex justify-end gap-3">
          <Button
            variant="quiet"
            disabled={isSubmitting}
            onClick={() => {
              discard()
              props.onCancel()
            }}
          >
            Batal
          </Button>
          <Button type="submit" pending={isSubmitting}>
            {isSubmitting ? 'Menyimpan...' : 'Simpan'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The fields that the person has changed. */
function differing(values: ProductTexts, initial: ProductTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== initial[name as keyof NewProduct]))
}

export const leaveQuestion = 'Tutup formulir? Isian yang belum disimpan akan hilang, termasuk gambar yang dipilih.'

const productFields = [
  'name',
  'category',
  'packaging',
  'weight',
  'price',
  'stock',
  'low_stock_at',
  'description',
] as const
