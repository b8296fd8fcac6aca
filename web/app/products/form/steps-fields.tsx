import { maxSteps } from '@camilan/contract/price-steps'
import Trash2 from 'lucide-react/icons/trash'
import type { UseFormReturn } from 'react-hook-form'
import { formatTyped } from '~/platform/forms/typed-number'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { IconButton } from '~/ui/ask/icon-button'
import { NumberField } from '~/ui/fields/number-field'
import { type KnownPrice, type ProductTexts, readStep, typedSteps } from './product-numbers'
import { questionOfPrice } from './read-price'

type Row = ReturnType<typeof typedSteps>[number]

/** What separates numbers in the form's text. */
const betweenCells = /[x\s]/gi

interface StepsFieldsProps<Checked> {
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>
  known: KnownPrice
}

/** What a piece costs from a quantity on, folded until something is written. */
export function StepsFields<Checked>({ form, known }: StepsFieldsProps<Checked>) {
  const { errors, defaultValues, isSubmitting, isSubmitted } = form.formState
  const rows = typedSteps(form.watch('price_steps'))
  const error = errors.price_steps?.message?.toString()
  const isQuestion = errors.price_steps?.type === 'ambiguous'
  function write(changed: readonly Row[]) {
    const text = changed.map(({ quantity, price }) => `${quantity}x${price}`).join(' ')
    form.setValue('price_steps', text, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  const input = (index: number, name: keyof Row, label: string) => {
    const text = rows[index]?.[name] ?? ''
    const read = readStep(name, text, known)
    const readings = isQuestion && read.kind === 'ambiguous' ? read.readings : []
    const type = (typed: string) =>
      write(rows.map((row, place) => (place === index ? { ...row, [name]: typed.replace(betweenCells, '') } : row)))
    return (
      <NumberField
        label={label}
        className="grow basis-16"
        written={text}
        value={text}
        disabled={isSubmitting}
        error={readings.length > 0 ? questionOfPrice(text, readings) : undefined}
        choices={readings}
        onChoose={(chosen) => {
          known.steps?.add(chosen)
          type(formatTyped(chosen))
        }}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    )
  }
  return (
    <Fold
      title="Harga grosir"
      open={Boolean(defaultValues?.price_steps || error)}
      className="col-span-6 rounded-2xl border border-line px-4"
    >
      <div className="grid gap-3">
        <p className="text-13 text-muted">
          Harga per kemasan mulai dari jumlah tertentu. Semua ukuran dari produk yang sama dihitung bersama.
        </p>
        {rows.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <fieldset key={index} className="flex flex-wrap items-end gap-3">
            <legend className="sr-only">{`Harga grosir ${index + 1}`}</legend>
            {input(index, 'quantity', 'Mulai dari')}
            {input(index, 'price', 'Harga (Rp)')}
            <IconButton
              icon={Trash2}
              label={`Hapus harga grosir ${index + 1}`}
              danger
              onClick={() => write(rows.filter((_row, place) => place !== index))}
            />
          </fieldset>
        ))}
        {error && !isQuestion && (
          <p role="alert" className="text-13 font-semibold text-danger">
            {error}
          </p>
        )}
        {rows.length < maxSteps && (
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => write([...rows, { quantity: '', price: '' }])}
          >
            Tambah harga grosir
          </Button>
        )}
      </div>
    </Fold>
  )
}
