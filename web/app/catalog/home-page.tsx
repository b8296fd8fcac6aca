import { categories } from '@camilan/contract/catalog'
import hero from '~/brand/hero.svg'
import { shopOf } from '~/platform/meta'
import { askShop } from '~/platform/shop-context'
import { useShopInfo } from '~/platform/shop-info'
import { LinkButton } from '~/ui/button'
import { PageProblem } from '~/ui/page-problem'
import type { Route } from './+types/home-page'
import { CategoryTile } from './category-tile'
import { DeliveryNotes } from './delivery-notes'
import { loadProducts } from './load-products'
import { ProductCard } from './product-card'

const shownProducts = 4
const description =
  'Keripik gurih per bal dan kue kering per toples dari dapur rumahan, diantar 2-3 hari ke Jakarta, Bogor, Depok, Tangerang, dan Bekasi.'

export const meta: Route.MetaFunction = ({ matches }) => {
  const shop = shopOf(matches)
  const title = `${shop?.name ?? 'Camilan'}: camilan dan kue kering rumahan`
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${shop?.publicUrl}/og-placeholder.jpg` },
    { tagName: 'link', rel: 'canonical', href: `${shop?.publicUrl}/` },
  ]
}

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await askShop(context, (shop) => shop.products({ limit: shownProducts }))
  return { products: data }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { data } = await loadProducts({ limit: shownProducts }, request.signal)
  return { products: data }
}

export default function HomePage({ loaderData: { products } }: Route.ComponentProps) {
  const { name } = useShopInfo()
  return (
    <main>
      <section className="kawung border-b border-line bg-soft md:grid md:grid-cols-2">
        <img
          src={hero}
          alt="Toples kue kering, sebal keripik, dan loyang nastar di meja dapur"
          width={1200}
          height={900}
          fetchPriority="high"
          className="aspect-4/3 w-full object-cover md:order-last md:aspect-auto md:h-full md:min-h-110 dark:brightness-90"
        />
        <div className="flex flex-col justify-center px-4 py-8 md:py-16 md:pr-12 md:pl-[max(1.5rem,calc(50vw-34.5rem))]">
          <h1 className="text-28 font-extrabold tracking-tight md:text-40">Selamat datang di {name}</h1>
          <p className="mt-3 max-w-110 text-17 md:mt-4">
            Keripik gurih per bal dan kue kering per toples, dibuat di dapur rumahan sejak 2016. Pilih yang Anda suka,
            kami antar sampai depan pintu.
          </p>
          <div className="mt-6">
            <LinkButton to="/products" className="min-h-12 px-7 text-17">
              Belanja Sekarang
            </LinkButton>
          </div>
        </div>
      </section>
      <section aria-labelledby="from-our-kitchen" className="page">
        <h2 id="from-our-kitchen" className="text-21 font-extrabold tracking-tight md:text-28">
          Dari dapur kami
        </h2>
        <ul className="mt-4 grid grid-cols-2 gap-3 md:mt-6 md:grid-cols-4 md:gap-4 lg:gap-5">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard
                heading="h3"
                product={product}
                sizes="(min-width: 1152px) 260px, (min-width: 768px) 25vw, 50vw"
                orderButton
              />
            </li>
          ))}
        </ul>
        <div className="mt-6 text-center">
          <LinkButton variant="quiet" to="/products">
            Lihat lebih banyak
          </LinkButton>
        </div>
        <ul className="mt-10 grid gap-3 md:mt-14 md:grid-cols-2 md:gap-5">
          {categories.map((category) => (
            <li key={category}>
              <CategoryTile category={category} />
            </li>
          ))}
        </ul>
        <DeliveryNotes />
      </section>
    </main>
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
