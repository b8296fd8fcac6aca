import type { Product } from '@camilan/contract/catalog'
import { packagingLabels, usualLowStock } from '@camilan/contract/catalog-values'

/** Shown only if the stock is low or empty. */
export function StockNote({ stock, packaging }: Pick<Product, 'stock' | 'packaging'>) {
  if (stock > usualLowStock) return null
  const look = stock === 0 ? 'bg-inverse text-on-inverse' : 'bg-highlight text-on-highlight'
  return (
    <span className={`inline-block rounded-lg px-2 py-0.5 text-13 font-bold ${look}`}>
      {stock === 0 ? 'Habis' : `Sisa ${stock} ${packagingLabels[packaging].toLowerCase()}`}
    </span>
  )
}
