import type { Product } from '@camilan/contract/catalog'
import { productIdIn, productPath } from '@camilan/contract/product-path'
import { termIn, weightLabel } from '@camilan/contract/terms'
import Share2 from 'lucide-react/icons/share-2'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { shopOf } from '~/platform/pages/meta'
import { askShop } from '~/platform/pages/shop-context'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { useLoaded } from '~/platform/state/use-loaded'
import { aboveProduct, categoryAbove } from '~/products/crumbs'
import { isOrderable, SoldCount, StockNote } from '~/products/product-card'
import { loadProduct, loadSimilar } from '~/products/products'
import { LastDay, Price, PromotionBadge } from '~/products/promotion'
import { type SharedProduct, share, sharedOf } from '~/products/share'
import { Sizes } from '~/products/sizes'
import { Steps } from '~/products/steps'
import { useWords } from '~/products/words'
import { LinkButton } from '~/ui/ask/button'
import type { PageWords } from '~/ui/loading/failed-page'
import type { HasActionBar } from '~/ui/page/action-bar'
import { Breadcrumbs } from '~/ui/page/breadcrumbs'
import { ProductPicture } from '~/ui/shop/product-picture'
import type { Route } from './+types/product-page'
import { AddToCart, takeChoice } from './add-to-cart'
import { FactStrip, FoodFacts, HamperContents } from './food-facts'
import { Gallery } from './gallery'
import { productMeta } from './product-meta'
import { ProductQuestions, SellerNote } from './product-questions'

export const handle: HasActionBar & PageWords = { on404: 'Produk tidak ditemukan', hasActionBar: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches)
  return loaderData && shop ? productMeta(loaderData.product, shop) : []
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
  const { terms } = useShopInfo()
  return (
    <main aria-labelledby="product-name" className="page pt-0 md:grid md:grid-cols-2 md:gap-10 md:pt-10 lg:gap-14">
      <div className="-mx-4 md:mx-0">
        <div className="md:sticky md:top-28 short:static">
          <Gallery key={product.id} product={product} />
        </div>
      </div>
      <div className="min-w-0 pt-2 md:pt-1">
        <LazyBackToSetup />
        <Breadcrumbs crumbs={aboveProduct(termIn(terms.categories, product.category))} />
        <div className="flex items-start justify-between gap-3">
          <h1 id="product-name" className="min-w-0 text-28 font-extrabold tracking-tight lg:text-40">
            {product.name}
          </h1>
          <ShareLink product={product} />
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
          <span className="mr-auto">
            <Price of={product} className="text-[1.5rem] font-extrabold md:text-28" />
            <LastDay of={product} className="ml-2 text-13 text-muted" />
          </span>
          <PromotionBadge of={product} />
          <SoldCount count={product.sold_count} />
          <span className="text-muted">{`Stok ${formatNumber(product.stock)}`}</span>
          <StockNote {...product} />
        </p>
        <Steps product={product} />
        <FactStrip product={product} />
        {!isOrderable(product) ? (
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
        {product.contents && <HamperContents contents={product.contents} />}
        <FoodFacts product={product} />
        <SellerNote />
      </div>
      {product.stock > 0 && <LazyFitting key={product.id} product={product} />}
    </main>
  )
}

/** What goes with a product, loaded when the reader comes near to it. */
function LazyFitting({ product }: { product: Product }) {
  const [isNear, setIsNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '200px',
    })
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="mt-10 empty:min-h-64 md:col-span-2 md:mt-14">
      {isNear && <LoadedFitting product={product} />}
    </div>
  )
}

function LoadedFitting({ product }: { product: Product }) {
  const loaded = useLoaded(() => import('./fitting-products'))
  return loaded && <loaded.FittingProducts product={product} />
}

/** On a page of the shop, for the seller who looks at the first product. Only the browser knows where a reader came from. */
function LazyBackToSetup() {
  const { state } = useLocation()
  const loaded = useLoaded(async () => state?.from === 'setup' && import('~/settings/back-to-setup'))
  return loaded && <loaded.BackToSetup className="" />
}

const ShareDialog = lazy(() => import('~/products/share-dialog'))

/** 'Bagikan' of buyers. Most phones have a sheet of their own, so that the dialog is loaded only where there is none. */
function ShareLink({ product }: { product: SharedProduct }) {
  const { publicUrl } = useShopInfo()
  const [open, setOpen] = useState<boolean>()
  const shared = sharedOf(product, publicUrl)
  return (
    <>
      <button
        type="button"
        onClick={async () => setOpen(!(await share(shared)))}
        className="link -mr-3 inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 md:mr-0 lg:mt-2"
      >
        <Share2 aria-hidden className="size-5 md:size-4" />
        <span className="max-md:sr-only">Bagikan</span>
      </button>
      {open !== undefined && (
        <Suspense>
          <ShareDialog {...shared} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Shown instead of the choice and the button: the product is sold out, and others can be bought. */
function SoldOut({ product, similar }: { product: Product; similar: readonly Product[] }) {
  const words = useWords()
  const { category, packaging, weight } = product
  const shown = categoryAbove(termIn(useShopInfo().terms.categories, category))
  return (
    <>
      <p className="mt-2 text-muted">{`Kemasan: ${weightLabel(weight)} · ${words.packaging(packaging)}`}</p>
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
        <LinkButton variant="quiet" to={shown?.to ?? href('/products')} className="mt-3">
          {`Lihat semua ${shown?.label ?? 'produk'}`}
        </LinkButton>
      </section>
    </>
  )
}

function SimilarProduct({ product }: { product: Product }) {
  const words = useWords()
  const { name, packaging, weight } = product
  return (
    <Link to={productPath(product)} className="group flex flex-wrap items-center gap-3 py-3">
      <span className="w-16 shrink-0">
        <ProductPicture of={product} alt="" sizes="64px" className="rounded-xl" />
      </span>
      <span className="min-w-0 flex-1 basis-24">
        <span className="line-clamp-2 font-semibold group-hover:text-accent group-hover:underline">{name}</span>
        <span className="block text-13 text-muted">{words.kind({ packaging, weight })}</span>
      </span>
      <span className="ml-auto text-right">
        <Price of={product} className="font-semibold" />
      </span>
    </Link>
  )
}
