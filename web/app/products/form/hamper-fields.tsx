import { AdminProduct } from '@camilan/contract/catalog'
import { maxPartQuantity, maxParts, type Part, partSentences } from '@camilan/contract/product-parts'
import { success } from '@camilan/contract/wire'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import { Notice } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { QuantityStepper } from '~/ui/fields/quantity-stepper'
import { Rupiah } from '~/ui/shop/rupiah'
import { type KnownPrice, type ProductTexts, partsOfText } from './product-numbers'
import { useFoundProducts } from './use-found-products'

interface HamperFieldsProps<Checked> {
  form: UseFormReturn<ProductTexts, KnownPrice, Checked>
  error: string | undefined
}

/** The parts of a hamper. With the first one the product sells the stock of its parts. */
export function HamperFields<Checked>({ form, error }: HamperFieldsProps<Checked>) {
  const [query, setQuery] = useState('')
  const found = useFoundProducts(query)
  const parts = partsOfText(form.watch('parts'))
  const words = useWords()
  const { products, know, hasFailed, askAgain } = usePartProducts(parts)
  const change = (changed: readonly Part[]) => form.setValue('parts', JSON.stringify(changed), { shouldDirty: true })
  const rest = found.filter(({ id, parts: own }) => own === null && !parts.some(({ product_id }) => product_id === id))
  return (
    <fieldset className="col-span-6 grid gap-2 rounded-2xl border border-line px-4 py-3">
      <legend className="float-left mb-1 font-bold">Isi hampers</legend>
      {parts.length > 0 && (
        <ul className="divide-y divide-line">
          {parts.map((part) => (
            <PartRow
              key={part.product_id}
              part={part}
              product={products.get(part.product_id)}
              onChange={(quantity) => change(parts.map((one) => (one === part ? { ...part, quantity } : one)))}
              onRemove={() => change(parts.filter((one) => one !== part))}
            />
          ))}
        </ul>
      )}
      {hasFailed && (
        <Notice>
          <span>Sebagian isi gagal dimuat.</span>{' '}
          <button type="button" className="link min-h-11" onClick={askAgain}>
            Coba lagi
          </button>
        </Notice>
      )}
      {parts.length > 0 && <Derived parts={parts} products={products} />}
      {parts.length < maxParts && (
        <TextField
          label="Cari produk untuk isi hampers"
          hint={parts.length === 0 ? 'Hanya untuk hampers: produk yang dijual bersama sebagai satu paket.' : undefined}
          error={error}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {rest.map((product) => (
        <button
          key={product.id}
          type="button"
          className="flex min-h-11 w-full items-center justify-between gap-3 text-left"
          onClick={() => {
            know(product)
            change([...parts, { product_id: product.id, quantity: 1 }])
            setQuery('')
          }}
        >
          <span className="min-w-0 wrap-anywhere">
            <span>{product.name}</span> <span className="text-13 text-muted">{words.kind(product)}</span>
          </span>{' '}
          <span className="link">Tambah</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Null: it was deleted. */
type PartProducts = ReadonlyMap<string, AdminProduct | null>

/** The products of the parts, as far as they are loaded. Each is asked for once, and again only if that failed. */
function usePartProducts(parts: readonly Part[]) {
  const [products, setProducts] = useState<PartProducts>(new Map())
  const [failed, setFailed] = useState<readonly string[]>([])
  const asked = useRef(new Set<string>())
  const know = useCallback((id: string, product: AdminProduct | null) => {
    asked.current.add(id)
    setProducts((known) => new Map([...known, [id, product]]))
  }, [])
  const ask = useCallback(
    (id: string) => {
      asked.current.add(id)
      api.get(`/api/admin/products/${encodeURIComponent(id)}`, success(AdminProduct)).then(
        ({ data }) => know(id, data),
        (reason: unknown) => {
          if (reason instanceof ApiError && reason.code === 'NOT_FOUND') know(id, null)
          else setFailed((others) => [...others, id])
        },
      )
    },
    [know],
  )
  const ids = parts.map(({ product_id }) => product_id).join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) if (!asked.current.has(id)) ask(id)
  }, [ids, ask])
  function askAgain() {
    setFailed([])
    failed.forEach(ask)
  }
  return {
    products,
    know: (product: AdminProduct) => know(product.id, product),
    hasFailed: parts.some(({ product_id }) => failed.includes(product_id)),
    askAgain,
  }
}

interface PartRowProps {
  part: Part
  product: AdminProduct | null | undefined
  onChange: (quantity: number) => void
  onRemove: () => void
}

function PartRow({ part, product, onChange, onRemove }: PartRowProps) {
  const words = useWords()
  const name = product
    ? `${product.name} (${words.kind(product)})`
    : product === null
      ? 'Produk yang sudah dihapus'
      : 'Memuat…'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 grow basis-40">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        {product && <span className="text-13 text-muted">{`Stok ${formatNumber(product.stock)}`}</span>}
      </span>
      <QuantityStepper value={part.quantity} max={maxPartQuantity} label={name} onChange={onChange} />
      <button type="button" className="link min-h-11" aria-label={`Keluarkan ${name}`} onClick={onRemove}>
        Keluarkan
      </button>
    </li>
  )
}

/** What follows from the parts: how many hampers can be sold, and what their parts cost singly. */
function Derived({ parts, products }: { parts: readonly Part[]; products: PartProducts }) {
  const known = parts.map((part) => ({ ...part, product: products.get(part.product_id) }))
  if (known.some(({ product }) => product === null)) {
    return <p className="text-13 font-semibold text-danger">{partSentences.unknown}</p>
  }
  const loaded = known.flatMap(({ product }) => product ?? []).length
  if (loaded < parts.length) return null
  const stock = Math.min(...known.map(({ product, quantity }) => Math.floor((product?.stock ?? 0) / quantity)))
  const singly = known.reduce((sum, { product, quantity }) => sum + (product?.price ?? 0) * quantity, 0)
  return (
    <p className="text-13 text-muted">
      <span>{`Cukup untuk ${formatNumber(stock)} hampers.`}</span> <span>Isinya satu per satu:</span>{' '}
      <Rupiah amount={singly} className="font-semibold" />
    </p>
  )
}
