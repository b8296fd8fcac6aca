import type { ProductQuery, ProductSuggestions } from '@camilan/contract/catalog'
import { type Term, termIn } from '@camilan/contract/terms'
import { href, Link } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { useShopInfo } from '~/platform/pages/shop-info'
import { ProductCard } from '~/products/product-card'
import { productsPath } from '~/products/products'
import { LinkButton } from '~/ui/ask/button'
import { EmptyState } from '~/ui/loading/empty-state'

interface NothingFoundProps {
  query: ProductQuery
  suggestions: ProductSuggestions
  isEmptyShop: boolean
}

/** The width of a card's picture: as in the list, but four in a row. */
const cardSizes =
  '(min-width: 1152px) 200px, (min-width: 1024px) calc(25vw - 88px), (min-width: 768px) calc(50vw - 156px), calc(50vw - 24px)'

/** Shown if the shop has no product at all. */
export const opensSoon = 'Toko ini segera buka. Silakan mampir lagi.'

/** Shown instead of an empty list: other words as links that search again, and what the first of them finds, or else products in stock. */
export function NothingFound({ query, suggestions: { queries, products }, isEmptyShop }: NothingFoundProps) {
  const { categories } = useShopInfo().terms
  if (isEmptyShop) {
    return (
      <EmptyState
        drawing={emptyCart}
        title="Produk tidak ditemukan"
        action={<LinkButton to={href('/')}>Ke Beranda</LinkButton>}
      >
        {opensSoon}
      </EmptyState>
    )
  }
  const [best, ...others] = queries
  if (best !== undefined && products.length > 0) {
    return (
      <>
        <section aria-labelledby="in-stock" className="mt-6">
          <h2 id="in-stock" className="text-21 font-extrabold tracking-tight">
            Menampilkan hasil untuk{' '}
            <Link to={searchPath(query, best)} className="link font-extrabold">
              {best}
            </Link>
          </h2>
          {others.length > 0 && (
            <div className="mt-3">
              <OtherWords query={query} queries={others} />
            </div>
          )}
          <Cards products={products} />
        </section>
        <LinkButton variant="quiet" to={href('/products')} className="mt-6">
          Lihat semua produk
        </LinkButton>
      </>
    )
  }
  const isInCategory = query.query !== null && query.category !== null
  const hasOthers = queries.length > 0 || isInCategory
  return (
    <>
      <EmptyState
        drawing={emptyCart}
        title="Produk tidak ditemukan"
        action={
          <div className="grid justify-items-center gap-6">
            {queries.length > 0 && <OtherWords query={query} queries={queries} />}
            <div className="flex flex-wrap justify-center gap-3">
              {isInCategory && (
                <LinkButton to={productsPath(query, { category: null, page: 1 })}>Cari di semua kategori</LinkButton>
              )}
              <LinkButton variant={hasOthers ? 'quiet' : 'main'} to={href('/products')}>
                Lihat semua produk
              </LinkButton>
            </div>
          </div>
        }
      >
        {!hasOthers && adviceFor(query, categories)}
      </EmptyState>
      {products.length > 0 && (
        <section aria-labelledby="in-stock" className="border-t border-line pt-6">
          <h2 id="in-stock" className="text-21 font-extrabold tracking-tight">
            Mungkin Anda suka
          </h2>
          <Cards products={products} />
        </section>
      )}
    </>
  )
}

function Cards({ products }: { products: ProductSuggestions['products'] }) {
  return (
    <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11.5ch),1fr))] gap-3 md:grid-cols-2 md:gap-5 lg:grid-cols-4">
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard heading="h3" product={product} sizes={cardSizes} />
        </li>
      ))}
    </ul>
  )
}

const searchPath = (query: ProductQuery, words: string) =>
  productsPath(query, { query: words, category: null, page: 1 })

function adviceFor({ query, category }: ProductQuery, categories: readonly Term[]): string | undefined {
  const found = termIn(categories, category ?? '')
  if (query) return 'Coba kata lain yang lebih pendek, atau lihat semua isi toko.'
  return found && `Belum ada ${found.label.toLowerCase()} yang dijual saat ini.`
}

function OtherWords({ query, queries }: { query: ProductQuery; queries: readonly string[] }) {
  return (
    <nav aria-labelledby="other-words" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="other-words" className="text-15 font-normal text-muted">
        Mungkin maksud Anda
      </h2>
      <ul className="flex flex-wrap gap-2">
        {queries.map((words) => (
          <li key={words}>
            <Link
              to={searchPath(query, words)}
              className="inline-flex min-h-11 items-center rounded-full border border-accent bg-accent-soft px-4 font-bold text-accent wrap-anywhere hover:underline"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
