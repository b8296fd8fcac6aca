import { cities } from '@camilan/contract/cities'
import { MapPin } from 'lucide-react'
import { href } from 'react-router'
import hero from '~/brand/hero.svg'
import { privatePage } from '~/platform/meta'
import { useShopInfo } from '~/platform/shop-info'
import { LinkButton } from '~/ui/button'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'

export const meta = privatePage('Tentang Kami')

/** Without a loader the server would send the page's content before the guard of its layout has run. */
export const clientLoader = () => null

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Tentang Kami" className="page-narrow">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </TitledSkeleton>
  )
}

export default function AboutUsPage() {
  const { name } = useShopInfo()
  return (
    <main className="page page-narrow">
      <h1 className="title">Tentang Kami</h1>
      <img
        src={hero}
        alt=""
        width={1200}
        height={900}
        className="mt-6 aspect-3/2 w-full rounded-2xl object-cover object-top md:aspect-15/7 dark:brightness-90"
      />
      <div className="mt-6 grid max-w-prose gap-4 text-17">
        <p>
          {name} bermula pada 2016 dari satu dapur, satu wajan besar, dan resep keripik yang selalu habis lebih dulu
          setiap arisan. Tetangga memesan sebungkus, lalu satu bal, lalu minta dikirim ke saudaranya di kota sebelah.
        </p>
        <p>
          Sampai hari ini kami masih memasak sendiri, dalam jumlah secukupnya supaya yang sampai di meja Anda selalu
          baru. Makanan ringan kami kemas per bal, 1kg atau 2kg. Kue kering kami susun dalam toples, 250gram atau
          500gram, seperti yang biasa dijajarkan menjelang Lebaran.
        </p>
      </div>
      <section aria-labelledby="delivery" className="mt-10">
        <h2 id="delivery" className="text-21 font-extrabold tracking-tight">
          Ke mana kami mengirim
        </h2>
        <p className="mt-2 max-w-prose">
          Pesanan tiba dalam 2-3 hari setelah dikirim. Kota lain segera hadir, satu per satu.
        </p>
        <ul className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3">
          {cities.map((city) => (
            <li key={city} className="card flex items-start gap-2.5 p-4">
              <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
              <p>
                <span className="block font-bold">{city}</span>
                <span className="text-13 text-muted">2-3 hari</span>
              </p>
            </li>
          ))}
          <li className="flex items-start gap-2.5 rounded-2xl border border-dashed border-control p-4 text-muted">
            <MapPin aria-hidden className="mt-0.5 size-5 shrink-0" />
            <p>
              <span className="block font-bold">Kota lainnya</span>
              <span className="text-13">Segera hadir</span>
            </p>
          </li>
        </ul>
      </section>
      <section aria-labelledby="payment" className="mt-10">
        <h2 id="payment" className="text-21 font-extrabold tracking-tight">
          Membayar tanpa repot
        </h2>
        <p className="mt-2 max-w-prose">
          Kami menerima pembayaran melalui BCA virtual account. Begitu pembayaran masuk, pesanan tercatat dengan
          sendirinya; tidak perlu mengirim bukti transfer.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <LinkButton to={href('/products')}>Lihat Produk</LinkButton>
          <LinkButton variant="quiet" to={href('/help')}>
            Cara Memesan
          </LinkButton>
        </div>
      </section>
    </main>
  )
}
