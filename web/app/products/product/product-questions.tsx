import { arrivalOf, daysOnTheWay } from '@camilan/contract/arrival'
import type { Product } from '@camilan/contract/catalog'
import { kilogramsBegun } from '@camilan/contract/delivery-weight'
import { productPath } from '@camilan/contract/product-path'
import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { useOpening } from '~/platform/pages/opening'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { readCity, rememberCity } from '~/platform/state/delivery-city'
import { serverDate } from '~/platform/state/server-time'
import { useLoaded } from '~/platform/state/use-loaded'
import { Skeleton } from '~/ui/loading/skeleton'
import { DispatchNote } from '~/ui/shop/dispatch-note'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerFace } from '~/ui/shop/seller-face'

/** What a buyer asks next: when it arrives and for how much, unless it is sold out, and the seller herself. */
export function ProductQuestions({ product }: { product: Product }) {
  const { publicUrl, delivery } = useShopInfo()
  const whatsapp = useWhatsapp()
  if (product.stock === 0 && !whatsapp) return null
  const text = `Halo, saya mau bertanya tentang ${product.name}: ${publicUrl}${productPath(product)}`
  return (
    <section aria-label="Pengiriman dan pertanyaan" className="mt-6 rounded-2xl bg-soft p-4">
      {product.stock > 0 && <DispatchNote className="mb-3" />}
      {product.stock > 0 &&
        (delivery.hasZones ? <LazyPlaceNote product={product} /> : <ArrivalNote product={product} />)}
      {product.stock > 0 && <PickupNote />}
      {whatsapp && (
        <a
          href={`${whatsapp.url}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className="link -my-2 inline-flex min-h-11 items-center"
        >
          Tanya lewat WhatsApp<span className="sr-only"> (tab baru)</span>
        </a>
      )}
    </section>
  )
}

/** The page is the same for everybody: only the browser knows the city. */
function ArrivalNote({ product }: { product: Product }) {
  const { cities } = useShopInfo()
  const [chosen, setChosen] = useState('')
  useEffect(() => setChosen(readCity()), [])
  const city = cities.find(({ name }) => name === chosen)
  const { dispatch } = useOpening()
  const arrival = city && arrivalOf(dispatch?.handover_on ?? serverDate(), daysOnTheWay(city.days), serverDate())
  return (
    <>
      <label className="flex flex-wrap items-center gap-x-3 font-semibold">
        Kirim ke
        <select
          value={city?.name ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value)
            rememberCity(value)
          }}
          className="control w-auto min-w-0 grow font-normal md:max-w-60"
        >
          <option value="">Pilih kota</option>
          {cities.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p aria-live="polite" className="mt-2 min-h-[3lh] text-pretty min-[22.5rem]:min-h-[2lh]">
        {city ? (
          <>
            {arrival ? (
              <span>
                Tiba <b>{arrival.weekdays ? `${arrival.weekdays}, ${arrival.dates}` : arrival.dates}</b>
                <span>{dispatch ? '.' : ' kalau dikirim hari ini.'}</span>
              </span>
            ) : (
              <span key="days">{`Tiba ${city.days} setelah dikirim.`}</span>
            )}{' '}
            <span>
              Ongkos kirim{' '}
              <b>
                <Rupiah amount={city.per_kg ? city.cost * kilogramsBegun([{ ...product, quantity: 1 }]) : city.cost} />
              </b>
              <span>{city.per_kg ? ' untuk satu.' : '.'}</span>
            </span>
          </>
        ) : (
          <span>Pilih kota Anda untuk melihat hari tiba dan ongkos kirimnya.</span>
        )}
      </p>
    </>
  )
}

function PickupNote() {
  const { hasPickup, address } = useShopInfo()
  if (!hasPickup) return null
  return (
    <p className="mt-1 text-pretty">
      Atau <b>ambil sendiri</b>
      <span>{`${address ? ` di ${address.replace(/\s+/g, ' ')}` : ''}, tanpa ongkos kirim.`}</span>
    </p>
  )
}

/** Only a shop with zones loads it. */
function LazyPlaceNote(props: { product: Product }) {
  const loaded = useLoaded(() => import('./place-note'))
  if (loaded === null) return <p>Ongkos kirim belum bisa dimuat. Muat ulang halaman ini.</p>
  return loaded ? <loaded.PlaceNote {...props} /> : <Skeleton className="h-24" />
}

/** The beginning of the seller's story; nothing where she has told none. */
export function SellerNote() {
  const { name, story } = useShopInfo()
  if (!story) return null
  return (
    <Link to={href('/about-us')} className="group mt-8 flex items-center gap-4 rounded-2xl border border-line p-4">
      <SellerFace className="size-14" />
      <span className="min-w-0">
        <span className="block font-bold group-hover:text-accent group-hover:underline">{`Dibuat oleh ${name}`}</span>
        <span className="line-clamp-4 text-muted md:line-clamp-2">{story}</span>
      </span>
    </Link>
  )
}
