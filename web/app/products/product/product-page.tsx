import { productIdIn } from '@camilan/contract/product-path'
import { shopOf, titled } from '~/platform/pages/meta'
import { askShop } from '~/platform/pages/shop-context'
import { formatNumber } from '~/platform/state/formats'
import { aboveProduct } from '~/products/crumbs'
import { loadProduct, loadSimilar } from '~/products/products'
import { SoldCount } from '~/products/sold-count'
import { StockNote } from '~/products/stock-note'
import { PageProblem, problemTitle, statusOf } from '~/ui/loading/page-problem'
import type { HasActionBar } from '~/ui/page/action-bar'
import { Breadcrumbs } from '~/ui/page/breadcrumbs'
import { Rupiah } from '~/ui/shop/rupiah'
import type { Route } from './+types/product-page'
import { AddToCart, takeChoice } from './add-to-cart'
import { FactStrip, FoodFacts } from './food-facts'
import { Gallery } from './gallery'
import { LazyBackToSetup } from './lazy-back-to-setup'
import { LazyFitting } from './lazy-fitting'
import { productMeta } from './product-meta'
import { ProductQuestions, SellerNote } from './product-questions'
import { ShareLink } from './share-link'
import { SoldOut } from './sold-out'

const notFound = 'Produk tidak ditemukan'

export const handle: HasActionBar = { hasActionBar: true }

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => {
  const shop = shopOf(matches)
  if (loaderData && shop) return productMeta(loaderData.product, shop)
  return [titled(matches, statusOf(error) === 404 ? notFound : problemTitle(error))]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return askShop(context, async (shop) => {
    const product = await shop.productById(productIdIn(params.productId))
    return { product, similar: product.stock === 0 ? await shop.similarTo(product) : [], choice: null }
  })
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const id = productIdIn(params.productId)
  const product = await loadProduct(id, request.signal)
  const similar = product.stock === 0 ? await loadSimilar(product, request.signal) : []
  return { product, similar, choice: takeChoice(id) }
}

export default function ProductPage({ loaderData: { product, similar, choice } }: Route.ComponentProps) {
  return (
    <main aria-labelledby="product-name" className="page pt-0 md:grid md:grid-cols-2 md:gap-10 md:pt-10 lg:gap-14">
      <div className="-mx-4 md:mx-0">
        <div className="md:sticky md:top-28 short:static">
          <Gallery key={product.id} product={product} />
        </div>
      </div>
      <div className="min-w-0 pt-2 md:pt-1">
        <LazyBackToSetup />
        <Breadcrumbs crumbs={aboveProduct(product.category)} />
        <div className="flex items-start justify-between gap-3">
          <h1 id="product-name" className="min-w-0 text-28 font-extrabold tracking-tight lg:text-40">
            {product.name}
          </h1>
          <ShareLink product={product} />
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
          <Rupiah amount={product.price} className="mr-auto text-[1.5rem] font-extrabold md:text-28" />
          <SoldCount count={product.sold_count} />
          <span className="text-muted">{`Stok ${formatNumber(product.stock)}`}</span>
          <StockNote stock={product.stock} packaging={product.packaging} />
        </p>
        <FactStrip product={product} />
        {product.stock === 0 ? (
          <SoldOut product={product} similar={similar} />
        ) : (
          <AddToCart key={product.id} product={product} choice={choice} />
        )}
        <ProductQuestions product={product} />
        <section aria-labelledby="description" className="mt-8 border-t border-line pt-6">
          <h2 id="description" className="text-17 font-bold">
            Deskripsi
          </h2>
          <p className="mt-2 max-w-prose text-17 whitespace-pre-line">{product.description}</p>
        </section>
        <FoodFacts product={product} />
        <SellerNote />
      </div>
      {product.stock > 0 && <LazyFitting key={product.id} product={product} />}
    </main>
  )
}

export function ErrorBoundary() {
  return <PageProblem on404={notFound} />
}
