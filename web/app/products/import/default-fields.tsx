import type { ImportChoices } from '@camilan/contract/product-import'
import { codedFields, visibleTerms } from '@camilan/contract/terms'
import { useShopInfo } from '~/platform/pages/shop-info'
import { SelectField, TextField } from '~/ui/fields/field'

const labels = { category: 'Kategori', packaging: 'Kemasan', weight: 'Berat' } as const

interface DefaultFieldsProps {
  defaults: ImportChoices['defaults']
  onChange: (defaults: ImportChoices['defaults']) => void
}

/** What a new product gets where the table says nothing. */
export function DefaultFields({ defaults, onChange }: DefaultFieldsProps) {
  const { terms } = useShopInfo()
  const set = (name: keyof typeof defaults, value: string) => {
    const { [name]: _, ...others } = defaults
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="sr-only">Isi bawaan</legend>
      <p className="mb-3 text-muted">Kalau di tabel tidak ada, produk baru mendapat isi bawaan ini.</p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {(['category', 'packaging', 'weight'] as const).map((name) => (
          <SelectField
            key={name}
            label={`${labels[name]} bawaan`}
            value={defaults[name] ?? ''}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          >
            <option value="">Harus ada di tabel</option>
            {visibleTerms(terms[codedFields[name]]).map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
        <TextField
          label="Stok bawaan"
          inputMode="numeric"
          value={defaults.stock ?? ''}
          onChange={({ currentTarget }) => set('stock', currentTarget.value)}
        />
        <TextField
          label="Deskripsi bawaan"
          className="sm:col-span-2"
          value={defaults.description ?? ''}
          onChange={({ currentTarget }) => set('description', currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}
