import type { CartItem } from '@camilan/contract/cart'
import { packagingLabels, weightLabels } from '@camilan/contract/catalog'
import { isShort } from '~/cart/cart-lines'
import { formatNumber } from '~/platform/formats'
import { ProductPicture } from '~/ui/product-picture'
import { Rupiah } from '~/ui/rupiah'

interface CheckoutLinesProps {
  lines: readonly CartItem[]
  /** The same lines earlier: a price that differs is shown beside the one of now. */
  before: readonly CartItem[]
}

/** What is about to be ordered. */
export function CheckoutLines({ lines, before }: CheckoutLinesProps) {
  const priceBefore = new Map(before.map(({ id, product }) => [id, product.price]))
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <div className="w-16 shrink-0">
            <ProductPicture image={line.product.image} alt="" sizes="64px" className="rounded-xl" />
          </div>
          <div className="min-w-0 grow">
            <p className="font-semibold">{line.product.name}</p>
            <p className="text-13 text-muted">
              {packagingLabels[line.product.packaging]} {weightLabels[line.product.weight]}
            </p>
            <p className="text-13 text-muted tabular-nums">
              {formatNumber(line.quantity)} × <Rupiah amount={line.product.price} />
            </p>
            <PriceChange from={priceBefore.get(line.id)} to={line.product.price} />
            {isShort(line) && (
              <p className="text-13 font-semibold text-danger">
                {line.product.stock === 0 ? 'Stok habis' : `Stok tinggal ${line.product.stock}`}
              </p>
            )}
          </div>
          <Rupiah amount={line.price} className="font-semibold" />
        </li>
      ))}
    </ul>
  )
}

/** Whole rupiah; nothing where the price is what it was, or was not seen. */
function PriceChange({ from, to }: { from: number | undefined; to: number }) {
  if (from === undefined || from === to) return null
  return (
    <p className="text-13 font-semibold text-danger">
      Sebelumnya <Rupiah amount={from} />
    </p>
  )
}
