import type { Product } from '@camilan/contract/catalog'
import { usualLowStock } from '@camilan/contract/catalog-values'
import { productPath } from '@camilan/contract/product-path'
import { Link } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { LastDay, Price, PromotionBadge } from '~/products/promotion'
import { useWords } from '~/products/words'
import { LinkButton } from '~/ui/ask/button'
import { ProductPicture } from '~/ui/shop/product-picture'

interface ProductCardProps {
  product: Pick<Product, 'id' | 'name' | 'price' | 'stock' | 'weight' | 'packaging' | 'image' | 'image_look'> &
    Pick<Product, 'compare_at_price' | 'price_until'> &
    Partial<Pick<Product, 'size_count' | 'from_price' | 'batches'>>
  /** The picture's width on screen, for an img's `sizes`. */
  sizes: string
  /** In the first screen of the page, so its picture is loaded at once. */
  priority?: boolean
  /** One level below the heading of the card's section. */
  heading: 'h2' | 'h3'
  /** Adds the button 'Pesan Sekarang'. */
  orderButton?: boolean
}

export function ProductCard({
  product,
  sizes,
  heading: Heading,
  priority = false,
  orderButton = false,
}: ProductCardProps) {
  const words = useWords()
  const { id, name, price, weight, packaging, size_count: sizeCount, from_price: fromPrice } = product
  const path = productPath({ id, name })
  return (
    <article className="group card relative flex h-full flex-col overflow-hidden">
      <div className="lit relative overflow-hidden">
        <ProductPicture
          of={product}
          alt=""
          sizes={sizes}
          priority={priority}
          className="transition-transform duration-200 group-hover:scale-103"
        />
        <span className="absolute top-2.5 left-2.5 z-1 flex flex-wrap gap-1.5">
          <PromotionBadge of={product} />
          <StockNote {...product} />
        </span>
      </div>
      <div className="flex grow flex-col p-3 md:p-4">
        <Heading className="line-clamp-2 font-semibold narrow:line-clamp-none md:text-17 md:leading-snug">
          <Link
            to={path}
            prefetch={priority ? 'viewport' : 'intent'}
            className="after:absolute after:inset-0 after:rounded-2xl"
          >
            {name}
          </Link>
        </Heading>
        <p className="mt-0.5 text-13 text-muted">
          <span>{words.kind({ packaging, weight })}</span>
          {sizeCount && (
            <span className="block">
              {`${sizeCount} ukuran${fromPrice !== price ? `, mulai ${formatRupiah(fromPrice ?? price)}` : ''}`}
            </span>
          )}
        </p>
        {/* Eight digits or more are as wide as the card of a phone. */}
        <p
          className={`mt-auto pt-2 font-extrabold ${price < 10_000_000 ? 'text-17' : 'text-13 tracking-tight min-[22.5rem]:text-15 md:text-17'}`}
        >
          {fromPrice === price && <span className="text-13 font-semibold">mulai </span>}
          <Price of={product} />
          <LastDay of={product} className="block text-13 font-normal text-muted" />
        </p>
        {orderButton && (
          <LinkButton variant="quiet" to={path} className="relative mt-3 px-1 whitespace-nowrap">
            <span>
              <span>Pesan Sekarang</span>
              <span className="sr-only">{`: ${name}`}</span>
              {!isOrderable(product) && <span className="block text-13 font-semibold text-muted">Habis</span>}
            </span>
          </LinkButton>
        )}
      </div>
    </article>
  )
}

type Available = Pick<Product, 'stock' | 'batches'>

const hasBatch = ({ batches = [] }: Available) => batches.some(({ left }) => left > 0)
/** From the stock or in a batch. */
export const isOrderable = (product: Available): boolean => product.stock > 0 || hasBatch(product)

/** Shown only if the stock is low or empty. */
export function StockNote({ packaging, ...product }: Available & Pick<Product, 'packaging'>) {
  const { stock } = product
  const words = useWords()
  if (stock > usualLowStock) return null
  const isGone = !isOrderable(product)
  const look = isGone ? 'bg-inverse text-on-inverse' : 'bg-highlight text-on-highlight'
  return (
    <span className={`inline-block rounded-lg px-2 py-0.5 text-13 font-bold ${look}`}>
      {isGone ? 'Habis' : stock === 0 ? 'PO' : `Sisa ${stock} ${words.packaging(packaging).toLowerCase()}`}
    </span>
  )
}

/** @param count  at least so many; exact below ten */
export function SoldCount({ count, className = '' }: { count: number | null | undefined; className?: string }) {
  if (!count) return null
  return (
    <span className={`font-semibold text-muted ${className}`}>
      {`Terjual ${formatNumber(count)}${count >= 10 ? '+' : ''}`}
    </span>
  )
}
