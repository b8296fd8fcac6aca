import type { NewProduct } from '@camilan/contract/product-form'
import { type Term, termIn, visibleTerms, weightGrams } from '@camilan/contract/terms'
import type { ComponentProps, ReactNode } from 'react'
import { formatTyped } from '~/platform/forms/typed-number'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { ChangeSigns, NumberField, numberProps } from '~/ui/fields/number-field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { DraftNotice } from '~/ui/form/draft-notice'
import { FactsFields } from './facts-fields'
import { PicturesField } from './pictures-field'
import { type NumberFieldName, readPriceOnce } from './product-numbers'
import { type ProductFormOptions, useProductForm } from './use-product-form'
import { followingPackaging, usualWeights } from './usual-packaging'

interface ProductFormProps<Checked, Saved> extends ProductFormOptions<Checked, Saved> {
  onCancel: () => void
  /** Shown below the fields. */
  children?: ReactNode
}

export function ProductForm<Checked, Saved>(props: ProductFormProps<Checked, Saved>) {
  const { form, pictures, known, current, isRestored, discard, forget, submit, terms } = useProductForm(props)
  const { errors, isSubmitting, isSubmitted } = form.formState
  const keepsOne = props.initial.images !== ''
  /** Nothing is saved later than it is pressed: what is typed meanwhile may be half a price. */
  const isSending = pictures.uploading > 0
  const category = form.watch('category')

  function suggestPackaging(nextCategory: string) {
    const packaging = followingPackaging({ packaging: form.getValues('packaging'), category, nextCategory })
    form.setValue('packaging', packaging, { shouldValidate: isSubmitted })
  }

  const field = (name: keyof NewProduct) => ({ ...form.register(name), error: errors[name]?.message?.toString() })
  const numberField = (name: NumberFieldName) => ({
    ...field(name),
    ...numberProps(form, name, name === 'stock' || name === 'price' ? current[name] : undefined),
  })
  const price = numberProps(form, 'price', current.price, (text) => readPriceOnce(text, known))
  const choosePrice = (chosen: number) => {
    known.accepted = chosen
    price.onChoose(chosen)
  }
  const beginChange = (sign: '+' | '-') => {
    form.setValue('stock', sign, { shouldDirty: true })
    form.setFocus('stock')
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-6 items-start gap-4 narrow:*:col-span-6 [&_.control]:scroll-mb-28 [&_.control[inputmode=numeric]]:scroll-mb-56"
    >
      {isRestored && <DraftNotice onDiscard={forget} className="col-span-6" />}
      <PicturesField pictures={pictures} keepsOne={keepsOne} error={errors.images?.message} disabled={isSubmitting} />
      <TextField label="Nama Produk" autoComplete="off" className="col-span-6" {...field('name')} />
      <SelectField
        label="Kategori"
        className="col-span-6 md:col-span-2"
        {...field('category')}
        {...form.register('category', { onChange: ({ target }) => suggestPackaging(target.value) })}
      >
        <TermOptions terms={terms.categories} present={props.initial.category} choose="Pilih kategori" />
      </SelectField>
      <SelectField label="Kemasan" className="col-span-3 md:col-span-2" {...field('packaging')}>
        <TermOptions terms={terms.packagings} present={props.initial.packaging} choose="Pilih" />
      </SelectField>
      <SelectField
        label="Berat"
        hint={usualWeights(category)}
        className="col-span-3 md:col-span-2"
        {...field('weight')}
      >
        <TermOptions terms={terms.weights} present={props.initial.weight} choose="Pilih" />
      </SelectField>
      <NumberField
        label="Harga (Rp)"
        className="col-span-3 md:col-span-2"
        {...field('price')}
        {...price}
        onChoose={choosePrice}
      />
      <NumberField
        label="Modal (Rp)"
        hint="Untuk laba di Laporan."
        className="col-span-3 md:col-span-2"
        {...numberField('cost_price')}
      />
      <NumberField
        label="Stok"
        className="col-span-3 md:col-span-2"
        hint={props.seen && '+20 menambah, -3 mengurangi.'}
        {...numberField('stock')}
      >
        {props.seen && <ChangeSigns onSign={beginChange} isShort />}
      </NumberField>
      <NetWeightField weight={form.watch('weight')} {...numberField('net_weight_grams')} />
      <LowStockField {...numberField('low_stock_at')} />
      <div className="col-span-6">
        <TickRow
          label="Tampil di toko"
          hint="Tanpa centang, pembeli tidak menemukan dan tidak bisa memesannya."
          checked={form.watch('is_visible') === 'true'}
          disabled={isSubmitting}
          onChange={({ target }) => form.setValue('is_visible', String(target.checked), { shouldDirty: true })}
        />
      </div>
      <TextAreaField label="Deskripsi" rows={4} className="col-span-6" {...field('description')} />
      <FactsFields form={form} />
      {props.children && <div className="col-span-6">{props.children}</div>}
      <div className="sticky -bottom-6 short:static col-span-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface px-6 py-4">
        <FormProblem sentence={errors.root?.message} />
        <div className="flex flex-wrap justify-end gap-3">
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
          <Button type="submit" pending={isSubmitting} disabled={isSending}>
            {isSubmitting ? 'Menyimpan...' : isSending ? 'Tunggu gambar...' : 'Simpan'}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface TermOptionsProps {
  terms: readonly Term[]
  /** A product keeps its own, also if it is hidden now. */
  present: string
  choose: string
}

function TermOptions({ terms, present, choose }: TermOptionsProps) {
  const own = termIn(terms, present)
  const offered = visibleTerms(terms)
  const all = own && !own.is_visible ? [...offered, own] : offered
  return <Options labels={Object.fromEntries(all.map(({ code, label }) => [code, label]))} choose={choose} />
}

const LowStockField = (field: Omit<ComponentProps<typeof NumberField>, 'label'>) => (
  <NumberField
    label="Ingatkan saat sisa"
    hint="Mulai dari sini produk ada di Stok menipis."
    className="col-span-6 md:col-span-4"
    {...field}
  />
)

/** An empty field shows what counts instead. */
function NetWeightField({ weight, ...field }: Omit<ComponentProps<typeof NumberField>, 'label'> & { weight: string }) {
  const grams = weightGrams(weight)
  return (
    <NumberField
      label="Isi bersih (gram)"
      hint="Untuk label dan harga per 100 g."
      placeholder={grams ? formatTyped(grams) : undefined}
      className="col-span-3 md:col-span-2"
      {...field}
    />
  )
}
