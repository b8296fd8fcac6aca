import type { Product } from '@camilan/contract/catalog'
import { searchFold, searchWords } from '@camilan/contract/texts'
import { useState } from 'react'
import { formatNumber } from '~/platform/state/formats'
import { Fold } from '~/ui/ask/fold'
import { TextField } from '~/ui/fields/field'
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
  const [isOpenAtFirst] = useState(chosen.length > 0)
  const inWords = useWords()
  const words = searchWords(query)
  const shown = products.filter(({ name }) => words.every((word) => searchFold(name).includes(word)))
  const count = chosen.length === 0 ? none : formatNumber(chosen.length)
  return (
    <Fold title={`${title} (${count})`} open={isOpenAtFirst || error !== undefined}>
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
