import { type Product, packagingLabels, usualLowStock } from '@camilan/contract/catalog'

/** Said only when it matters: few are left, or none. */
export function StockNote({ stock, packaging }: Pick<Product, 'stock' | 'packaging'>) {
  if (stock > usualLowStock) return null
  return (
    <span className="inline-block rounded-lg bg-kunyit px-2 py-0.5 text-13 font-bold text-on-kunyit">
      {stock === 0 ? 'Habis' : `Sisa ${stock} ${packagingLabels[packaging].toLowerCase()}`}
    </span>
  )
}
