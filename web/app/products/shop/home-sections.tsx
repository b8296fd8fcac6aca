/** The sections of the home page after its first products. */

import type { Product } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { firstTerms, labelIn, type Term, type Terms, termIn, visibleTerms, weightLabel } from '@camilan/contract/terms'
import type { LucideIcon } from 'lucide-react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CreditCard from 'lucide-react/icons/credit-card'
import MapPin from 'lucide-react/icons/map-pin'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import hero from '~/brand/hero.svg'
import { elsewhereOf, useShopInfo } from '~/platform/pages/shop-info'
import { usualPackaging } from '~/products/form/usual-packaging'
import { SoldCount } from '~/products/product-card'
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
                    <Rupiah amount={product.price} />
                  </span>
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

/** What the home page says of the categories of the specification, while they have its names. */
const pitches: Readonly<Record<string, string>> = {
  MAKANAN_RINGAN: 'Keripik dan kerupuk renyah untuk teman ngobrol.',
  KUE_KERING: 'Nastar, kastengel, dan kawan-kawannya untuk meja tamu.',
}

/** The part of the hero's drawing for a category. It costs no request, because the drawing is loaded anyway. */
const drawings: Readonly<Record<string, string>> = {
  MAKANAN_RINGAN: 'w-[330%] -translate-x-[0.4%] -translate-y-[14%]',
  KUE_KERING: 'w-[261%] -translate-x-[30.2%] -translate-y-[5.6%]',
}

/** The page of all products has the others. */
const maxTiles = 12

/** Few categories have large tiles; the choice of one is none. */
export function Categories({ products }: { products: readonly Product[] }) {
  const categories = visibleTerms(useShopInfo().terms.categories)
  if (categories.length < 2) return null
  const Tile = categories.length === 2 ? LargeTile : SmallTile
  return (
    <section aria-labelledby="by-category" className="page">
      <h2 id="by-category" className={heading}>
        Pilih kategori
      </h2>
      <ul className={`mt-4 grid gap-3 md:mt-6 md:gap-5 ${tileColumns[categories.length] ?? manyColumns}`}>
        {categories.slice(0, maxTiles).map((category) => (
          <li key={category.code}>
            <Tile
              category={category}
              product={products.find((product) => product.image !== null && product.category === category.code)}
            />
          </li>
        ))}
      </ul>
      {categories.length > maxTiles && (
        <Link to={href('/products')} className="link mt-2 inline-flex min-h-11 items-center">
          Semua kategori
        </Link>
      )}
    </section>
  )
}

const tileColumns: Readonly<Record<number, string>> = {
  2: 'grid-cols-[repeat(auto-fit,minmax(min(100%,11.5ch),1fr))]',
  3: 'md:grid-cols-3',
}
const manyColumns = 'grid-cols-2 narrow:grid-cols-1 md:grid-cols-3 lg:grid-cols-4'

const pathOf = ({ code }: Term) => `${href('/products')}?category=${code}`

interface TileProps {
  category: Term
  product: Product | undefined
}

/** The category's own picture, or that of a product; else the placeholder of pictures. */
function TilePicture({ category: { image }, product, sizes }: TileProps & { sizes: string }) {
  const shown = image ? { image, image_look: null } : (product ?? { image: null, image_look: null })
  return <ProductPicture of={shown} alt="" sizes={sizes} />
}

function SmallTile(tile: TileProps) {
  return (
    <Link
      to={pathOf(tile.category)}
      className="card flex h-full items-center gap-2.5 overflow-hidden pr-1.5 hover:bg-soft md:gap-4 md:pr-4"
    >
      <span className="w-16 shrink-0 self-stretch **:h-full! md:w-24">
        <TilePicture {...tile} sizes="96px" />
      </span>
      <span className="min-w-0 py-2 text-15 leading-tight font-bold wrap-anywhere md:text-17">
        {tile.category.label}
      </span>
    </Link>
  )
}

/** A shop with a picture of its own in place of the drawing shows a product of each category. */
function LargeTile({ category, product }: TileProps) {
  const { look, terms } = useShopInfo()
  const { code, label, image } = category
  const drawing = image || (look?.picture && product) ? undefined : drawings[code]
  const isAsFirst = termIn(firstTerms.categories, code)?.label === label
  const kinds = kindsOf(code, terms)
  return (
    <Link
      to={pathOf(category)}
      className="card group grid h-full content-start overflow-hidden hover:bg-soft md:grid-cols-[45%_1fr]"
    >
      <span className="relative block aspect-square overflow-hidden">
        {drawing ? (
          <img src={hero} alt="" className={`absolute top-0 left-0 max-w-none dark:brightness-90 ${drawing}`} />
        ) : (
          <TilePicture category={category} product={product} sizes="(min-width: 768px) 270px, 50vw" />
        )}
      </span>
      <span className="block min-w-0 p-3 md:self-center md:p-6">
        <span className="flex items-center justify-between gap-2 text-17 leading-tight font-extrabold tracking-tight md:text-28">
          <span className="wrap-anywhere">{label}</span>
          <ArrowRight aria-hidden className="size-6 shrink-0 text-accent max-md:hidden" />
        </span>
        {isAsFirst && <span className="mt-1 block text-13 md:mt-3 md:text-17">{pitches[code]}</span>}
        {isAsFirst && kinds && <span className="mt-1 block text-13 text-muted max-md:hidden">{kinds}</span>}
      </span>
    </Link>
  )
}

/** `Toples 250gram atau 500gram` */
function kindsOf(category: string, { packagings }: Terms): string | undefined {
  const usual = usualPackaging[category]
  return usual && `${labelIn(packagings, usual.packaging)} ${usual.weights.map(weightLabel).join(' atau ')}`
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
