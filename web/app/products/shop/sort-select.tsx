import type { ProductQuery } from '@camilan/contract/catalog'
import { Link, useNavigate, useNavigation } from 'react-router'
import { useShopInfo } from '~/platform/pages/shop-info'
import { keepPlace } from '~/platform/state/focus'
import { productsPath } from '~/products/products'

const sorts = [
  { sortBy: 'name', sortOrder: 'asc', label: 'Nama A-Z' },
  { sortBy: 'name', sortOrder: 'desc', label: 'Nama Z-A' },
  { sortBy: 'price', sortOrder: 'asc', label: 'Harga Terendah' },
  { sortBy: 'price', sortOrder: 'desc', label: 'Harga Tertinggi' },
] as const

/** Each choice is a URL. Without JavaScript they are links. */
export function SortSelect({ query }: { query: ProductQuery }) {
  const navigate = useNavigate()
  const { hasOwnOrder } = useShopInfo()
  // Without an order of her own, the shop's is that by name.
  const first = { sortBy: 'place', sortOrder: 'asc', label: hasOwnOrder ? 'Urutan toko' : sorts[0].label } as const
  const offered = [first, ...(hasOwnOrder ? sorts : sorts.slice(1))]
  const choices = offered.map(({ sortBy, sortOrder, label }) => ({
    label,
    to: productsPath(query, { sortBy, sortOrder, page: 1 }),
  }))
  // While the sorted list is loading, the new choice is already shown.
  const next = useNavigation().location
  const chosen = choices.find(({ to }) => next && to === next.pathname + next.search)
  return (
    <>
      <label className="flex min-w-0 flex-wrap items-center gap-2 text-15 noscript:hidden">
        <span className="text-muted">Urutkan</span>
        <select
          className="control min-h-11 w-auto max-w-full py-2"
          value={chosen?.to ?? productsPath(query, { page: 1 })}
          onChange={(event) => navigate(event.target.value, keepPlace)}
        >
          {choices.map(({ label, to }) => (
            <option key={to} value={to}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p className="hidden flex-wrap gap-x-4 noscript:flex">
        Urutkan:
        {choices.map(({ label, to }) => (
          <Link key={to} to={to} className="link">
            {label}
          </Link>
        ))}
      </p>
    </>
  )
}
