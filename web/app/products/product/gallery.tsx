import type { Product } from '@camilan/contract/catalog'
import { imageAt } from '@camilan/contract/images'
import { lazy, Suspense, useRef, useState } from 'react'
import { ProductPicture } from '~/ui/shop/product-picture'

const PictureZoom = lazy(() => import('./picture-zoom'))

/**
 * The width of the picture: a column of the page without its padding and the gap, on a phone the whole screen. There a browser
 * would choose 960 pixels for 720, which nobody sees: with an eighth less it takes the 640 that are half as many bytes.
 */
const pictureSizes =
  '(min-width: 1152px) 524px, (min-width: 1024px) calc(50vw - 52px), (min-width: 768px) calc(50vw - 44px), 88vw'

/**
 * The pictures of a product, swiped without JavaScript. Only the first is loaded with the page; once somebody touches the
 * gallery, the one after the shown picture is loaded, too. Lazy pictures of a row are loaded far ahead, so that later ones
 * are not displayed.
 */
export function Gallery({ product: { name, images, images_look: looks } }: { product: Product }) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [isTouched, setTouched] = useState(false)
  const touch = () => setTouched(true)
  const touched = { onPointerEnter: touch, onTouchStart: touch, onFocus: touch }
  const [zoomed, setZoomed] = useState<number | null>(null)
  const last = isTouched ? shown + 1 : shown
  const show = (index: number) => row.current?.scrollTo({ left: row.current.clientWidth * index, behavior: 'smooth' })
  const labelOf = (index: number) => (index === 0 ? name : `${name}, gambar ${index + 1}`)
  const pictureAt = (index: number) => ({ image: images[index] ?? null, image_look: looks?.[index] ?? null })
  const none = { image: null, image_look: null }
  if (images.length === 0) return <ProductPicture of={none} alt={name} sizes={pictureSizes} className={pictureLook} />
  return (
    <section aria-label="Gambar produk" {...touched}>
      <div className="relative">
        <ul
          ref={row}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:rounded-3xl"
        >
          {images.map((image, index) => (
            <li key={image} className="w-full shrink-0 snap-center snap-always">
              <a
                href={imageAt(image, 1600)}
                aria-label={`Perbesar: ${labelOf(index)}`}
                onClick={(event) => {
                  event.preventDefault()
                  setZoomed(index)
                }}
                className="block cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <ProductPicture
                  of={pictureAt(index)}
                  alt={labelOf(index)}
                  sizes={pictureSizes}
                  priority={index === 0}
                  ahead={index <= last}
                  className={index <= last ? pictureLook : `${pictureLook} [@media(scripting:enabled)]:hidden`}
                />
              </a>
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <p
            aria-hidden
            className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-surface/85 px-2.5 py-0.5 text-13 font-bold md:hidden"
          >
            {`${shown + 1}/${images.length}`}
          </p>
        )}
      </div>
      {images.length > 1 && (
        <ul className="mt-3 hidden flex-wrap gap-2 md:flex">
          {images.map((image, index) => (
            <li key={image} className="w-16">
              <button
                type="button"
                aria-label={`Tampilkan ${labelOf(index)}`}
                aria-current={index === shown}
                onClick={() => show(index)}
                className="block w-full cursor-pointer overflow-hidden rounded-xl border-2 border-transparent aria-[current=true]:border-accent"
              >
                <ProductPicture of={pictureAt(index)} alt="" sizes="64px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed !== null && (
        <Suspense>
          <PictureZoom
            images={images}
            start={zoomed}
            labelOf={labelOf}
            onClose={(index) => {
              setZoomed(null)
              row.current?.querySelectorAll('a')[index]?.focus({ preventScroll: true })
              show(index)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

const pictureLook =
  'max-h-[42svh] max-md:aspect-4/3 md:max-h-[calc(100svh-10rem)] md:rounded-3xl short:max-h-[45svh] short:object-contain'
