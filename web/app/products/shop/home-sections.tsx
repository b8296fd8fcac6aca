/** The sections of the home page after its first products. */
import type { Product } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import type { LucideIcon } from 'lucide-react'
import CreditCard from 'lucide-react/icons/credit-card'
import MapPin from 'lucide-react/icons/map-pin'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { elsewhereOf, useShopInfo } from '~/platform/pages/shop-info'
import { SoldCount } from '~/products/product-card'
import { LastDay, Price, PromotionBadge } from '~/products/promotion'
import { useWords } from '~/products/words'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerFace } from '~/ui/shop/seller-face'

const heading = 'text-21 font-extrabold tracking-tight md:text-28'

export function BestSellers({ products }: { products: readonly Product[] }) {
  const words = useWords()
  if (products.length === 0) return null
  return (
    <section aria-labelledby="best-sellers" className="border-y border-line bg-surface">
      <div className="page">
        <h2 id="best-sellers" className={heading}>
          Terlaris
        </h2>
        <ul className="mt-2 grid gap-x-8 md:mt-4 md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {products.map((product) => (
            <li key={product.id} className="group relative flex items-center gap-4 py-2.5">
              <div className="size-20 shrink-0 overflow-hidden rounded-2xl md:size-24">
                <ProductPicture of={product} alt="" sizes="(min-width: 768px) 96px, 80px" />
              </div>
              <div className="min-w-0">
                <h3 className="line-clamp-2 font-semibold group-hover:text-accent md:text-17 md:leading-snug">
                  <Link to={productPath(product)} prefetch="intent" className="after:absolute after:inset-0">
                    {product.name}
                  </Link>
                </h3>
                <p className="text-13 text-muted">
                  {`${words.kind(product)}${product.size_count ? `, ${product.size_count}\u00a0ukuran` : ''}`}
                </p>
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-extrabold md:text-17">
                    {product.from_price === product.price && <span className="text-13 font-semibold">mulai </span>}
                    <Price of={product} />
                  </span>
                  <PromotionBadge of={product} />
                  <LastDay of={product} className="text-13 text-muted" />
                  <SoldCount count={product.sold_count} className="text-13" />
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** What the seller says of herself; nothing where she has only a tagline, which the hero shows. */
export function Story() {
  const { name, story, tagline } = useShopInfo()
  if (!story || story === tagline) return null
  return (
    <section aria-labelledby="story" className="kawung border-y border-line bg-soft">
      <div className="page flex flex-col md:flex-row md:items-center md:gap-10">
        <SellerFace className="mb-4 size-24 md:mb-0 md:size-40" />
        <div className="max-w-160">
          <h2 id="story" className="font-bold text-accent">
            {`Dibuat oleh ${name}`}
          </h2>
          <p className="mt-2 text-17 font-semibold text-pretty wrap-anywhere md:text-21">{story}</p>
          <Link to={href('/about-us')} className="link mt-1 inline-flex min-h-11 items-center">
            Baca cerita kami
          </Link>
        </div>
      </div>
    </section>
  )
}

const steps = [
  { title: 'Pilih camilan', text: 'Isi, berat, dan sisa stok tertera di setiap produk.' },
  { title: 'Isi alamat', text: 'Total biaya terlihat sebelum Anda memesan.' },
  { title: 'Bayar', text: 'Tercatat sendiri, tanpa mengirim bukti transfer.' },
  { title: 'Tunggu kiriman', text: 'Kabarnya masuk ke Notifikasi Anda.' },
]

/** The steps, and what delivery and payment are like in this shop. */
export function HowToOrder() {
  return (
    <section aria-labelledby="how-to-order" className="page">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="how-to-order" className={heading}>
          Cara pesan
        </h2>
        <Link to={`${href('/help')}#cara-memesan`} className="link inline-flex min-h-11 items-center">
          Selengkapnya
        </Link>
      </div>
      <ol className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,11.5ch),1fr))] gap-x-4 gap-y-5 md:mt-4 md:grid-cols-4 md:gap-x-8">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span
              aria-hidden
              className="grid size-10 place-items-center rounded-full bg-highlight font-extrabold text-on-highlight"
            >
              {index + 1}
            </span>
            <h3 className="mt-2 font-bold md:text-17">{title}</h3>
            <p className="text-13 text-muted md:text-15">{text}</p>
          </li>
        ))}
      </ol>
      <DeliveryNotes />
    </section>
  )
}

function DeliveryNotes() {
  const { delivery, payment } = useShopInfo()
  const { cost, isOneCost, isPerKg, names, hasZones } = delivery
  return (
    <ul className="mt-8 grid gap-6 border-t border-line pt-8 md:grid-cols-3 md:gap-8">
      <Note
        icon={Truck}
        title={
          <>
            <span>{isOneCost ? 'Ongkos kirim ' : 'Ongkos kirim mulai '}</span>
            <Rupiah amount={cost} />
            {isPerKg && <span> per kg</span>}
          </>
        }
      >
        {isOneCost ? 'Sama ke semua kota tujuan.' : hasZones ? 'Menurut tujuan.' : 'Menurut kota tujuan.'}
      </Note>
      <Note icon={MapPin} title="Kota tujuan">
        {`${names}. ${elsewhereOf(delivery)}`}
      </Note>
      <Note icon={CreditCard} title="Pembayaran">
        {payment.isBankOnly
          ? `${payment.title} lewat ATM, m\u2011banking, atau internet banking.`
          : `Bayar lewat ${payment.names}.`}
      </Note>
    </ul>
  )
}

function Note({ icon: Icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) {
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
