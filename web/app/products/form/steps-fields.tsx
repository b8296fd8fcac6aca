import { maxSteps } from '@camilan/contract/price-steps'
import Trash2 from 'lucide-react/icons/trash'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { IconButton } from '~/ui/ask/icon-button'
import { TextField } from '~/ui/fields/field'
import { type KnownPrice, type ProductTexts, typedSteps } from './product-numbers'

type Row = ReturnType<typeof typedSteps>[number]

/** What a piece costs from a quantity on, folded until something is written. */
export function StepsFields<Checked>({ form }: { form: UseFormReturn<ProductTexts, KnownPrice, Checked> }) {
  const { errors, defaultValues, isSubmitting, isSubmitted } = form.formState
  const rows = typedSteps(form.watch('price_steps'))
  const error = errors.price_steps?.message?.toString()
  function write(changed: readonly Row[]) {
    const text = changed.map(({ quantity, price }) => `${quantity}x${price}`).join(' ')
    form.setValue('price_steps', text, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  const input = (index: number, name: keyof Row, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      className="min-w-0 grow basis-16"
      value={rows[index]?.[name] ?? ''}
      disabled={isSubmitting}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.replace(/[^\d.,]/g, '')
        write(rows.map((row, place) => (place === index ? { ...row, [name]: typed } : row)))
      }}
    />
  )
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
        {error && (
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
