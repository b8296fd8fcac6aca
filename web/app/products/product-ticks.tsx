import type { Product } from '@camilan/contract/catalog'
import { searchFold, searchWords } from '@camilan/contract/texts'
import { useState } from 'react'
import { sentNumber } from '~/platform/forms/typed-number'
import { formatNumber } from '~/platform/state/formats'
import { Fold } from '~/ui/ask/fold'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import { useWords } from './words'

export type NamedProduct = Pick<Product, 'id' | 'name' | 'category' | 'packaging' | 'weight' | 'price'>

interface ProductTicksProps {
  products: readonly NamedProduct[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
  title?: string
  /** While none is ticked. */
  none?: string
}

/** A longer list has a search. */
const searchFrom = 8

/** The products that something is for. */
export function ProductTicks(props: ProductTicksProps) {
  const { products, chosen, onChange, error, title = 'Hanya untuk produk tertentu', none = 'semua' } = props
  const [query, setQuery] = useState('')
  const inWords = useWords()
  const words = searchWords(query)
  const shown = products.filter(({ name }) => words.every((word) => searchFold(name).includes(word)))
  const count = chosen.length === 0 ? none : formatNumber(chosen.length)
  return (
    <Fold title={`${title} (${count})`} open={chosen.length > 0 || error !== undefined}>
      {error && <p className="mb-2 text-13 font-semibold text-danger">{error}</p>}
      {products.length > searchFrom && (
        <TextField
          label={<span className="sr-only">Cari produk</span>}
          type="search"
          placeholder="Cari produk"
          value={query}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
        />
      )}
      <ul aria-label="Produk" className="relative mt-1 max-h-80 divide-y divide-line overflow-y-auto">
        {shown.map(({ id, name, packaging, weight }) => (
          <li key={id}>
            <TickRow
              label={name}
              hint={inWords.kind({ packaging, weight })}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="py-3 text-muted">Tidak ada produk dengan nama itu.</p>}
    </Fold>
  )
}

interface ProductNumbersProps extends Omit<ProductTicksProps, 'chosen' | 'onChange'> {
  /** As typed, by the ids of the ticked products. */
  numbers: Readonly<Record<string, string>>
  onChange: (numbers: Record<string, string>) => void
  labelOf: (name: string) => string
  errorOf: (id: string) => string | undefined
}

/** The products that something has a number for: each ticked one has its field. */
export function ProductNumbers({ numbers, onChange, labelOf, errorOf, ...ticks }: ProductNumbersProps) {
  const words = useWords()
  const chosen = Object.keys(numbers)
  return (
    <>
      <ProductTicks
        {...ticks}
        chosen={chosen}
        onChange={(ids) => onChange(Object.fromEntries(ids.map((id) => [id, numbers[id] ?? ''])))}
      />
      {chosen.length > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {chosen.map((id) => {
            const product = ticks.products.find((one) => one.id === id)
            const text = numbers[id] ?? ''
            return (
              <NumberField
                key={id}
                label={labelOf(product?.name ?? 'Produk lain')}
                hint={product && words.kind(product)}
                written={text}
                value={text}
                error={errorOf(id)}
                onChange={({ currentTarget: { value } }) => onChange({ ...numbers, [id]: value })}
              />
            )
          })}
        </div>
      )}
    </>
  )
}

/** An error for each number that is none: the shop would not say whose it is. `field`: of the form, with its ids. */
export const missingNumbers = (field: string, numbers: Readonly<Record<string, string>>, sentence: string) =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([id, text]) =>
      typeof sentNumber(text, null) === 'number' ? [] : [[`${field}.${id}`, sentence]],
    ),
  )
