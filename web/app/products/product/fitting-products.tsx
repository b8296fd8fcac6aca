import type { Product } from '@camilan/contract/catalog'
import { useLoaded } from '~/platform/state/use-loaded'
import { ProductCard } from '~/products/product-card'
import { loadSimilar } from '~/products/products'

/** What goes with this product. Nothing while it is not known, so that its place is kept. */
export function FittingProducts({ product }: { product: Product }) {
  const fitting = useLoaded(() => loadSimilar(product, new AbortController().signal))
  if (!fitting) return null
  if (fitting.length === 0) return <span hidden />
  return (
    <section aria-labelledby="fitting">
      <h2 id="fitting" className="text-21 font-extrabold tracking-tight md:text-28">
        Cocok dengan ini
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 narrow:grid-cols-1 md:mt-6 md:grid-cols-4 md:gap-4 lg:gap-5">
        {fitting.map((other) => (
          <li key={other.id}>
            <ProductCard heading="h3" product={other} sizes="(min-width: 768px) 25vw, 50vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}
