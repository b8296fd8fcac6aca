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
import type { ReactNode } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { ApiError } from '~/platform/api-error'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { ImageField } from '~/ui/image-field'
import { FormProblem } from '~/ui/notice'
import { ProductPicture } from '~/ui/product-picture'
import { useChosenImage } from '~/ui/use-chosen-image'
import { followingPackaging, usualWeights } from './usual-packaging'

/** The fields as the form keeps them: as text. */
export type ProductTexts = Record<keyof NewProduct, string>

interface ProductFormProps<Checked, Saved> {
  initial: ProductTexts
  currentImage: string | null
  resolver: Resolver<ProductTexts, unknown, Checked>
  /** If it throws, the form stays open with everything that was typed. */
  save: (checked: Checked, image: File | null) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The sentence to show where `save` has failed. */
  problemOf: (error: unknown) => string
  onPending: (pending: boolean) => void
  onCancel: () => void
  /** Shown below the fields. */
  children?: ReactNode
}

export function ProductForm<Checked, Saved>(props: ProductFormProps<Checked, Saved>) {
  const image = useChosenImage('product')
  const form = useForm<ProductTexts, unknown, Checked>({ defaultValues: props.initial, resolver: props.resolver })
  const { errors, isSubmitting, isSubmitted } = form.formState
  const category = form.watch('category')

  const { run } = useMutation({
    do: (checked: Checked) => props.save(checked, image.file),
    done: props.onSaved,
    failed: (error) => {
      form.setError('root', { message: props.problemOf(error) })
      const fields = error instanceof ApiError ? error.fields : {}
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
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(submit)}
      className="grid grid-cols-6 items-start gap-4 [&_.control]:scroll-mb-28"
    >
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
      <TextField
        label="Harga (Rp)"
        inputMode="numeric"
        autoComplete="off"
        className="col-span-3 md:col-span-2"
        {...field('price')}
      />
      <TextField
        label="Stok"
        inputMode="numeric"
        autoComplete="off"
        className="col-span-3 md:col-span-2"
        {...field('stock')}
      />
      <TextField
        label="Ingatkan saat sisa"
        inputMode="numeric"
        autoComplete="off"
        className="col-span-6 md:col-span-2"
        {...field('low_stock_at')}
      />
      <TextAreaField label="Deskripsi" rows={4} className="col-span-6" {...field('description')} />
      {props.children && <div className="col-span-6">{props.children}</div>}
      <div className="sticky -bottom-6 short:static col-span-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface px-6 py-4">
        <FormProblem sentence={errors.root?.message} />
        <div className="flex justify-end gap-3">
          <Button variant="quiet" disabled={isSubmitting} onClick={props.onCancel}>
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

interface OptionsProps<Value extends string> {
  values: readonly Value[]
  labels: Record<Value, string>
  choose: string
}

function Options<Value extends string>({ values, labels, choose }: OptionsProps<Value>) {
  return (
    <>
      <option value="" disabled>
        {choose}
      </option>
      {values.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </>
  )
}
