import type { ProductQuery, ProductSuggestions } from '@camilan/contract/catalog'
import { href, Link } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { LinkButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ProductCard } from './product-card'
import { productsPath } from './products'

interface NothingFoundProps {
  query: ProductQuery
  suggestions: ProductSuggestions
  /** The width of a card's picture, for an img's `sizes`. */
  cardSizes: string
}

/** In place of an empty list: other words as links that search again, and products in stock. */
export function NothingFound({ query, suggestions: { queries, products }, cardSizes }: NothingFoundProps) {
  const searchesAgain = queries.map((words) => ({
    label: words,
    to: productsPath(query, { query: words, category: null, page: 1 }),
  }))
  const everywhere = { label: 'Cari di semua kategori', to: productsPath(query, { category: null, page: 1 }) }
  const links = query.query && query.category ? [everywhere, ...searchesAgain] : searchesAgain
  return (
    <>
      <EmptyState
        drawing={emptyCart}
        title="Produk tidak ditemukan"
        action={<LinkButton to={href('/products')}>Lihat semua produk</LinkButton>}
      >
        {links.length === 0 && 'Coba kata lain yang lebih pendek, atau lihat semua isi toko.'}
      </EmptyState>
      {links.length > 0 && (
        <nav aria-labelledby="other-words" className="text-center">
          <h2 id="other-words" className="text-17 font-bold">
            Mungkin maksud Anda
          </h2>
          <ul className="mt-3 flex flex-wrap justify-center gap-2">
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center rounded-full border border-control bg-surface px-4 text-15 font-semibold wrap-anywhere hover:bg-soft"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {products.length > 0 && (
        <section aria-labelledby="in-stock" className="mt-10 border-t border-line pt-6">
          <h2 id="in-stock" className="text-21 font-extrabold tracking-tight">
            Mungkin Anda suka
          </h2>
          <ul className="mt-4 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-4">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard heading="h3" product={product} sizes={cardSizes} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
