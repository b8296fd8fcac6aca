import type { Product } from '@camilan/contract/catalog'
import { Link } from 'react-router'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import type { Elements } from '~/ui/elements'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'

interface ProductLineProps {
  product: Pick<Product, 'name' | 'image' | 'image_look' | 'packaging' | 'weight' | 'price'>
  quantity: number
  /** The product's page: its name becomes a link. */
  to?: string
  /** The price of all pieces, in whole rupiah. */
  price: number
  className?: string
  /** Notes below the unit price. */
  children?: Elements
}

/** An item of a list: some pieces of a product and their price together. */
export function ProductLine({ product, quantity, price, to, className = '', children }: ProductLineProps) {
  const words = useWords()
  return (
    <li className={`flex flex-wrap items-center gap-3 py-3 first:pt-0 ${className}`}>
      <div className="w-16 shrink-0">
        <ProductPicture of={product} alt="" sizes="64px" className="rounded-xl" />
      </div>
      <div className="min-w-0 flex-1 basis-24">
        {to ? (
          <Link
            to={to}
            className="-my-2.5 inline-block py-2.5 font-semibold underline-offset-4 hover:text-accent hover:underline"
          >
            {product.name}
          </Link>
        ) : (
          <p className="font-semibold">{product.name}</p>
        )}
        <p className="text-13 text-muted">{words.kind(product)}</p>
        <p className="text-13 text-muted tabular-nums">
          <span>{`${formatNumber(quantity)} ×`}</span> <Rupiah amount={product.price} />
        </p>
        {children}
      </div>
      <Rupiah amount={price} className="ml-auto font-semibold" />
    </li>
  )
}
