import {
  type Allergen,
  type AllergenLevel,
  allergenLabels,
  allergenLevels,
  allergenNames,
  declarationOf,
  numberChecks,
} from '@camilan/contract/food-facts'
import { allergenLevelLabels, declarationText, factFields } from '@camilan/contract/food-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { NumberField, numberProps } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import type { KnownPrice, ProductTexts } from './product-numbers'

interface FactsFieldsProps<Checked> {
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>
}

/** What the label of food says, folded until something is written. */
export function FactsFields<Checked>({ form }: FactsFieldsProps<Checked>) {
  const { errors, defaultValues } = form.formState
  const field = (name: (typeof factFields)[number]) => ({
    ...form.register(name),
    error: errors[name]?.message?.toString(),
  })
  const days = (name: 'shelf_life_days' | 'opened_shelf_life_days') => ({ ...field(name), ...numberProps(form, name) })
  const number = (name: keyof typeof numberChecks, label: string) => (
    <TextField
      label={label}
      hint={`Pembeli memeriksanya di ${numberChecks[name].site}. Toko ini tidak memeriksanya.`}
      autoComplete="off"
      className="col-span-6 md:col-span-3"
      {...field(name)}
    />
  )
  const isUsed = factFields.some((name) => defaultValues?.[name] || errors[name])
  return (
    <Fold title="Informasi makanan" open={isUsed} className="col-span-6 rounded-2xl border border-line px-4">
      <div className="grid grid-cols-6 items-start gap-4">
        <TextAreaField
          label="Bahan"
          hint="Dari yang paling banyak, seperti pada label."
          className="col-span-6"
          {...field('ingredients')}
          {...form.register('ingredients', { onChange: () => changeDeclaration(form, { complete: false }) })}
        />
        <Allergens form={form} error={errors.allergens?.message?.toString()} />
        <NumberField label="Tahan (hari)" className="col-span-3" {...days('shelf_life_days')} />
        <NumberField label="Dibuka (hari)" className="col-span-3" {...days('opened_shelf_life_days')} />
        <TextField
          label="Cara simpan"
          placeholder="Tempat kering, tertutup rapat"
          autoComplete="off"
          className="col-span-6"
          {...field('storage')}
        />
        {number('halal_number', 'Nomor sertifikat halal')}
        {number('pirt_number', 'Nomor P-IRT')}
      </div>
    </Fold>
  )
}

function Allergens<Checked>({ form, error }: FactsFieldsProps<Checked> & { error: string | undefined }) {
  const declaration = declarationOf(form.watch('allergens'))
  const levelOf = (name: Allergen) => allergenLevels.find((level) => declaration[level].includes(name))
  const undeclared = allergenNames.filter((name) => !levelOf(name))
  return (
    <fieldset className="col-span-6 grid grid-cols-2 narrow:grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-3">
      <legend className="mb-2 text-15 font-semibold">Alergen</legend>
      {allergenNames.map((name) => (
        <SelectField
          key={name}
          label={<span className="block font-normal first-letter:uppercase">{allergenLabels[name]}</span>}
          value={levelOf(name) ?? ''}
          onChange={({ target }) => changeDeclaration(form, declared([name], target.value))}
        >
          <option value="">Kosong</option>
          {allergenLevels.map((level) => (
            <option key={level} value={level}>
              {allergenLevelLabels[level]}
            </option>
          ))}
        </SelectField>
      ))}
      <div className="col-span-full grid gap-1">
        {undeclared.length > 0 && (
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => changeDeclaration(form, declared(undeclared, 'free'))}
          >
            Yang kosong: bebas semua
          </Button>
        )}
        <TickRow
          label="Pernyataan ini lengkap"
          hint="Pencarian seperti 'tanpa kacang' hanya menemukan yang lengkap. Mengubah bahan menghapus tanda ini."
          checked={declaration.complete}
          onChange={({ target }) => changeDeclaration(form, { complete: target.checked })}
        />
        {error && (
          <p role="alert" className="text-13 font-semibold text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )

  function declared(names: readonly Allergen[], chosen: string) {
    const others = (level: AllergenLevel) => declaration[level].filter((name) => !names.includes(name))
    const levels = allergenLevels.map((level) => [level, [...others(level), ...(level === chosen ? names : [])]])
    return { ...(Object.fromEntries(levels) as Record<AllergenLevel, Allergen[]>), ...(!chosen && { complete: false }) }
  }
}

function changeDeclaration<Checked>(
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>,
  change: Partial<ReturnType<typeof declarationOf>>,
) {
  const text = declarationText({ ...declarationOf(form.getValues('allergens')), ...change }) ?? ''
  form.setValue('allergens', text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
}
