/** The pages above a page of the catalogue, as its breadcrumbs show them. */
import { type Category, categoryLabels, unknownCode } from '@camilan/contract/catalog-values'
import { href } from 'react-router'
import type { Crumb } from '~/platform/pages/public-meta'

const home: Crumb = { label: 'Beranda', to: href('/') }
export const allProducts: Crumb = { label: 'Semua Produk', to: href('/products') }

export const categoryCrumb = (category: Category): Crumb => ({
  label: categoryLabels[category],
  to: `${href('/products')}?category=${category}`,
})

/** Also of a code that the shop does not have. */
export const categoryName = (category: Category | typeof unknownCode): string =>
  category === unknownCode ? 'Kategori tidak dikenal' : categoryLabels[category]

export const aboveCategory: readonly Crumb[] = [home, allProducts]

export const aboveProduct = (category: Category): readonly Crumb[] => [...aboveCategory, categoryCrumb(category)]
