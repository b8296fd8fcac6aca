import type { Product } from '@camilan/contract/catalog'
import { searchFold, searchWords } from '@camilan/contract/texts'
import { useState } from 'react'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { TextField } from '~/ui/fields/field'
import { QuantityStepper } from '~/ui/fields/quantity-stepper'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'

export type Quantities = ReadonlyMap<string, number>

interface OrderProductsProps {
  products: readonly Product[]
  quantities: Quantities
  onChange: (id: string, quantity: number) => void
  error: string | undefined
}

/** A longer list has a search. */
const searchFrom = 8

/** A phone shows so many at first, because the note and the total are below them. */
const shownOnPhones = 5

/** All products with their quantity. A press on the plus puts one into the order. */
export function OrderProducts({ products, quantities, onChange, error }: OrderProductsProps) {
  const [query, setQuery] = useState('')
  const [expanded, setExpanded] = useState(false)
  const isShort = products.length > searchFrom && query === '' && !expanded
  const words = searchWords(query)
  const shown = products.filter(({ id, name }) => {
    const text = searchFold(name)
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
      {/* On a desktop as high as the fields beside it. `relative` keeps its hidden labels from lengthening the page. */}
      <ul className="relative mt-2 divide-y divide-line lg:-mr-2 lg:max-h-184 lg:overflow-y-auto lg:pr-2">
        {shown.map((product, index) => (
          <ProductRow
            key={product.id}
            product={product}
            className={isShort && index >= shownOnPhones && !quantities.has(product.id) ? 'max-lg:hidden' : ''}
            quantity={quantities.get(product.id) ?? 0}
            onChange={(quantity) => onChange(product.id, quantity)}
          />
        ))}
      </ul>
      {isShort && (
        <Button variant="quiet" onClick={() => setExpanded(true)} className="mt-2 w-full lg:hidden">
          {`Tampilkan semua (${formatNumber(products.length)})`}
        </Button>
      )}
      {shown.length === 0 && <p className="py-3 text-muted">Tidak ada produk dengan nama itu.</p>}
    </SectionCard>
  )
}

interface ProductRowProps {
  product: Product
  quantity: number
  onChange: (quantity: number) => void
  className: string
}

function ProductRow({ product, quantity, onChange, className }: ProductRowProps) {
  const words = useWords()
  const { name, price, stock, packaging, weight } = product
  return (
    <li className={`flex min-h-16 items-start gap-3 py-2 ${className}`}>
      <div className={`w-12 shrink-0 ${stock > 0 ? '' : 'opacity-55'}`}>
        <ProductPicture of={product} alt="" sizes="48px" className="rounded-xl" />
      </div>
      <div className="min-w-0 grow">
        <p className="leading-snug font-semibold wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-13 text-muted">
          <Rupiah amount={price} className="text-body" /> <span>{words.kind({ packaging, weight })}</span>{' '}
          <span>{stock > 0 ? `stok ${formatNumber(stock)}` : 'habis'}</span>
        </p>
      </div>
      <div className={`shrink-0 ${quantity === 0 ? onlyPlus : ''}`}>
        <QuantityStepper value={quantity} min={0} max={stock} label={name} onChange={onChange} />
      </div>
    </li>
  )
}

/** Of a product that is not ordered. The plus stays where it is. */
const onlyPlus = '[&_input]:hidden [&_button:first-of-type]:hidden'
