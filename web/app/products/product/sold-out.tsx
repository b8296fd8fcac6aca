import type { Product } from '@camilan/contract/catalog'
import { categoryLabels, packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import { productPath } from '@camilan/contract/product-path'
import { href, Link } from 'react-router'
import { Sizes } from '~/products/sizes'
import { LinkButton } from '~/ui/ask/button'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'

/** Shown instead of the choice and the button: the product is sold out, and others can be bought. */
export function SoldOut({ product, similar }: { product: Product; similar: readonly Product[] }) {
  const { category, packaging, weight } = product
  return (
    <>
      <p className="mt-2 text-muted">{`Kemasan: ${weightLabels[weight]} · ${packagingLabels[packaging]}`}</p>
      {product.sizes && <p className="mt-3 font-bold">Kemasan lain</p>}
      <Sizes product={product} label="Kemasan lain" />
      <section aria-labelledby="sold-out" className="card mt-4 p-4 md:mt-6 md:p-5">
        <h2 id="sold-out" className="text-17 font-bold">
          Produk ini sedang habis
        </h2>
        {similar.length > 0 && (
          <>
            <p className="text-muted">Yang serupa dan masih ada:</p>
            <ul className="mt-2 divide-y divide-line">
              {similar.map((other) => (
                <li key={other.id}>
                  <SimilarProduct product={other} />
                </li>
              ))}
            </ul>
          </>
        )}
        <LinkButton variant="quiet" to={`${href('/products')}?category=${category}`} className="mt-3">
          {`Lihat semua ${categoryLabels[category]}`}
        </LinkButton>
      </section>
    </>
  )
}

function SimilarProduct({ product }: { product: Product }) {
  const { name, packaging, price, weight } = product
  return (
    <Link to={productPath(product)} className="group flex flex-wrap items-center gap-3 py-3">
      <span className="w-16 shrink-0">
        <ProductPicture of={product} alt="" sizes="64px" className="rounded-xl" />
      </span>
      <span className="min-w-0 flex-1 basis-24">
        <span className="line-clamp-2 font-semibold group-hover:text-accent group-hover:underline">{name}</span>
        <span className="block text-13 text-muted">{`${packagingLabels[packaging]} ${weightLabels[weight]}`}</span>
      </span>
      <Rupiah amount={price} className="ml-auto font-semibold" />
    </Link>
  )
}
