import { type Product, packagingLabels, usualLowStock } from '@camilan/contract/catalog'

/** Said only when it matters: few are left, or none. */
export function StockNote({ stock, packaging }: Pick<Product, 'stock' | 'packaging'>) {
  if (stock > usualLowStock) return null
  const look = stock === 0 ? 'bg-gula-aren text-santan' : 'bg-kunyit text-on-kunyit'
  return (
    <span className={`inline-block rounded-lg px-2 py-0.5 text-13 font-bold ${look}`}>
      {stock === 0 ? 'Habis' : `Sisa ${stock} ${packagingLabels[packaging].toLowerCase()}`}
    </span>
  )
}
