import type { Cart, CartItem } from '@camilan/contract/cart'
import { isShort } from '~/orders/cart/cart-lines'
import { ProductLine } from '~/products/product-line'
import { Rupiah } from '~/ui/shop/rupiah'

interface CheckoutLinesProps {
  lines: readonly CartItem[]
  /** The same lines as they were before, to show changed prices. */
  before: readonly CartItem[]
  unavailable: Cart['unavailable']
}

export function CheckoutLines({ lines, before, unavailable }: CheckoutLinesProps) {
  const priceBefore = new Map(before.map(({ id, product }) => [id, product.price]))
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <ProductLine key={line.id} {...line} className="last:pb-0">
          <PriceChange from={priceBefore.get(line.id)} to={line.product.price} />
          {isShort(line) && (
            <p className="text-13 font-semibold text-danger">
              {line.product.stock === 0 ? 'Stok habis, tidak dihitung' : `Stok tinggal ${line.product.stock}`}
            </p>
          )}
        </ProductLine>
      ))}
      {unavailable.map(({ id, name }) => (
        <li key={id} className="pt-3 text-13 font-semibold text-danger">
          {`${name || 'Satu produk'} sedang tidak dijual, jadi tidak dihitung.`}
        </li>
      ))}
    </ul>
  )
}

/** Whole rupiah. Shows nothing if the price has not changed, or was unknown before. */
function PriceChange({ from, to }: { from: number | undefined; to: number }) {
  if (from === undefined || from === to) return null
  return (
    <p className="text-13 whitespace-nowrap text-muted narrow:whitespace-normal">
      Sebelumnya{' '}
      <s>
        <Rupiah amount={from} />
      </s>
    </p>
  )
}
