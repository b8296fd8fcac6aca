import {
  type Category,
  categories,
  categoryLabels,
  packagingLabels,
  usualPackaging,
  weightLabels,
} from '@camilan/contract/catalog-values'
import type { ShopInfo } from '@camilan/contract/shop'
import { ArrowRight, CreditCard, type LucideIcon, MapPin, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import hero from '~/brand/hero.svg'
import { shopOf } from '~/platform/meta'
import { publicMeta, structuredData } from '~/platform/public-meta'
import { askShop } from '~/platform/shop-context'
import { useShopInfo } from '~/platform/shop-info'
import { LinkButton } from '~/ui/button'
import { HeroPicture } from '~/ui/hero-picture'
import { PageProblem } from '~/ui/page-problem'
import { Rupiah } from '~/ui/rupiah'
import type { Route } from './+types/home-page'
import { OpeningSoon, openingSoon } from './opening-soon'
import { ProductCard } from './product-card'
import { loadProducts } from './products'

const shownProducts = 4
/** The width of a card's picture: the page without its padding, the gaps and the borders of the cards. */
const cardSizes =
  '(min-width: 1152px) 259px, (min-width: 1024px) calc(25vw - 29px), (min-width: 768px) calc(25vw - 26px), calc(50vw - 24px)'

function descriptionOf(shop: ShopInfo): string {
  if (shop.tagline) return shop.tagline
  const { names, days } = shop.delivery
  return `Keripik gurih per bal dan kue kering per toples dari dapur rumahan, diantar ${days ? `${days} ` : ''}ke ${names}.`
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches)
  const title = `${shop?.name ?? 'Camilan'}: camilan dan kue kering rumahan`
  if (!shop) return [{ title }]
  const { name, publicUrl } = shop
  const url = `${publicUrl}/`
  const description = loaderData?.products.length === 0 ? openingSoon : descriptionOf(shop)
  const logo = shop.logo ?? `${publicUrl}/icon-512.png`
  return [
    ...publicMeta(shop, { title, heading: title, description, path: href('/') }),
    structuredData({ '@type': 'Organization', name, url, logo, description }),
    structuredData({
      '@type': 'WebSite',
      name,
      url,
      inLanguage: 'id',
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${publicUrl}${href('/products')}?query={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    }),
  ]
}

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await askShop(context, (shop) => shop.products({ limit: shownProducts, view: 'shop' }))
  return { products: data }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { data } = await loadProducts({ limit: shownProducts, view: 'shop' }, request.signal)
  return { products: data }
}

export default function HomePage({ loaderData: { products } }: Route.ComponentProps) {
  const shop = useShopInfo()
  if (products.length === 0) return <OpeningSoon />
  return (
    <main>
      <section className="kawung grid grid-cols-[minmax(0,1fr)_40%] border-b border-line bg-soft md:grid-cols-2">
        <HeroPicture
          sizes="(min-width: 768px) 50vw, 40vw"
          fetchPriority="high"
          className="order-last size-full min-h-40 md:min-h-110"
        />
        <div className="flex flex-col justify-center py-3 pr-2 pl-4 md:py-16 md:pr-12 md:pl-[max(1.5rem,calc(100%-34.5rem))]">
          <h1 className="text-21 leading-tight font-extrabold tracking-tight md:text-40">
            Selamat datang di {shop.name}
          </h1>
          <p className="mt-1.5 line-clamp-3 max-w-110 text-13 md:mt-4 md:line-clamp-none md:text-17">
            {shop.tagline ??
              `Keripik gurih per bal dan kue kering per toples, dibuat di dapur rumahan${shop.sinceYear ? ` sejak ${shop.sinceYear}` : ''}. Pilih yang Anda suka, kami antar sampai depan pintu.`}
          </p>
          <div className="mt-2 md:mt-6">
            <LinkButton to={href('/products')} className="px-4 md:min-h-12 md:px-7 md:text-17">
              Belanja Sekarang
            </LinkButton>
          </div>
        </div>
      </section>
      <section aria-labelledby="from-our-kitchen" className="page">
        <h2 id="from-our-kitchen" className="text-21 font-extrabold tracking-tight md:text-28">
          Dari dapur kami
        </h2>
        <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 md:mt-6 md:grid-cols-4 md:gap-4 lg:gap-5">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard heading="h3" product={product} sizes={cardSizes} orderButton />
            </li>
          ))}
        </ul>
        <div className="mt-6 text-center">
          <LinkButton variant="quiet" to={href('/products')}>
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

const pitches: Record<Category, string> = {
  MAKANAN_RINGAN: 'Keripik dan kerupuk renyah untuk teman ngobrol.',
  KUE_KERING: 'Nastar, kastengel, dan kawan-kawannya untuk meja tamu.',
}

/** The part of the hero's drawing for a category. It costs no request, because the drawing is loaded anyway. */
const drawings: Record<Category, string> = {
  MAKANAN_RINGAN: 'w-[316%] -translate-x-[0.8%] -translate-y-[13.5%]',
  KUE_KERING: 'w-[261%] -translate-x-[30.2%] -translate-y-[5.6%]',
}

function CategoryTile({ category }: { category: Category }) {
  const { packaging, weights } = usualPackaging[category]
  return (
    <Link
      to={`${href('/products')}?category=${category}`}
      className="card flex h-full flex-wrap items-center gap-4 min-[20rem]:flex-nowrap p-4 hover:bg-soft md:gap-6 md:p-5"
    >
      <span className="relative size-24 shrink-0 overflow-hidden rounded-xl md:size-32">
        <img
          src={hero}
          alt=""
          className={`absolute top-0 left-0 max-w-none dark:brightness-90 ${drawings[category]}`}
        />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-21 font-extrabold tracking-tight">{categoryLabels[category]}</span>
        <span className="mt-1 block">{pitches[category]}</span>
        <span className="mt-1 block text-13 text-muted">
          {packagingLabels[packaging]} {weights.map((weight) => weightLabels[weight]).join(' atau ')}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-6 shrink-0 text-accent" />
    </Link>
  )
}

function DeliveryNotes() {
  const { delivery, payment } = useShopInfo()
  const { cost, isOneCost, isPerKg, days, names, isEverywhere } = delivery
  return (
    <ul className="mt-10 grid gap-6 border-t border-line pt-8 md:mt-14 md:grid-cols-3 md:gap-8 md:pt-10">
      <Note icon={Truck} title={days ? `${days} setelah dikirim` : 'Lama kirim menurut kota'}>
        Ongkos kirim {!isOneCost && 'mulai '}
        <Rupiah amount={cost} /> {isPerKg && 'per kg '}
        {isOneCost ? 'ke semua kota tujuan.' : 'menurut kota tujuan.'}
      </Note>
      <Note icon={MapPin} title={isEverywhere ? 'Jabodetabek' : 'Kota tujuan'}>
        {names}. Kota lain segera hadir.
      </Note>
      <Note icon={CreditCard} title={payment.title}>
        {payment.isBankOnly
          ? 'Bayar lewat ATM, m\u2011banking, atau internet banking.'
          : `Bayar lewat ${payment.names}.`}
      </Note>
    </ul>
  )
}

function Note({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
      <div>
        <h3 className="font-bold">{title}</h3>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
