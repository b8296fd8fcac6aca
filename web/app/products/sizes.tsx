import type { Product, ProductSize } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { weightLabel } from '@camilan/contract/terms'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupiah } from '~/platform/state/formats'
import { per100 } from '~/products/per-100'
import { useWords } from '~/products/words'
import type { Elements } from '~/ui/elements'
import { ProductPicture } from '~/ui/shop/product-picture'

interface SizesProps {
  product: Product
  label: string
  /** Stands in the place of the product itself, which is left out without it. */
  own?: Elements
}

/** The sizes of the same thing, the cheapest first. Each of the others is a link to its own page. */
export function Sizes({ product, label, own = null }: SizesProps) {
  const shown = product.sizes?.filter(({ id }) => own || id !== product.id) ?? []
  if (shown.length === 0) return own
  return (
    <ul aria-label={label} className="mt-1 grid gap-2 sm:grid-cols-2 md:mt-2">
      {shown.map((size) => (
        <li key={size.id} className="grid">
          {size.id === product.id ? own : <OtherSize size={size} />}
        </li>
      ))}
    </ul>
  )
}

function OtherSize({ size }: { size: ProductSize }) {
  const words = useWords()
  return (
    <Link
      to={productPath(size)}
      state={{ size: size.id }}
      className="flex min-h-12 items-center gap-3 rounded-xl border-2 border-control bg-surface px-4 py-1.5 font-semibold hover:bg-soft"
    >
      <SizePicture size={size} />
      <span>
        <span>{`${weightLabel(size.weight)} · ${words.packaging(size.packaging)}`}</span>
        <SizeNote>
          {size.stock === 0 ? 'Habis' : [formatRupiah(size.price), per100(size) ?? []].flat().join(' · ')}
        </SizeNote>
      </span>
    </Link>
  )
}

export function SizeNote({ children }: { children: ReactNode }) {
  return <span className="block text-13 font-normal text-balance text-muted">{children}</span>
}

export function SizePicture({ size }: { size: Pick<ProductSize, 'image' | 'image_look'> }) {
  return (
    <span className="w-11 shrink-0">
      <ProductPicture of={size} alt="" sizes="44px" className="rounded-lg" />
    </span>
  )
}
