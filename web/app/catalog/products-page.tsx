import { categoryLabels } from '@camilan/contract/catalog-values'
import { href } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { formatNumber } from '~/platform/formats'
import { shopOf, titled } from '~/platform/meta'
import { askShop } from '~/platform/shop-context'
import { LinkButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { PageProblem } from '~/ui/page-problem'
import { Pagination } from '~/ui/pagination'
import type { Route } from './+types/products-page'
import { CategoryNav } from './category-nav'
import { ProductCard } from './product-card'
import { loadProducts, productsPath, readProductQuery } from './products'
import { SortSelect } from './sort-select'

/** The width of a card's picture: the page without its padding, the categories, the gaps and the borders of the cards. */
const cardSizes =
  '(min-width: 1152px) 273px, (min-width: 1024px) calc(33.3vw - 111px), (min-width: 768px) calc(50vw - 156px), calc(50vw - 24px)'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { query, pagination } = loaderData ?? {}
  const heading = query?.category ? categoryLabels[query.category] : 'Semua Produk'
  const description = `${pagination?.total_products ?? 0} camilan rumahan: ${heading.toLowerCase()} dalam bal dan toples, diantar ke Jabodetabek.`
  const publicUrl = shopOf(matches)?.publicUrl
  return [
    titled(matches, heading),
    { name: 'description', content: description },
    { property: 'og:title', content: heading },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${publicUrl}/og-placeholder.jpg` },
    // Search engines don't index the results of a search.
    ...(query?.query ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(query ? [{ tagName: 'link', rel: 'canonical', href: publicUrl + productsPath(query, { query: null }) }] : []),
  ]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readProductQuery(request.url)
  return { query, ...(await askShop(context, (shop) => shop.products(query))) }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readProductQuery(request.url)
  return { query, ...(await loadProducts(query, request.signal)) }
}

export default function ProductsPage({ loaderData: { query, data: products, pagination } }: Route.ComponentProps) {
  const heading = query.category ? categoryLabels[query.category] : 'Semua Produk'
  const lastPage = pagination.total_page
  return (
    <main className="page md:grid md:grid-cols-[13rem_1fr] md:gap-x-8">
      <CategoryNav query={query} />
      <div className="mt-5 md:mt-0">
        <h1 className="title">{heading}</h1>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 text-muted">
            {formatNumber(pagination.total_products)} produk
            {query.query && (
              <>
                {' '}
                untuk <strong className="text-body">“{query.query}”</strong>
              </>
            )}
          </p>
          {pagination.total_products > 0 && <SortSelect query={query} />}
        </div>
        {products.length > 0 ? (
          <ul className="mt-4 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
            {products.map((product, index) => (
              <li key={product.id}>
                <ProductCard heading="h2" product={product} sizes={cardSizes} priority={index < 2} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            drawing={emptyCart}
            title="Produk tidak ditemukan"
            action={
              lastPage > 0 ? (
                <LinkButton to={productsPath(query, { page: lastPage })}>Ke halaman terakhir</LinkButton>
              ) : (
                <LinkButton to={href('/products')}>Lihat semua produk</LinkButton>
              )
            }
          >
            {lastPage > 0
              ? `Daftar ini hanya sampai halaman ${formatNumber(lastPage)}.`
              : 'Coba kata lain yang lebih pendek, atau lihat semua isi toko.'}
          </EmptyState>
        )}
        {products.length > 0 && (
          <div className="mt-8">
            <Pagination page={query.page} totalPages={lastPage} hrefOf={(page) => productsPath(query, { page })} />
          </div>
        )}
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
