/** The choice of a category on the home page. */
import type { Product } from '@camilan/contract/catalog'
import { firstTerms, labelIn, type Term, type Terms, termIn, visibleTerms, weightLabel } from '@camilan/contract/terms'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { href, Link } from 'react-router'
import hero from '~/brand/hero.svg'
import { useShopInfo } from '~/platform/pages/shop-info'
import { usualPackaging } from '~/products/form/usual-packaging'
import { ProductPicture } from '~/ui/shop/product-picture'

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
      <h2 id="by-category" className="text-21 font-extrabold tracking-tight md:text-28">
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
