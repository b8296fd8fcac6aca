import type { NewProduct } from '@camilan/contract/product-form'
import { weightGrams } from '@camilan/contract/terms'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { formatTyped } from '~/platform/forms/typed-number'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { ChangeSigns, NumberField, numberProps } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import { DraftNotice } from '~/ui/form/draft-notice'
import { CardPreview } from './card-preview'
import { FactsFields } from './facts-fields'
import { HamperFields } from './hamper-fields'
import { PicturesField } from './pictures/pictures-field'
import { type NumberFieldName, partsOfText, readPriceOnce } from './product-numbers'
import { StepsFields } from './steps-fields'
import { useTermFields } from './term-fields'
import { type ProductFormOptions, useProductForm } from './use-product-form'

interface ProductFormProps<Checked, Saved> extends ProductFormOptions<Checked, Saved> {
  onCancel: () => void
  /** The label of a second button, after which another form follows. */
  again?: string
  /** It follows another form. */
  focusesName?: boolean
  /** Shown below the fields. */
  children?: ReactNode
}

export function ProductForm<Checked, Saved>(props: ProductFormProps<Checked, Saved>) {
  const { form, pictures, known, current, isRestored, discard, forget, submit, submitAgain, terms } =
    useProductForm(props)
  const { errors, isSubmitting } = form.formState
  const keepsOne = props.initial.images !== ''
  /** Nothing is saved later than it is pressed: what is typed meanwhile may be half a price. */
  const isSending = pictures.uploading > 0
  const isHamper = partsOfText(form.watch('parts')).length > 0
  const termFields = useTermFields({ form, initial: props.initial, terms })
  useEffect(() => {
    if (props.focusesName) form.setFocus('name')
  }, [form, props.focusesName])
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
  /** Beside the others where the bar has room. */
  const againButton = (className: string) =>
    props.again && (
      <Button variant="quiet" disabled={isSubmitting || isSending} onClick={submitAgain} className={className}>
        {props.again}
      </Button>
    )
  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-6 items-start gap-4 narrow:*:col-span-6 [&_.control]:scroll-mb-28 [&_.control[inputmode=numeric]]:scroll-mb-56"
      >
        {isRestored && <DraftNotice onDiscard={forget} className="col-span-6" />}
        <PicturesField pictures={pictures} keepsOne={keepsOne} error={errors.images?.message} disabled={isSubmitting} />
        <TextField label="Nama Produk" autoComplete="off" className="col-span-6" {...field('name')} />
        {termFields.fields}
        <NumberField
          label="Harga (Rp)"
          className="col-span-3 md:col-span-2"
          {...field('price')}
          {...price}
          onChoose={choosePrice}
        />
        {!isHamper && (
          <>
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
          </>
        )}
        <StepsFields form={form} known={known} />
        <NetWeightField weight={form.watch('weight')} {...numberField('net_weight_grams')} />
        <LowStockField {...numberField('low_stock_at')} />
        <PackingField {...numberField('packing_grams')} />
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
        <HamperFields form={form} error={errors.parts?.message} />
        <FactsFields form={form} />
        <CardPreview control={form.control} />
        {props.children && <div className="col-span-6">{props.children}</div>}
        {againButton('col-span-6 sm:hidden')}
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
            {againButton('max-sm:hidden')}
            <Button type="submit" pending={isSubmitting} disabled={isSending}>
              {isSubmitting ? 'Menyimpan...' : isSending ? 'Tunggu gambar...' : 'Simpan'}
            </Button>
          </div>
        </div>
      </form>
      {termFields.dialog}
    </>
  )
}

const LowStockField = (field: Omit<ComponentProps<typeof NumberField>, 'label'>) => (
  <NumberField
    label="Ingatkan saat sisa"
    hint="Mulai dari sini produk ada di Stok menipis."
    className="col-span-6 md:col-span-4"
    {...field}
  />
)

/** Only where some delivery costs by weight. */
function PackingField(field: Omit<ComponentProps<typeof NumberField>, 'label'>) {
  if (!useShopInfo().weighsParcels) return null
  return (
    <NumberField
      label="Berat kemasan (gram)"
      hint="Toples dan bungkusnya, ditambahkan ke isi bersih untuk ongkos kirim menurut berat."
      className="col-span-6"
      {...field}
    />
  )
}

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
