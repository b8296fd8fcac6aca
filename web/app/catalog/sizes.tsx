import type { Product, ProductSize } from '@camilan/contract/catalog'
import { packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import { gramsOf } from '@camilan/contract/delivery-weight'
import { productPath } from '@camilan/contract/product-path'
import { Link } from 'react-router'
import { formatRupiah } from '~/platform/formats'
import { ProductPicture } from '~/ui/product-picture'

/** The other sizes of the same thing, each a link to its own page. */
export function OtherSizes({ product }: { product: Product }) {
  const others = (product.sizes ?? []).filter(({ id }) => id !== product.id)
  if (others.length === 0) return null
  return (
    <ul aria-label="Kemasan lain" className="mt-2 grid gap-2 sm:grid-cols-2">
      {others.map((size) => (
        <li key={size.id}>
          <Link
            to={productPath(size)}
            state={{ size: size.id }}
            className="flex min-h-12 items-center gap-3 rounded-xl border-2 border-control bg-surface px-4 py-2 font-semibold hover:bg-soft"
          >
            <SizePicture size={size} />
            <span>
              {weightLabels[size.weight]} · {packagingLabels[size.packaging]}
              <span className="block text-13 font-normal text-muted">
                {size.stock === 0 ? 'Habis' : `${formatRupiah(size.price)} · ${per100Grams(size)}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function SizePicture({ size }: { size: Pick<ProductSize, 'image' | 'image_look'> }) {
  return (
    <span className="w-11 shrink-0">
      <ProductPicture of={size} alt="" sizes="44px" className="rounded-lg" />
    </span>
  )
}

/** `Rp 12.000 per 100 g`, to compare sizes. */
export function per100Grams(
  size: Pick<ProductSize, 'price' | 'weight'> & { net_weight_grams?: number | null | undefined },
) {
  return `${formatRupiah(Math.round((size.price * 100) / gramsOf([{ ...size, quantity: 1 }])))} per 100 g`
}
