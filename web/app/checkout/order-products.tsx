import type { Product } from '@camilan/contract/catalog'
import { packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import { searchTextOf } from '@camilan/contract/search-text'
import { useState } from 'react'
import { formatNumber } from '~/platform/formats'
import { TextField } from '~/ui/field'
import { QuantityStepper } from '~/ui/quantity-stepper'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'

export type Quantities = ReadonlyMap<string, number>

interface OrderProductsProps {
  products: readonly Product[]
  quantities: Quantities
  onChange: (id: string, quantity: number) => void
  error: string | undefined
}

/** A longer list has a search. */
const searchFrom = 8

/** All products with their quantity. A press on the plus puts one into the order. */
export function OrderProducts({ products, quantities, onChange, error }: OrderProductsProps) {
  const [query, setQuery] = useState('')
  const words = (searchTextOf(query) ?? '').toLowerCase().split(' ')
  const shown = products.filter(({ id, name }) => {
    const text = name.toLowerCase()
    return quantities.has(id) || words.every((word) => text.includes(word))
  })
  return (
    <SectionCard title="Produk" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {products.length > searchFrom && (
        <TextField
          label={<span className="sr-only">Cari produk</span>}
          type="search"
          enterKeyHint="search"
          placeholder="Cari produk"
          value={query}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
        />
      )}
      {error && <p className="mt-2 text-13 font-semibold text-danger">{error}</p>}
      <ul className="mt-2 divide-y divide-line">
        {shown.map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            quantity={quantities.get(product.id) ?? 0}
            onChange={(quantity) => onChange(product.id, quantity)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="py-3 text-muted">Tidak ada produk dengan nama itu.</p>}
    </SectionCard>
  )
}

interface ProductRowProps {
  product: Product
  quantity: number
  onChange: (quantity: number) => void
}

function ProductRow({ product: { name, price, stock, packaging, weight }, quantity, onChange }: ProductRowProps) {
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">
          <Rupiah amount={price} />, {packagingLabels[packaging].toLowerCase()} {weightLabels[weight]},{' '}
          <span className="whitespace-nowrap">{stock > 0 ? `stok ${formatNumber(stock)}` : 'habis'}</span>
        </p>
      </div>
      <QuantityStepper value={quantity} min={0} max={stock} label={name} onChange={onChange} />
    </li>
  )
}
