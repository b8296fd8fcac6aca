import type { ProductQuery } from '@camilan/contract/catalog'
import { visibleTerms } from '@camilan/contract/terms'
import { Link } from 'react-router'
import { useShopInfo } from '~/platform/pages/shop-info'
import { productsPath } from '~/products/products'
import { useScrollToCurrent } from '~/ui/lists/use-scroll-to-current'

/** A sidebar; on a phone a row that scrolls sideways. */
export function CategoryNav({ query }: { query: ProductQuery }) {
  const { categories } = useShopInfo().terms
  const row = useScrollToCurrent<HTMLUListElement>(query.category ?? undefined)
  const choices = [
    { category: null, label: 'Semua Kategori' },
    ...visibleTerms(categories).map(({ code, label }) => ({ category: code, label })),
  ]
  return (
    <nav
      aria-labelledby="categories"
      className="-mx-4 min-w-0 md:sticky md:top-32 md:mx-0 md:self-start lg:top-24 short:static"
    >
      <h2 id="categories" className="sr-only text-13 font-bold text-muted md:not-sr-only md:mb-2">
        Kategori
      </h2>
      <ul
        ref={row}
        className="flex gap-1 overflow-x-auto px-4 py-1 md:max-h-[calc(100dvh-10rem)] md:flex-col md:gap-1 md:overflow-y-auto md:px-0 short:max-h-none"
      >
        {choices.map(({ category, label }) => (
          <li key={category}>
            <Link
              to={productsPath(query, { category, page: 1 })}
              aria-current={category === query.category ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-2.5 text-13 font-semibold tracking-tight whitespace-nowrap hover:bg-soft md:wrap-anywhere md:whitespace-normal aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent md:w-full md:rounded-xl md:border-0 md:bg-transparent md:px-3 md:text-15 md:tracking-normal"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
