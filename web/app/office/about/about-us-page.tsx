import type { ShopFacts } from '@camilan/contract/settings'
import MapPin from 'lucide-react/icons/map-pin'
import { href } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { elsewhereOf, useShopInfo } from '~/platform/pages/shop-info'
import { LinkButton } from '~/ui/ask/button'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { HeroPicture } from '~/ui/shop/hero-picture'
import { OpeningHours } from '~/ui/shop/opening-hours'
import type { Route } from './+types/about-us-page'

export const meta = privatePage('Tentang Kami')

/**
 * The story is too long for the data of every page. If it can't be loaded the page shows the rest. Without a loader the
 * server would send the page's content before the guard of its layout has run.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const shop = await api
    .get('/api/shop', unchecked<{ data: ShopFacts }>(), { signal: request.signal })
    .catch(() => undefined)
  return { story: shop?.data.story ?? null }
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Tentang Kami">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </TitledSkeleton>
  )
}

export default function AboutUsPage({ loaderData: { story } }: Route.ComponentProps) {
  const { cities, delivery, hours, payment } = useShopInfo()
  return (
    <main className="page">
      <h1 className="title">Tentang Kami</h1>
      <div className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <HeroPicture
          decorative
          sizes="(min-width: 1024px) 540px, 100vw"
          className="aspect-3/2 w-full rounded-2xl object-top md:max-lg:aspect-15/7 lg:order-last"
        />
        <div>
          <Story story={story} />
          <Contacts />
          {hours && (
            <section aria-labelledby="hours" className="mt-10">
              <h2 id="hours" className="text-21 font-extrabold tracking-tight">
                Jam buka
              </h2>
              <OpeningHours className="mt-2" />
            </section>
          )}
        </div>
      </div>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="delivery">
          <h2 id="delivery" className="text-21 font-extrabold tracking-tight">
            Ke mana kami mengirim
          </h2>
          <p className="mt-2 max-w-prose">
            {`${delivery.days ? `Pesanan tiba dalam ${delivery.days} setelah dikirim. ` : ''}${delivery.hasZones ? `Kami mengirim ke ${delivery.names}. ${elsewhereOf(delivery)}` : 'Kota lain segera hadir, satu per satu.'}`}
          </p>
          <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15ch),1fr))] gap-3 md:grid-cols-3">
            {cities.map(({ name, days }) => (
              <li key={name} className="card flex items-start gap-2.5 p-4">
                <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
                <p>
                  <span className="block font-bold">{name}</span>
                  <span className="text-13 text-muted">{days}</span>
                </p>
              </li>
            ))}
            <li className="flex items-start gap-2.5 rounded-2xl border border-dashed border-control p-4 text-muted">
              <MapPin aria-hidden className="mt-0.5 size-5 shrink-0" />
              <p>
                <span className="block font-bold">{delivery.hasZones ? 'Daerah lainnya' : 'Kota lainnya'}</span>
                <span className="text-13">{delivery.hasZones ? 'Cari saat memesan' : 'Segera hadir'}</span>
              </p>
            </li>
          </ul>
        </section>
        <section aria-labelledby="payment">
          <h2 id="payment" className="text-21 font-extrabold tracking-tight">
            Membayar tanpa repot
          </h2>
          <p className="mt-2 max-w-prose">
            {`Kami menerima pembayaran melalui ${payment.names}. Begitu pembayaran masuk, pesanan tercatat dengan sendirinya; tidak perlu mengirim bukti transfer.`}
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <LinkButton to={href('/products')}>Lihat Produk</LinkButton>
            <LinkButton variant="quiet" to={href('/help')}>
              Cara Memesan
            </LinkButton>
          </div>
        </section>
      </div>
    </main>
  )
}

/** The seller's text. Without one, the story of the sample shop, unless this shop was opened without samples. */
function Story({ story }: { story: string | null }) {
  const { name, tagline, hasSampleStory, sinceYear } = useShopInfo()
  const look = 'grid max-w-prose gap-4 text-17'
  if (story !== null) {
    return (
      <div className={look}>
        {story.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
        {sinceYear !== null && <p className="font-semibold">{`Sejak ${sinceYear}`}</p>}
      </div>
    )
  }
  if (!hasSampleStory) {
    const sentences = [tagline, sinceYear !== null && `${name} berjualan sejak ${sinceYear}.`].filter(Boolean)
    return sentences.length > 0 && <p className={look}>{sentences.join(' ')}</p>
  }
  return (
    <div className={look}>
      <p>
        <span>{`${name} bermula pada ${sinceYear ?? ''} dari`}</span> satu dapur, satu wajan besar, dan resep keripik
        yang selalu habis lebih dulu setiap arisan. Tetangga memesan sebungkus, lalu satu bal, lalu minta dikirim ke
        saudaranya di kota sebelah.
      </p>
      <p>
        Sampai hari ini kami masih memasak sendiri, dalam jumlah secukupnya supaya yang sampai di meja Anda selalu baru.
        Makanan ringan kami kemas per bal, 1kg atau 2kg. Kue kering kami susun dalam toples, 250gram atau 500gram,
        seperti yang biasa dijajarkan menjelang Lebaran.
      </p>
    </div>
  )
}

function Contacts() {
  const { contacts, address } = useShopInfo()
  if (contacts.length === 0 && !address) return null
  return (
    <section aria-labelledby="contact" className="mt-10">
      <h2 id="contact" className="text-21 font-extrabold tracking-tight">
        Hubungi kami
      </h2>
      {address && <p className="mt-2 max-w-prose whitespace-pre-line">{address}</p>}
      <ul className="mt-2 grid gap-x-6 sm:flex sm:flex-wrap">
        {contacts.map(({ name, url, text }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center gap-2">
              <span className="text-muted">{name}</span> <span className="link">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
