import type { Product, ProductList, ProductQuery, ProductSuggestions } from '@camilan/contract/catalog'
import { freeOfIn } from '@camilan/contract/free-of'
import { percentOff } from '@camilan/contract/pricing'
import { productPath } from '@camilan/contract/product-path'
import type { ShopInfo } from '@camilan/contract/shop'
import { type Terms, termIn } from '@camilan/contract/terms'
import { Link, useNavigate, useNavigation } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { shopOf, titled } from '~/platform/pages/meta'
import { breadcrumbData, publicMeta, structuredData } from '~/platform/pages/public-meta'
import { askShop } from '~/platform/pages/shop-context'
import { useShopInfo } from '~/platform/pages/shop-info'
import { keepPlace } from '~/platform/state/focus'
import { formatNumber } from '~/platform/state/formats'
import { useLoadOnReturn } from '~/platform/state/on-return'
import { aboveCategory, allProducts, categoryCrumb } from '~/products/crumbs'
import { namesOf } from '~/products/food-words'
import { ProductCard } from '~/products/product-card'
import { loadProducts, loadSuggestions, productsPath, readProductQuery } from '~/products/products'
import { LinkButton } from '~/ui/ask/button'
import { Pagination } from '~/ui/lists/pagination'
import { EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { Breadcrumbs } from '~/ui/page/breadcrumbs'
import type { Route } from './+types/products-page'
import { CategoryNav } from './category-nav'
import { NothingFound, opensSoon } from './nothing-found'

/** The width of a card's picture: the page without its padding, the categories, the gaps and the borders of the cards. */
const cardSizes =
  '(min-width: 1152px) 273px, (min-width: 1024px) calc(33.3vw - 111px), (min-width: 768px) calc(50vw - 156px), calc(50vw - 24px)'

export const handle: PageWords = { title: allProducts.label }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches)
  if (!loaderData || !shop) return [titled(matches, allProducts.label)]
  const { query, pagination } = loaderData
  const heading = headingOf(query, shop.terms)
  const category = termIn(shop.terms.categories, query.category ?? '')
  const isUnknown = query.category !== null && !category
  const listed = nameOfList(query, shop.terms)
  const { isEverywhere, names } = shop.delivery
  const isPastTheEnd = query.page > Math.max(pagination.total_page, 1)
  return [
    ...publicMeta(shop, {
      title: `${heading} · ${shop.name}`,
      heading,
      description: loaderData.isEmptyShop
        ? opensSoon
        : `${pagination.total_products} camilan rumahan: ${listed.toLowerCase()}${shop.goods ? '' : ' dalam bal dan toples'}, diantar ke ${isEverywhere ? 'Jabodetabek' : names}.`,
      // One URL for all orders of the list, and none for a page that does not exist.
      path: productsPath(query, {
        query: null,
        sortBy: 'place',
        sortOrder: 'asc',
        ...((isPastTheEnd || query.query) && { page: 1 }),
      }),
    }),
    // Search engines don't index the results of a search.
    ...(query.query || isPastTheEnd || isUnknown ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(category && !query.query ? [breadcrumbData(shop, [...aboveCategory, categoryCrumb(category)])] : []),
    // As search engines ask: a list of the pages to which this one leads.
    ...(loaderData.data.length > 0 && !query.query ? [productListData(shop, loaderData)] : []),
  ]
}

function productListData(shop: ShopInfo, { query, data }: { query: ProductQuery; data: Product[] }) {
  const first = (query.page - 1) * query.limit
  return structuredData({
    '@type': 'ItemList',
    itemListElement: data.map((product, index) => ({
      '@type': 'ListItem',
      position: first + index + 1,
      url: shop.publicUrl + productPath(product),
    })),
  })
}

/** The search, or the list. */
function headingOf(query: ProductQuery, terms: Terms): string {
  if (!query.query) return nameOfList(query, terms)
  return `Hasil pencarian “${query.query}”${query.category ? ` di ${nameOfList(query, terms)}` : ''}`
}

function nameOfList({ category }: ProductQuery, { categories }: Terms): string {
  return category ? (termIn(categories, category)?.label ?? 'Kategori tidak dikenal') : allProducts.label
}

const nothingSuggested: ProductSuggestions = { queries: [], products: [] }

interface ListReader {
  products: (query: Partial<ProductQuery>) => Promise<ProductList>
  suggestions: (words: string) => Promise<ProductSuggestions>
}

/** Asks for suggestions only if the search finds nothing, and whether the shop has products only if there are none. */
async function loadList(query: ProductQuery, shop: ListReader) {
  const list = await shop.products(query)
  const isNothing = list.pagination.total_products === 0
  const suggestions = query.query && isNothing ? await shop.suggestions(query.query) : nothingSuggested
  const isEmptyShop = isNothing && suggestions.products.length === 0 && (await isWithoutProducts(query, shop))
  return { query, ...list, suggestions, isEmptyShop }
}

/** The text for an empty list. For a part of the list it mentions only that part. */
async function isWithoutProducts({ query, category }: ProductQuery, { products }: ListReader): Promise<boolean> {
  if (!query && !category) return true
  return (await products({ limit: 1 })).pagination.total_products === 0
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readProductQuery(request.url)
  return askShop(context, (shop) => loadList(query, shop))
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  return loadList(readProductQuery(url), {
    products: (query) => loadProducts(query, signal),
    suggestions: (words) => loadSuggestions(words, signal),
  })
}

export default function ProductsPage({
  loaderData: { query, data: products, pagination, suggestions, isEmptyShop },
}: Route.ComponentProps) {
  const { terms } = useShopInfo()
  const lastPage = pagination.total_page
  useLoadOnReturn((signal) => loadProducts({ ...query, limit: 1 }, signal))
  return (
    <main className="page md:grid md:grid-cols-[13rem_1fr] md:gap-x-8">
      <CategoryNav query={query} />
      <div className="mt-5 md:mt-0">
        {query.category && <Breadcrumbs crumbs={aboveCategory} />}
        <h1 className="title wrap-anywhere">{headingOf(query, terms)}</h1>
        <FreeOfNote query={query.query} />
        {pagination.total_products > 0 && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
            <p className="min-w-0 text-muted">{`${formatNumber(pagination.total_products)} produk`}</p>
            <SortSelect query={query} hasPromotion={products.some((product) => percentOff(product) !== null)} />
          </div>
        )}
        {products.length > 0 ? (
          <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11.5ch),1fr))] gap-3 md:grid-cols-2 md:gap-5 lg:grid-cols-3">
            {products.map((product, index) => (
              <li key={product.id}>
                <ProductCard heading="h2" product={product} sizes={cardSizes} priority={index < 2} />
              </li>
            ))}
          </ul>
        ) : lastPage > 0 ? (
          <EmptyState
            drawing={emptyCart}
            title="Produk tidak ditemukan"
            action={<LinkButton to={productsPath(query, { page: lastPage })}>Ke halaman terakhir</LinkButton>}
          >
            {`Daftar ini hanya sampai halaman ${formatNumber(lastPage)}.`}
          </EmptyState>
        ) : (
          <NothingFound query={query} suggestions={suggestions} isEmptyShop={isEmptyShop} />
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

/** What a search such as 'nastar tanpa kacang' can be trusted for. */
function FreeOfNote({ query }: { query: string | null }) {
  const { allergens } = freeOfIn(query ?? '')
  if (allergens.length === 0) return null
  return (
    <p className="mt-2 max-w-prose text-13 text-muted">
      {`Hanya produk yang alergennya dinyatakan lengkap oleh penjual, dan bebas ${namesOf(allergens)}. Alergi berat? Tanyakan dulu kepada penjual.`}
    </p>
  )
}

const promotionsFirst = { sortBy: 'promo', sortOrder: 'asc', label: 'Promo' } as const

const sorts = [
  { sortBy: 'name', sortOrder: 'asc', label: 'Nama A-Z' },
  { sortBy: 'name', sortOrder: 'desc', label: 'Nama Z-A' },
  { sortBy: 'price', sortOrder: 'asc', label: 'Harga Terendah' },
  { sortBy: 'price', sortOrder: 'desc', label: 'Harga Tertinggi' },
] as const

/** Each choice is a URL. Without JavaScript they are links. */
function SortSelect({ query, hasPromotion }: { query: ProductQuery; hasPromotion: boolean }) {
  const navigate = useNavigate()
  const { hasOwnOrder } = useShopInfo()
  // Without an order of her own, the shop's is that by name.
  const first = { sortBy: 'place', sortOrder: 'asc', label: hasOwnOrder ? 'Urutan toko' : sorts[0].label } as const
  const promotions = hasPromotion || query.sortBy === 'promo' ? [promotionsFirst] : []
  const offered = [first, ...promotions, ...(hasOwnOrder ? sorts : sorts.slice(1))]
  const choices = offered.map(({ sortBy, sortOrder, label }) => ({
    label,
    to: productsPath(query, { sortBy, sortOrder, page: 1 }),
  }))
  // While the sorted list is loading, the new choice is already shown.
  const next = useNavigation().location
  const chosen = choices.find(({ to }) => next && to === next.pathname + next.search)
  return (
    <>
      <label className="flex min-w-0 flex-wrap items-center gap-2 text-15 noscript:hidden">
        <span className="text-muted">Urutkan</span>
        <select
          className="control min-h-11 w-auto max-w-full py-2"
          value={chosen?.to ?? productsPath(query, { page: 1 })}
          onChange={(event) => navigate(event.target.value, keepPlace)}
        >
          {choices.map(({ label, to }) => (
            <option key={to} value={to}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p className="hidden flex-wrap gap-x-4 noscript:flex">
        Urutkan:
        {choices.map(({ label, to }) => (
          <Link key={to} to={to} className="link">
            {label}
          </Link>
        ))}
      </p>
    </>
  )
}
