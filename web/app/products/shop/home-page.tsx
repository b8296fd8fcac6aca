import type { ShopInfo } from '@camilan/contract/shop'
import CreditCard from 'lucide-react/icons/credit-card'
import MapPin from 'lucide-react/icons/map-pin'
import Truck from 'lucide-react/icons/truck'
import { href } from 'react-router'
import { useSession } from '~/platform/api/session'
import { shopOf } from '~/platform/pages/meta'
import { publicMeta, structuredData } from '~/platform/pages/public-meta'
import { askShop } from '~/platform/pages/shop-context'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { useLoadOnReturn } from '~/platform/state/on-return'
import { ProductCard } from '~/products/product-card'
import { loadHome } from '~/products/products'
import { LinkButton } from '~/ui/ask/button'
import { HeroPicture } from '~/ui/shop/hero-picture'
import { SeasonBand } from '~/ui/shop/season-band'
import type { Route } from './+types/home-page'
import { Categories } from './home-categories'
import { BestSellers, HowToOrder, Story } from './home-sections'

/** The width of a card's picture: the page without its padding, the gaps and the borders of the cards. */
const cardSizes =
  '(min-width: 1152px) 259px, (min-width: 1024px) calc(25vw - 29px), (min-width: 768px) calc(25vw - 26px), calc(50vw - 24px)'

function descriptionOf(shop: ShopInfo): string {
  if (shop.tagline) return shop.tagline
  const { names, days } = shop.delivery
  const goods = shop.goods ?? 'Keripik gurih per bal dan kue kering per toples'
  return `${goods} dari dapur rumahan, diantar ${days ? `${days} ` : ''}ke ${names}.`
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches)
  const title = `${shop?.name ?? 'Camilan'}: ${shop?.goods ?? 'camilan dan kue kering'} rumahan`
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

export function loader({ context }: Route.LoaderArgs) {
  return askShop(context, (shop) => shop.home())
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadHome(request.signal)
}

export default function HomePage({ loaderData: { products, best_sellers } }: Route.ComponentProps) {
  const { season } = useShopInfo()
  useLoadOnReturn(loadHome)
  if (products.length === 0) return <OpeningSoon />
  return (
    <main>
      <Hero />
      <section aria-labelledby="from-our-kitchen" className="page">
        <h2 id="from-our-kitchen" className="text-21 font-extrabold tracking-tight md:text-28">
          Dari dapur kami
        </h2>
        <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11.5ch),1fr))] gap-3 md:mt-6 md:grid-cols-4 md:gap-4 lg:gap-5">
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
      </section>
      <BestSellers products={best_sellers} />
      {season && <SeasonBand season={season} />}
      <Categories products={[...best_sellers, ...products]} />
      <Story />
      <HowToOrder />
    </main>
  )
}

/** On a phone it is low enough for two products below it, so only the first sentence of the text is shown there. */
function Hero() {
  const shop = useShopInfo()
  const text =
    shop.tagline ??
    `${shop.goods ?? 'Keripik gurih per bal dan kue kering per toples'}, dibuat di dapur rumahan${shop.sinceYear ? ` sejak ${shop.sinceYear}` : ''}. Pilih yang Anda suka, kami antar sampai depan pintu.`
  const [first = text, ...others] = text.split(/(?<=[.!?]) /)
  return (
    <section className="kawung grid grid-cols-[minmax(0,1fr)_40%] border-b border-line bg-soft md:min-h-96 md:grid-cols-2">
      <HeroPicture
        sizes="(min-width: 768px) 50vw, 40vw"
        fetchPriority="high"
        className={`order-last size-full min-h-40 md:h-0 md:min-h-full ${shop.look ? '' : 'max-md:object-[72%_50%]'}`}
      />
      <div className="flex flex-col justify-center py-3 pr-2 pl-4 md:py-8 md:pr-12 md:pl-[max(1.5rem,calc(100%-34.5rem))]">
        <h1 className="text-21 leading-tight font-extrabold tracking-tight md:text-40 lg:text-48">
          {`Selamat datang di ${shop.name}`}
        </h1>
        <p className="mt-1.5 max-w-110 text-13 wrap-anywhere md:mt-4 md:text-17">
          <span>{first}</span>
          {others.length > 0 && <span className="max-md:hidden"> {others.join(' ')}</span>}
        </p>
        <div className="mt-2 md:mt-6">
          <LinkButton to={href('/products')} className="px-4 md:min-h-12 md:px-7 md:text-17">
            Belanja Sekarang
          </LinkButton>
        </div>
        <Promises className="mt-8 hidden gap-x-6 gap-y-2 border-t pt-5 text-15 lg:flex" />
      </div>
      <Promises className="order-last col-span-2 flex justify-between gap-x-3 border-t px-4 py-2 text-13 lg:hidden" />
    </section>
  )
}

/** When, where and how to pay, in a line where there is room. */
function Promises({ className }: { className: string }) {
  const { delivery, payment } = useShopInfo()
  const promises = [
    { icon: Truck, text: delivery.days ? `Tiba ${delivery.days}` : 'Diantar kurir' },
    { icon: MapPin, text: delivery.isEverywhere ? 'Jabodetabek' : delivery.names },
    { icon: CreditCard, text: payment.title },
  ]
  return (
    <ul className={`flex-wrap border-line font-semibold ${className}`}>
      {promises.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-x-2">
          <Icon aria-hidden className="size-5 shrink-0 text-accent max-md:hidden" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The description of a shop without products. */
const openingSoon = 'Toko ini segera buka: produk pertama sedang kami siapkan.'

const lead = 'mt-3 max-w-110 text-17 text-pretty'
const large = 'min-h-12 px-7 text-17'

/** The home page of a shop without products, with the next step for its administrator and for visitors. */
function OpeningSoon() {
  const shop = useShopInfo()
  const { token, isAdmin } = useSession()
  const whatsapp = useWhatsapp()
  return (
    <main>
      <section className="kawung border-b border-line bg-soft md:grid md:grid-cols-2">
        <HeroPicture
          decorative
          sizes="(min-width: 768px) 50vw, 100vw"
          fetchPriority="high"
          className="aspect-4/3 w-full md:order-last md:aspect-auto md:h-full md:min-h-130"
        />
        <div className="flex flex-col justify-center px-4 py-8 md:py-16 md:pr-12 md:pl-[max(1.5rem,calc(100%-34.5rem))]">
          <h1 className="text-28 font-extrabold tracking-tight md:text-40">{`Selamat datang di ${shop.name}`}</h1>
          {shop.tagline && <p className={`${lead} wrap-anywhere`}>{shop.tagline}</p>}
          <p className={lead}>{openingSoon}</p>
          <p className={lead}>
            {isAdmin
              ? 'Pembeli melihat halaman ini sampai Anda menambahkan produk.'
              : whatsapp
                ? 'Ingin tahu kapan, atau memesan lebih dulu? Kirim pesan lewat WhatsApp.'
                : 'Silakan mampir lagi, atau daftar dulu supaya nanti tinggal memesan.'}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {isAdmin && (
              <LinkButton to={href('/admin/manage-products')} className={large}>
                Tambahkan produk pertama
              </LinkButton>
            )}
            {whatsapp && !isAdmin && (
              <LinkButton to={whatsapp.url} target="_blank" rel="noopener" className={large}>
                Tanya lewat WhatsApp<span className="sr-only"> (tab baru)</span>
              </LinkButton>
            )}
            {token === null && (
              <LinkButton variant={whatsapp ? 'quiet' : 'main'} to={href('/auth/register')} className={large}>
                Daftar dulu
              </LinkButton>
            )}
          </div>
        </div>
      </section>
    </main>
  )
}
